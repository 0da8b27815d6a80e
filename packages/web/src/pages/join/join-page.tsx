// Where an owner link or an invite link leads. The code stands behind the # of the address, which browsers keep to
// themselves: it reaches no log and no other site.

import type { PersonJson, Role } from '@heddle/contract'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { FormActions } from '../../components/form.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { useSetWhoIsThere, useWhoIsThere } from '../../me/use-who-is-there.ts'
import { Plain } from '../../shell/plain.tsx'
import { joinStrings } from '../../join-strings.ts'
import { JoinForm } from './join-form.tsx'
import styles from './join-page.module.css'

export function JoinPage() {
  const hash = useSyncExternalStore(onHashChange, () => window.location.hash)
  const code = hash.replace(/^#/, '')
  const words = joinStrings
  if (code === '') return <Plain title={words.noCode.title} about={words.noCode.text} />
  return <JoinWithCode key={code} code={code} />
}

export function JoinWithCode({ code }: { code: string }) {
  const who = useWhoIsThere()
  const preview = useRead('previewJoin', { body: { code } })
  const format = useFormat()
  const words = joinStrings
  if (preview.isPending || who.state === 'asking') {
    return (
      <Plain title={words.opening}>
        <Loading>{words.looking}</Loading>
      </Plain>
    )
  }
  if (preview.error) return <JoinFailed error={preview.error} onRetry={() => void preview.refetch()} />
  const { role, expiresAt } = preview.data
  if (who.state === 'someone') return <AlreadyHere person={who.me.person} />
  return (
    <Plain title={words.title[role]} about={<WhatThisIs role={role} />}>
      <JoinForm code={code} />
      <p className={styles.expires}>{words.expires(format.exact(expiresAt))}</p>
    </Plain>
  )
}

/** Three lines, each on its own thread. */
function WhatThisIs({ role }: { role: Role }) {
  const words = joinStrings
  return (
    <ul className={styles.lines} aria-label={words.linesLabel}>
      {words.lines[role].map((line) => (
        <li key={line} className={styles.line}>
          {line}
        </li>
      ))}
    </ul>
  )
}

function JoinFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const words = joinStrings
  const known = error instanceof CallError ? error : new CallError('not_understood', error.message)
  if (known.code === 'invite_invalid') {
    return (
      <Plain title={words.invalid.title} about={words.invalid.text}>
        <SignInLink />
      </Plain>
    )
  }
  return (
    <Plain title={words.failed}>
      <Failure error={known} onRetry={onRetry} />
    </Plain>
  )
}

/** The link makes a new person; whoever is signed in has to leave first, or keep the link for somebody else. */
function AlreadyHere({ person }: { person: PersonJson }) {
  const [, navigate] = useLocation()
  const { left } = useSetWhoIsThere()
  const signOut = useSubmit('signOut', { done: left })
  const words = joinStrings.alreadyHere
  return (
    <Plain title={words.title(person.name)} about={words.text}>
      {signOut.error ? <Failure error={signOut.error} /> : null}
      <FormActions>
        <Button look="primary" onPress={() => navigate('/', { replace: true })}>
          {words.stay}
        </Button>
        <Button isPending={signOut.isPending} onPress={() => signOut.submit({})}>
          {words.leave}
        </Button>
      </FormActions>
    </Plain>
  )
}

function SignInLink() {
  const [, navigate] = useLocation()
  return <Button onPress={() => navigate('/sign-in')}>{joinStrings.toSignIn}</Button>
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
