// The first page: whether anybody works yet, the way to the sessions, and what else can be done now.

import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import { chooseSteps } from './choose-steps.ts'
import styles from './home-page.module.css'

// Brings the dialogs along, which the first paint does not need.
const NewSession = lazy(async () => ({ default: (await import('../sessions/new-session.tsx')).NewSession }))

export function HomePage() {
  const me = useMe()
  const settings = useRead('readSettings', {}, chooseOffers(me.role).team)
  const people = useRead('listMembers', { query: { limit: 2 } })
  const sessions = useRead('listSessions', { query: { limit: 1 } })
  const sessionCount = sessions.data?.items.length
  const steps = chooseSteps({
    me,
    settings: settings.data?.items,
    peopleCount: people.data?.items.length,
    sessionCount,
  })
  const words = strings.home
  return (
    <>
      <PageHeader
        title={sessionCount ? words.titleUsed : words.title}
        about={chooseOffers(me.role).invites ? words.aboutAdmin : words.about}
        action={
          chooseOffers(me.role).sessions ? (
            <Suspense fallback={null}>
              <NewSession look="primary" />
            </Suspense>
          ) : undefined
        }
      />
      <ol className={styles.steps} aria-label={words.label}>
        {steps.map((step) => (
          <li key={step.id} className={styles.step}>
            <span className={styles.knot}>
              <StateGlyph state={step.isDone ? 'done' : 'queued'} />
            </span>
            <Link href={step.href} className={styles.link}>
              <span className={styles.words}>
                <span className={styles.title}>
                  {words.steps[step.id].title}
                  {step.isDone ? <span className={styles.done}>{words.done}</span> : null}
                </span>
                <span className={styles.about}>{words.steps[step.id].about}</span>
              </span>
              <ArrowRight className={styles.arrow} size={16} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
