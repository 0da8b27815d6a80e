// Above the timeline while one talks to another session: which of the two is shown, and the way to the other. While that is
// the other one, how it stands and the way to stop it are here, because the head of the page is about the page's own.

import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { chooseThread } from '../../../components/choose-thread.ts'
import { Chip } from '../../../components/chip.tsx'
import { chooseOffers } from '../../../me/choose-offers.ts'
import { useMe } from '../../../me/me-context.tsx'
import { strings } from '../../../strings.ts'
import { talkStrings } from '../../../talk-strings.ts'
import { chooseModelsUsed } from '../header/choose-driver.ts'
import { chooseHeadState, headGlyphs } from '../header/choose-state.ts'
import { CostButton } from '../header/cost-button.tsx'
import { StopButton } from '../header/stop-button.tsx'
import styles from './focus.module.css'
import type { Hearer } from './hearer.ts'

const words = talkStrings.head

interface FocusHeadProps {
  hearer: Hearer
  isChildShown: boolean
  /** What is focused; null until it came. */
  session: WholeSessionJson | null
  rows: readonly EventJson[]
  /** It goes on where the session of the page ended. */
  isAfter: boolean
  onShow(isChild: boolean): void
}

export function FocusHead({ hearer, isChildShown, session, rows, isAfter, onShow }: FocusHeadProps) {
  const { focus, name } = hearer
  const [before, behind] = isAfter
    ? isChildShown
      ? words.after
      : words.before
    : isChildShown
      ? words.child
      : words.chat
  const toOwn = isAfter ? words.toBefore : words.toChat
  const toOther = isAfter ? words.toAfter : words.toChild(name)
  return (
    <section aria-label={words.label} className={styles.head} data-thread={chooseThread(focus.agentId)}>
      <Button look="quiet" onPress={() => onShow(!isChildShown)}>
        {isChildShown ? <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" /> : null}
        <bdi className={styles.name}>{isChildShown ? toOwn : toOther}</bdi>
      </Button>
      <p className={styles.about}>
        <span>{before}</span>
        <bdi className={styles.who} title={name}>
          {name}
        </bdi>
        <span>{behind}</span>
      </p>
      {isChildShown && session ? <Standing session={session} rows={rows} waiting={hearer.waiting} /> : null}
    </section>
  )
}

function Standing({
  session,
  rows,
  waiting,
}: {
  session: WholeSessionJson
  rows: readonly EventJson[]
  waiting: number
}) {
  const models = useMemo(() => chooseModelsUsed(rows), [rows])
  const state = chooseHeadState({ ...session, seq: Math.max(session.seq, rows.at(-1)?.seq ?? 0) })
  const mayStop = chooseOffers(useMe().role).sessions && session.state === 'running'
  return (
    <span className={styles.standing}>
      <Chip glyph={headGlyphs[state]}>{strings.sessions.states[state]}</Chip>
      <span className={styles.used}>
        <CostButton sessionId={session.id} usage={session.usage} models={models} />
      </span>
      {mayStop ? <StopButton sessionId={session.id} waiting={waiting} /> : null}
    </span>
  )
}
