// What was said and is not yet in the timeline: on its way, or not sent with the reason and a way to try again.

import { X } from 'lucide-react'
import { AttachmentList } from '../../components/attachment-list.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { callErrorOf } from '../../api/call-error.ts'
import { useConnection } from '../../api/client-context.tsx'
import { explainError } from '../../api/explain-error.ts'
import { useFormat } from '../../format/format-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { Outgoing } from '../../live/outbox.ts'
import { strings } from '../../strings.ts'
import { useSyncExternalStore } from 'react'
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
  const words = strings.session.outgoing
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const isFailed = item.state === 'failed'
  const problem = item.problem && explainError(callErrorOf(item.problem.code, item.problem.message), format)
  return (
    <li className={styles.row}>
      {item.text === '' ? null : (
        <div className={styles.text} dir="auto">
          {item.text}
        </div>
      )}
      <AttachmentList items={item.attachments ?? []} />
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
            {problem ? <span role="alert">{`${nameFile(item, problem.title)}. ${problem.text}`}</span> : null}
            {/* To whom it was written is not there any more; taken back, it can be sent to whoever is. */}
            {item.problem?.code === 'not_bound' ? null : (
              <Button
                look="quiet"
                aria-label={words.retryNamed(item.text)}
                onPress={() => live.sayAgain(item.cid)}
              >
                {words.retry}
              </Button>
            )}
            <Button look="quiet" aria-label={words.dropNamed(item.text)} onPress={onTakeBack}>
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
              {words.drop}
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

/** Says which of the files was refused, when the server said so: "attachments.1". */
function nameFile({ problem, attachments = [] }: Outgoing, title: string): string {
  if (problem?.code !== 'unknown_file') return title
  const place = /^attachments[.[](\d+)/.exec(problem.field ?? '')?.[1]
  const file = place === undefined && attachments.length === 1 ? attachments[0] : attachments[Number(place)]
  return file ? strings.composer.files.named(title, file.name) : title
}
