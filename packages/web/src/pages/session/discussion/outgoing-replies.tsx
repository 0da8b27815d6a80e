// Replies that are not in the discussion yet.

import { explainError } from '../../../api/explain-error.ts'
import type { OutgoingReply, ReplyDesk } from '../../../discussions/reply-desk.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { useDraft } from '../composer/use-draft.ts'
import { OutgoingItem } from '../outgoing-item.tsx'
import styles from './discussion.module.css'

interface OutgoingProps {
  desk: ReplyDesk
  /** What was pressed goes away with it. */
  onSettled(): void
}

export function OutgoingReplies({ items, ...props }: OutgoingProps & { items: readonly OutgoingReply[] }) {
  if (items.length === 0) return null
  return (
    <ul aria-label={strings.session.outgoing.label} className={styles.outgoing}>
      {items.map((item) => (
        <Outgoing key={item.cid} item={item} {...props} />
      ))}
    </ul>
  )
}

function Outgoing({ item, desk, onSettled }: OutgoingProps & { item: OutgoingReply }) {
  const format = useFormat()
  const draft = useDraft(item.anchorEventId)
  const problem = item.problem && explainError(item.problem, format)
  return (
    <OutgoingItem
      text={item.body}
      isFailed={item.state === 'failed'}
      problem={problem && `${problem.title}. ${problem.text}`}
      onRetry={() => {
        desk.retry(item.cid)
        onSettled()
      }}
      onTakeBack={() => {
        draft.set([item.body, draft.text].filter((text) => text !== '').join('\n'))
        desk.drop(item.cid)
        onSettled()
      }}
    />
  )
}
