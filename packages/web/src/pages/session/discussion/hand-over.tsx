// Gives the moment and what was said about it to the session's agent, with a word of one's own before it. A discussion that
// is not there yet is opened for it.

import { limits, type WholeSessionJson } from '@heddle/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { useClient } from '../../../api/client-context.tsx'
import { newKey } from '../../../api/new-key.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { useGrowing } from '../composer/use-field.ts'
import styles from './discussion.module.css'

interface HandOverProps {
  session: WholeSessionJson
  anchorEventId: string
  agentName: string
  replies: number
  onClose(): void
  onShow(eventId: string): void
}

const words = discussionStrings.hand

export function HandOver(props: HandOverProps) {
  const { agentName, replies, onClose, onShow } = props
  const format = useFormat()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const hand = useHandOver(props, note)
  useGrowing(field, note)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const tooMany = note.length - limits.handOverNoteCharsMax
  const handed = hand.handedId
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (handed !== undefined) close.current?.focus({ preventScroll: true })
  }, [handed])
  if (handed !== undefined) {
    return (
      <div className={styles.form}>
        <p className={styles.hint}>{words.done(agentName)}</p>
        <div className={styles.buttons}>
          <Button onPress={() => onShow(handed)}>{words.show}</Button>
          <Button look="primary" ref={close} onPress={onClose}>
            {strings.form.done}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form
      aria-labelledby={`${id}-title`}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (tooMany <= 0) void hand.submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <h3 id={`${id}-title`} className={styles.handTitle}>
        {words.title(agentName)}
      </h3>
      <p className={styles.hint}>{words.about(replies)}</p>
      {hand.error ? <Failure error={hand.error} /> : null}
      <label className={styles.label}>
        <span>
          {words.note} <span className={styles.optional}>{strings.form.optional}</span>
        </span>
        <textarea
          ref={field}
          className={styles.note}
          rows={2}
          dir="auto"
          value={note}
          aria-invalid={tooMany > 0 ? true : undefined}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {tooMany > 0 ? <p className={styles.problem}>{words.tooLong(format.count(tooMany))}</p> : null}
      <div className={styles.buttons}>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button type="submit" look="primary" isPending={hand.isPending}>
          {words.submit(agentName)}
        </Button>
      </div>
    </form>
  )
}

function useHandOver({ session, anchorEventId, agentName }: HandOverProps, note: string) {
  const client = useClient()
  const announce = useAnnounce()
  // One for what is handed over here, however often it is tried; in other words it is another.
  const [key, setKey] = useState({ note, id: newKey() })
  const [state, setState] = useState<{ isPending: boolean; error: CallError | null; handedId?: string }>({
    isPending: false,
    error: null,
  })
  return {
    ...state,
    async submit() {
      if (state.isPending) return
      const clientMessageId = key.note === note ? key.id : newKey()
      setKey({ note, id: clientMessageId })
      setState({ isPending: true, error: null })
      try {
        const thread = await client.call('openThread', {
          path: { id: session.id },
          body: { anchorEventId },
          key: `${clientMessageId}-open`,
        })
        const { eventId } = await client.call('handOver', {
          path: { id: thread.id },
          body: { clientMessageId, ...(note.trim() !== '' && { note }) },
          key: clientMessageId,
        })
        announce(words.done(agentName), false)
        setState({ isPending: false, error: null, handedId: eventId })
      } catch (error) {
        const known = error instanceof CallError ? error : new CallError('not_understood', String(error))
        setState({ isPending: false, error: known })
      }
    },
  }
}
