// Replies that are not in the discussion yet: on their way, or not sent, with the reason and a way to try again.

import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useConnection } from '../../../api/client-context.tsx'
import { explainError } from '../../../api/explain-error.ts'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import type { OutgoingReply, ReplyDesk } from '../../../discussions/reply-desk.ts'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useDraft } from '../composer/use-draft.ts'
import styles from './discussion.module.css'

const words = discussionStrings.outgoing

interface OutgoingProps {
  desk: ReplyDesk
  /** What was pressed goes away with it. */
  onSettled(): void
}

export function OutgoingReplies({ items, ...props }: OutgoingProps & { items: readonly OutgoingReply[] }) {
  if (items.length === 0) return null
  return (
    <ul aria-label={words.label} className={styles.outgoing}>
      {items.map((item) => (
        <Outgoing key={item.cid} item={item} {...props} />
      ))}
    </ul>
  )
}

function Outgoing({ item, desk, onSettled }: OutgoingProps & { item: OutgoingReply }) {
  const format = useFormat()
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const draft = useDraft(item.anchorEventId)
  const isFailed = item.state === 'failed'
  const problem = item.problem && explainError(item.problem, format)
  return (
    <li className={styles.onTheWay}>
      <p className={styles.words} dir="auto">
        {item.body}
      </p>
      <div className={styles.state}>
        {isFailed ? (
          <Chip glyph="failed">{words.failed}</Chip>
        ) : isLost ? (
          <Chip glyph="waiting">{words.waits}</Chip>
        ) : (
          <Chip glyph="running">{words.sending}</Chip>
        )}
        {isFailed ? (
          <>
            {problem ? <span role="alert">{`${problem.title}. ${problem.text}`}</span> : null}
            <Button
              look="quiet"
              aria-label={words.retryNamed(item.body)}
              onPress={() => {
                desk.retry(item.cid)
                onSettled()
              }}
            >
              {words.retry}
            </Button>
            <Button
              look="quiet"
              aria-label={words.dropNamed(item.body)}
              onPress={() => {
                draft.set([item.body, draft.text].filter((text) => text !== '').join('\n'))
                desk.drop(item.cid)
                onSettled()
              }}
            >
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
              {words.drop}
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}
