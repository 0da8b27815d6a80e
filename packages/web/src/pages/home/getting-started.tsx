// What is left to set up, as a card for those who may. It goes away when all of it is done or somebody puts it away, and
// never comes back.

import { ArrowRight, X } from 'lucide-react'
import { Link } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../components/button.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { useDismissal } from '../../components/use-dismissal.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { chooseSteps, isWorthShowing, type Step } from './choose-steps.ts'
import styles from './getting-started.module.css'

export function GettingStarted() {
  const me = useMe()
  const { isDismissed, dismiss } = useDismissal(`getting-started.${me.id}`, 'browser')
  const isWanted = !isDismissed && chooseOffers(me.role).team
  const settings = useRead('readSettings', {}, isWanted)
  const people = useRead('listMembers', { query: { limit: 2 } }, isWanted)
  const models = useRead('listModels', {}, isWanted)
  const facts = {
    role: me.role,
    settings: settings.data?.items,
    peopleCount: people.data?.items.length,
    models: models.data?.items,
  }
  if (!isWanted || !isWorthShowing(facts)) return null
  const words = strings.home.started
  return (
    <section className={styles.card} aria-label={words.label}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{words.title}</h2>
          <p className={styles.about}>{words.about}</p>
        </div>
        <Button look="quiet" isIcon aria-label={words.dismiss} onPress={dismiss}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </div>
      <ol className={styles.steps}>
        {chooseSteps(facts).map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step: { id, href, isDone } }: { step: Step }) {
  const words = strings.home.started
  return (
    <li className={styles.step}>
      <span className={styles.knot}>
        <StateGlyph state={isDone ? 'done' : 'queued'} />
      </span>
      <Link href={href} className={styles.link}>
        <span className={styles.words}>
          <span className={styles.name}>
            {words.steps[id].title}
            {isDone ? <span className={styles.done}>{words.done}</span> : null}
          </span>
          <span className={styles.about}>{words.steps[id].about}</span>
        </span>
        <ArrowRight className={styles.arrow} size={16} strokeWidth={1.5} aria-hidden="true" />
      </Link>
    </li>
  )
}
