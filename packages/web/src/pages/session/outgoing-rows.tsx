// What was said and is not yet in the timeline.

import { AttachmentList } from '../../components/attachment-list.tsx'
import { callErrorOf } from '../../api/call-error.ts'
import { explainError } from '../../api/explain-error.ts'
import { useFormat } from '../../format/format-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { Outgoing } from '../../live/outbox.ts'
import { strings } from '../../strings.ts'
import { OutgoingItem } from './outgoing-item.tsx'
import styles from './outgoing-rows.module.css'

interface OutgoingRowsProps {
  items: readonly Outgoing[]
  /** Its text and files go back to where one writes. */
  onTakeBack(item: Outgoing): void
}

export function OutgoingRows({ items, onTakeBack }: OutgoingRowsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={strings.session.outgoing.label} className={styles.rows}>
      {items.map((item) => (
        <OutgoingRow key={item.cid} item={item} onTakeBack={() => onTakeBack(item)} />
      ))}
    </ul>
  )
}

function OutgoingRow({ item, onTakeBack }: { item: Outgoing; onTakeBack(): void }) {
  const live = useLive()
  const format = useFormat()
  const problem = item.problem && explainError(callErrorOf(item.problem.code, item.problem.message), format)
  // To whom it was written is not there any more; taken back, it can be sent to whoever is.
  const isInVain = item.problem?.code === 'not_bound'
  return (
    <OutgoingItem
      text={item.text}
      isFailed={item.state === 'failed'}
      problem={problem && `${nameFile(item, problem.title)}. ${problem.text}`}
      onRetry={isInVain ? undefined : () => live.sayAgain(item.cid)}
      onTakeBack={onTakeBack}
    >
      <AttachmentList items={item.attachments ?? []} />
    </OutgoingItem>
  )
}

/** Says which of the files was refused, when the server said so: "attachments.1". */
function nameFile({ problem, attachments = [] }: Outgoing, title: string): string {
  if (problem?.code !== 'unknown_file') return title
  const place = /^attachments[.[](\d+)/.exec(problem.field ?? '')?.[1]
  const file = place === undefined && attachments.length === 1 ? attachments[0] : attachments[Number(place)]
  return file ? strings.composer.files.named(title, file.name) : title
}
