// One message that waits: its author edits it, author or admin cancels it, anyone who takes part moves it. What came cut
// is marked, and is read whole before it is changed.

import { atLeast, type QueuedJson } from '@heddle/contract'
import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import styles from './queue-stack.module.css'

interface QueuedRowProps {
  sessionId: string
  item: QueuedJson
  last: number
  mayChange: boolean
  /** It is being changed below. */
  isEdited: boolean
  onRead(messageId: string): Promise<string | undefined>
  onEdit(text: string): void
  onGone(): void
}

export function QueuedRow({ item, isEdited, mayChange, ...rest }: QueuedRowProps) {
  const { isReading, readThen } = useWhole(item, rest.onRead)
  const [isOpen, setOpen] = useState(false)
  const words = strings.session.queue
  return (
    <li className={styles.row}>
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
      </div>
      {mayChange ? (
        <Changes
          {...rest}
          item={item}
          isEditing={isEdited}
          isReading={isReading}
          onEdit={() => readThen(rest.onEdit)}
        />
      ) : null}
    </li>
  )
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

interface ChangesProps extends Pick<QueuedRowProps, 'sessionId' | 'item' | 'last' | 'onGone'> {
  isEditing: boolean
  isReading: boolean
  onEdit(): void
}

function Changes({ sessionId, item, last, isEditing, isReading, onEdit, onGone }: ChangesProps) {
  const me = useMe()
  const announce = useAnnounce()
  const words = strings.session.queue
  const path = { id: sessionId, messageId: item.messageId }
  const failed = () => announce(words.failed)
  const move = useSubmit('changeQueued', {
    done: ({ items }) => {
      const at = items.find((other) => other.messageId === item.messageId)?.position ?? 0
      announce(words.moved(at + 1))
    },
    failed,
  })
  const cancel = useSubmit('cancelQueued', {
    done: () => {
      announce(words.cancelled)
      onGone()
    },
    failed,
  })
  const moveTo = (position: number) => () => move.submit({ path, body: { position } })
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
          isAtRest={isEditing}
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
        onPress={moveTo(item.position - 1)}
      >
        <ArrowUp size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        isIcon
        aria-label={words.down(item.text)}
        isAtRest={item.position === last}
        onPress={moveTo(item.position + 1)}
      >
        <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {isMine || atLeast(me.role, 'admin') ? (
        <Button
          look="quiet"
          isIcon
          aria-label={words.cancel(item.text)}
          onPress={() => cancel.submit({ path })}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  )
}
