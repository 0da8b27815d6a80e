// The address "/": leads on to where one's work is, and opens the first session of whoever has none.

import { Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Loading } from '../../components/loading.tsx'
import { useMe } from '../../me/me-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { chooseLanding, type Landing } from './choose-landing.ts'
import styles from './home-page.module.css'
import { isNewcomer } from './newcomer.ts'
import { useFirstSession } from './use-first-session.ts'

export function HomePage() {
  const landing = useLanding()
  const first = useFirstSession(landing.kind === 'begin')
  if (landing.kind === 'list') return <Redirect to="/sessions" replace />
  if (first.session) return <Redirect to={`/sessions/${first.session.id}`} replace />
  const words = strings.home
  return (
    <>
      <PageHeader title={first.error ? words.notBegun : strings.app.name} />
      <div className={styles.state}>
        {first.error ? (
          <>
            <Failure error={first.error} onRetry={first.retry} isOwnRetry />
            <ToSessions />
          </>
        ) : (
          <Loading>{words.opening}</Loading>
        )}
      </div>
    </>
  )
}

function useLanding(): Landing {
  const me = useMe()
  const hasJustJoined = isNewcomer(useHistoryState<unknown>())
  const sessions = useRead('listSessions', { query: { limit: 1 } })
  const archived = useRead(
    'listSessions',
    { query: { limit: 1, state: 'archived' } },
    sessions.data?.items.length === 0,
  )
  return chooseLanding({
    role: me.role,
    hasJustJoined,
    sessions: sessions.data?.items.length,
    archived: archived.data?.items.length,
    isUnreadable: sessions.isError || archived.isError,
  })
}

function ToSessions() {
  const [, navigate] = useLocation()
  return <Button onPress={() => navigate('/sessions', { replace: true })}>{strings.home.toSessions}</Button>
}
