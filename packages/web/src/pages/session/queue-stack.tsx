// What waits for the running turn to end, in the order in which it will be taken: its author edits, author or admin
// cancels, anyone who takes part moves.

import { atLeast, type QueuedJson, type WholeSessionJson } from '@heddle/contract'
import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { EditQueued } from './edit-queued.tsx'
import styles from './queue-stack.module.css'
import page from './session-page.module.css'

interface QueueStackProps {
  session: WholeSessionJson
  queue: readonly QueuedJson[]
  mayChange: boolean
}

export function QueueStack({ session, queue, mayChange }: QueueStackProps) {
  const list = useRef<HTMLOListElement>(null)
  const words = strings.session.queue
  // A message that nothing is in front of is taken at once; it would only flash here.
  if (queue.length === 0 || session.state !== 'running') return null
  return (
    <section aria-label={words.label} className={`${page.bar} ${styles.stack}`}>
      <h2 className={styles.title}>{words.title(queue.length)}</h2>
      <ol ref={list} tabIndex={-1} className={styles.list}>
        {queue.map((item) => (
          <QueuedRow
            key={item.messageId}
            sessionId={session.id}
            item={item}
            last={queue.length - 1}
            mayChange={mayChange}
            onGone={() => list.current?.focus()}
          />
        ))}
      </ol>
    </section>
  )
}

interface QueuedRowProps {
  sessionId: string
  item: QueuedJson
  last: number
  mayChange: boolean
  onGone(): void
}

function QueuedRow({ sessionId, item, last, mayChange, onGone }: QueuedRowProps) {
  const me = useMe()
  const announce = useAnnounce()
  const [isEditing, setEditing] = useState(false)
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
  const isMine = item.author.id === me.id
  if (isEditing) return <EditQueued path={path} text={item.text} onClose={() => setEditing(false)} />
  return (
    <li className={styles.row}>
      <span className={styles.place}>{item.position + 1}</span>
      <div className={styles.words}>
        <span className={styles.author}>{item.author.name}</span>
        {item.mode === 'steer' ? <Chip>{strings.session.timeline.steer}</Chip> : null}
        <span className={styles.text} dir="auto">
          {item.text}
        </span>
      </div>
      {mayChange ? (
        <div className={styles.buttons}>
          {isMine ? (
            <Button look="quiet" isIcon aria-label={words.edit(item.text)} onPress={() => setEditing(true)}>
              <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          ) : null}
          <Button
            look="quiet"
            isIcon
            aria-label={words.up(item.text)}
            isDisabled={item.position === 0}
            onPress={() => move.submit({ path, body: { position: item.position - 1 } })}
          >
            <ArrowUp size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
          <Button
            look="quiet"
            isIcon
            aria-label={words.down(item.text)}
            isDisabled={item.position === last}
            onPress={() => move.submit({ path, body: { position: item.position + 1 } })}
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
      ) : null}
    </li>
  )
}
