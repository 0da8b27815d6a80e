// Something an agent may not do by itself: the one loud card. The exact call, who asks, what happens next.

import type { EventJson } from '@heddle/contract'
import { Button } from '../../../components/button.tsx'
import { Moment } from '../../../components/moment.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { writeArguments } from './describe-tool.ts'
import { textIn } from './read-payload.ts'
import styles from './approval-card.module.css'

export type Decision = 'once' | 'session' | 'deny'

interface ApprovalCardProps {
  asked: EventJson
  decided: EventJson | undefined
  agentName: string
  /** Absent where the reader may not decide. */
  onDecide?(decision: Decision): void
}

const words = strings.session.timeline.approval

export function ApprovalCard({ asked, decided, agentName, onDecide }: ApprovalCardProps) {
  const format = useFormat()
  const expiresAt = textIn(asked, 'expiresAt')
  return (
    <div className={`${styles.card} ${decided ? styles.decided : ''}`} data-row={asked.eventId}>
      <p className={styles.title}>
        <StateGlyph state={decided ? 'done' : 'waiting'} />
        {words.title(agentName)}
        <Moment at={asked.createdAt} />
      </p>
      <pre className={styles.call} tabIndex={0} aria-label={textIn(asked, 'name')}>
        {`${textIn(asked, 'name')} ${writeArguments(textIn(asked, 'arguments'))}`}
      </pre>
      {decided ? (
        <p>
          {(words.decided[textIn(decided, 'decision')] ?? words.decided['expired'])?.(decided.actor.name)}
        </p>
      ) : (
        <>
          <p>
            {words.next} {expiresAt === '' ? null : words.expires(format.ago(expiresAt))}
          </p>
          {onDecide ? (
            <div className={styles.buttons}>
              <Button look="primary" onPress={() => onDecide('once')}>
                {words.once}
              </Button>
              <Button onPress={() => onDecide('session')}>{words.session}</Button>
              <Button look="danger" onPress={() => onDecide('deny')}>
                {words.deny}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}
