// One message that waits: its author edits it, author or admin cancels it, anyone who takes part moves it, by its
// buttons or by pulling it. What came cut is marked, and is read whole before it is changed.

import { atLeast, type QueuedJson } from '@heddle/contract'
import { ArrowDown, ArrowUp, GripVertical, Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AttachmentList } from '../../components/attachment-list.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import styles from './queue-stack.module.css'
import { useCancelQueued } from './use-cancel-queued.ts'
import type { DraggedRow, Handle } from './use-dragged-row.ts'

interface QueuedRowProps {
  sessionId: string
  item: QueuedJson
  last: number
  mayChange: boolean
  /** It is being changed: stands there instead of its words. */
  editor: ReactNode
  /** The row that is pulled just now, this one or another. */
  dragged: DraggedRow | null
  handle: Handle
  onRead(messageId: string): Promise<string | undefined>
  onEdit(text: string): void
  onMove(position: number): void
  onKeep(item: QueuedJson): void
  onGone(): void
}

export function QueuedRow({ item, editor, mayChange, dragged, handle, ...rest }: QueuedRowProps) {
  const { isReading, readThen } = useWhole(item, rest.onRead)
  const [isOpen, setOpen] = useState(false)
  const words = strings.session.queue
  const isPulled = dragged?.messageId === item.messageId
  if (editor !== null) {
    return (
      <li className={`${styles.row} ${styles.edited}`}>
        <span className={styles.place}>{item.position + 1}</span>
        {editor}
      </li>
    )
  }
  return (
    <li
      className={`${styles.row} ${isPulled ? styles.pulled : ''} ${dropMark(item.position, dragged)}`}
      style={isPulled ? { transform: `translateY(${dragged.by}px)` } : undefined}
    >
      {mayChange ? (
        <span className={styles.handle} title={strings.composer.queue.drag} aria-hidden="true" {...handle}>
          <GripVertical size={16} strokeWidth={1.5} />
        </span>
      ) : null}
      <span className={styles.place}>{item.position + 1}</span>
      <div className={styles.words}>
        <span className={styles.author}>{item.author.name}</span>
        {item.mode === 'steer' ? <Chip>{strings.session.timeline.steer}</Chip> : null}
        <span className={`${styles.text} ${isOpen ? styles.open : ''}`} dir="auto">
          {item.text}
        </span>
        {item.truncated ? (
          <>
            <Chip>{words.cut}</Chip>
            <Button
              look="quiet"
              isPending={isReading}
              aria-label={words.wholeNamed(item.text)}
              onPress={() => readThen(() => setOpen(true))}
            >
              {words.whole}
            </Button>
          </>
        ) : null}
        <AttachmentList items={item.attachments} isSmall />
      </div>
      {mayChange ? (
        <Changes {...rest} item={item} isReading={isReading} onEdit={() => readThen(rest.onEdit)} />
      ) : null}
    </li>
  )
}

/** A line where the row that is pulled would come to stand. */
function dropMark(position: number, dragged: DraggedRow | null): string {
  if (dragged === null || dragged.to === dragged.from || position !== dragged.to) return ''
  return (dragged.to < dragged.from ? styles.dropAbove : styles.dropBelow) ?? ''
}

/** Goes on with the whole text, reading it first when only its beginning is here. */
function useWhole(item: QueuedJson, onRead: (messageId: string) => Promise<string | undefined>) {
  const announce = useAnnounce()
  const [isReading, setReading] = useState(false)
  const words = strings.session.queue
  const readThen = (goOn: (text: string) => void) => {
    if (!item.truncated) return goOn(item.text)
    setReading(true)
    onRead(item.messageId)
      .then(
        (text) => (text === undefined ? announce(words.failed) : goOn(text)),
        () => announce(words.notRead),
      )
      .finally(() => setReading(false))
  }
  return { isReading, readThen }
}

interface ChangesProps
  extends Pick<QueuedRowProps, 'sessionId' | 'item' | 'last' | 'onRead' | 'onMove' | 'onKeep' | 'onGone'> {
  isReading: boolean
  onEdit(): void
}

function Changes({ sessionId, item, last, isReading, onEdit, onMove, ...on }: ChangesProps) {
  const me = useMe()
  const words = strings.session.queue
  const { isPending, cancel } = useCancelQueued(sessionId, {
    read: on.onRead,
    done: on.onGone,
    keep: on.onKeep,
  })
  const isMine = item.author.id === me.id
  return (
    <div className={styles.buttons}>
      {isMine ? (
        <Button
          look="quiet"
          isIcon
          data-edits={item.messageId}
          aria-label={words.edit(item.text)}
          isPending={isReading}
          onPress={onEdit}
        >
          <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ) : null}
      <Button
        look="quiet"
        isIcon
        aria-label={words.up(item.text)}
        isAtRest={item.position === 0}
        onPress={() => onMove(item.position - 1)}
      >
        <ArrowUp size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        isIcon
        aria-label={words.down(item.text)}
        isAtRest={item.position === last}
        onPress={() => onMove(item.position + 1)}
      >
        <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {isMine || atLeast(me.role, 'admin') ? (
        <Button
          look="quiet"
          isIcon
          aria-label={words.cancel(item.text)}
          isAtRest={isPending}
          onPress={() => cancel(item)}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  )
}
