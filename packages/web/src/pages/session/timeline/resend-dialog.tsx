// Changes a message that was taken already, and says it again: in a new session that shares the past up to it.

import { type EventJson, limits } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { attachmentsIn } from '../../../live/attachments-in.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { dialogStrings } from '../../../dialog-strings.ts'
import { strings } from '../../../strings.ts'
import { textIn } from './read-payload.ts'
import styles from './timeline.module.css'

export function ResendDialog(props: { sessionId: string; event: EventJson; onClose(): void }) {
  const { sessionId, event, onClose } = props
  const [, go] = useLocation()
  const announce = useAnnounce()
  const [body, setBody] = useState(textIn(event))
  const words = dialogStrings.resending
  const field = useFocusedField()
  const fork = useSubmit('forkSession', {
    done: ({ id }) => {
      announce(words.done)
      onClose()
      go(`/sessions/${id}`)
    },
  })
  const attachments = attachmentsIn(event).map(({ id }) => id)
  const isRight = body.trim() !== '' && body.length <= limits.messageCharsMax
  const send = () =>
    fork.submit({ path: { id: sessionId }, body: { eventId: event.eventId, body, attachments } })
  return (
    <Dialog title={words.title} onClose={onClose} isDismissable={body === textIn(event)}>
      <p>{words.text}</p>
      <textarea
        ref={field}
        className={styles.resend}
        aria-label={words.label}
        rows={6}
        dir="auto"
        value={body}
        onChange={(change) => setBody(change.target.value)}
        onKeyDown={(key) => {
          if (key.key === 'Enter' && (key.ctrlKey || key.metaKey) && isRight) send()
        }}
      />
      {fork.error ? <Failure error={fork.error} /> : null}
      <DialogActions>
        <Button onPress={onClose}>{strings.form.cancel}</Button>
        <Button look="primary" isDisabled={!isRight} isPending={fork.isPending} onPress={send}>
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** By an effect: a field that takes the focus by itself keeps a sheet hidden until the phone's keyboard is there. */
function useFocusedField() {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}
