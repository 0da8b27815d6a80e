// What waits for the running turn to end, in the order in which it will be taken. While one of it is being changed, the
// place to write stays, also when the message is gone.

import type { AttachmentJson, QueuedJson, WholeSessionJson } from '@heddle/contract'
import { useRef, useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { focusSoon } from '../../shell/focus-soon.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { editQueued } from './dialogs-later.ts'
import styles from './queue-stack.module.css'
import { QueuedRow } from './queued-row.tsx'
import page from './session-page.module.css'
import { useDraggedRow } from './use-dragged-row.ts'

interface QueueStackProps {
  session: WholeSessionJson
  queue: readonly QueuedJson[]
  mayChange: boolean
  /** Reads the whole text of a message; undefined when it no longer waits. */
  onRead(messageId: string): Promise<string | undefined>
  /** What was typed goes into a new message, with the files that belong to it. */
  onKeep(text: string, attachments?: readonly AttachmentJson[]): void
  /** Nothing is left here that could have the focus. */
  onLeave(): void
}

export function QueueStack({ session, queue, mayChange, onRead, onKeep, onLeave }: QueueStackProps) {
  editQueued.useSoon()
  const list = useRef<HTMLOListElement>(null)
  const [editing, setEditing] = useState<{ messageId: string; text: string } | null>(null)
  const move = useMove(session.id)
  const { dragged, handleOf } = useDraggedRow(list, move)
  const words = strings.session.queue
  // A message that nothing is in front of is taken at once; it would only flash here.
  const shown = session.state === 'running' ? queue : []
  const isGone = editing !== null && !shown.some((item) => item.messageId === editing.messageId)
  if (shown.length === 0 && editing === null) return null

  const close = (messageId: string) => {
    setEditing(null)
    // Its row is drawn anew, and with it the button that it was opened with.
    const opener = `[data-edits="${CSS.escape(messageId)}"]`
    if (!isGone) return focusSoon(() => list.current?.querySelector<HTMLElement>(opener))
    if (list.current) list.current.focus()
    else onLeave()
  }
  const editor = editing ? (
    <editQueued.Part
      key={editing.messageId}
      path={{ id: session.id, messageId: editing.messageId }}
      body={editing.text}
      onBody={(text) => setEditing({ ...editing, text })}
      isGone={isGone}
      mayKeep={mayChange}
      onClose={() => close(editing.messageId)}
      onKeep={(text) => {
        setEditing(null)
        onKeep(text)
      }}
    />
  ) : null

  return (
    <section aria-label={words.label} className={`${page.bar} ${styles.stack}`}>
      {shown.length === 0 ? null : (
        <>
          <h2 className={styles.title}>{words.title(shown.length)}</h2>
          <ol ref={list} tabIndex={-1} className={styles.list}>
            {shown.map((item) => (
              <QueuedRow
                key={item.messageId}
                sessionId={session.id}
                item={item}
                last={shown.length - 1}
                mayChange={mayChange}
                editor={item.messageId === editing?.messageId ? editor : null}
                dragged={dragged}
                handle={handleOf(item.messageId, item.position)}
                onRead={onRead}
                onMove={(position) => move(item.messageId, position)}
                onKeep={({ text, attachments }) => onKeep(text, attachments)}
                onEdit={(text) => setEditing({ messageId: item.messageId, text })}
                onGone={() => (list.current ? list.current.focus() : onLeave())}
              />
            ))}
          </ol>
        </>
      )}
      {isGone ? editor : null}
    </section>
  )
}

function useMove(sessionId: string): (messageId: string, position: number) => void {
  const announce = useAnnounce()
  const words = strings.session.queue
  const { submit } = useSubmit('changeQueued', {
    done: ({ items }, { path }) => {
      const at = items.find((other) => other.messageId === path.messageId)?.position ?? 0
      announce(words.moved(at + 1))
    },
    failed: () => announce(words.failed),
  })
  return (messageId, position) => submit({ path: { id: sessionId, messageId }, body: { position } })
}
