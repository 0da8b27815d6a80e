// Lets signed-in people through and leads everybody else to sign-in and back.

import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { FormatProvider } from '../format/format-context.tsx'
import { useLiveFor } from '../live/live-context.tsx'
import { strings } from '../strings.ts'
import { Plain } from '../shell/plain.tsx'
import { signInPath } from './choose-return-path.ts'
import { MeProvider } from './me-context.tsx'
import { useWhoIsThere } from './use-who-is-there.ts'

export function Gate({ children }: { children: ReactNode }) {
  const who = useWhoIsThere()
  const [path] = useLocation()
  const search = useSearch()
  useLiveFor(who.state === 'someone' ? who.me.person.id : undefined, who.state === 'nobody')
  switch (who.state) {
    case 'asking':
      return (
        <Plain title={strings.app.name}>
          <Loading>{strings.app.opening}</Loading>
        </Plain>
      )
    case 'nobody':
      return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />
    case 'unknown':
      return (
        <Plain title={strings.errors.notOpened}>
          <Failure error={who.error} onRetry={who.retry} />
        </Plain>
      )
    case 'someone':
      return (
        <MeProvider me={who.me.person}>
          <FormatProvider timeZone={who.me.person.timeZone}>{children}</FormatProvider>
        </MeProvider>
      )
  }
}
