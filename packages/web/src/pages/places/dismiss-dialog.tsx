// Asks before something is never sent: that cannot be taken back.

import type { DeliveryJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'

const words = placeStrings.deliveries.dismissing

export function DismissDialog({ delivery, onClose }: { delivery: DeliveryJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const dismiss = useSubmit('dismissDelivery', {
    done: () => {
      void queries.invalidateQueries({ queryKey: ['listDeliveries'] })
      announce(words.done)
      onClose()
    },
  })
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      <p>{words.text}</p>
      {delivery.state === 'unknown' ? <p>{words.unknown}</p> : null}
      {dismiss.error ? <Failure error={dismiss.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button
          look="danger"
          isPending={dismiss.isPending}
          onPress={() => dismiss.submit({ path: { id: delivery.id } })}
        >
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
