// Asks once more before a content is gone for good.

import type { EventJson } from '@heddle/contract'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { dialogStrings } from '../../../dialog-strings.ts'
import { strings } from '../../../strings.ts'
import { textIn } from './read-payload.ts'

export function RedactDialog(props: { sessionId: string; event: EventJson; onClose(): void }) {
  const { sessionId, event, onClose } = props
  const announce = useAnnounce()
  const words = dialogStrings.redacting
  const redact = useSubmit('redactEvent', {
    done: () => {
      announce(words.done)
      onClose()
    },
  })
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      {textIn(event) === '' ? null : <blockquote dir="auto">{words.quoted(textIn(event))}</blockquote>}
      <p>{words.text}</p>
      {redact.error ? <Failure error={redact.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button
          look="danger"
          isPending={redact.isPending}
          onPress={() => redact.submit({ path: { id: sessionId, eventId: event.eventId } })}
        >
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
