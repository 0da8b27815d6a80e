// Asks before something is never sent: that cannot be taken back.

import type { DeliveryJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useForgetWhenBack } from '../../api/use-forget-when-back.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { DangerActions } from '../../components/danger-actions.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { nameDelivery } from './name-delivery.ts'
import { nameDeliveryPlace } from './name-place.ts'
import styles from './places.module.css'

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
  useForgetWhenBack(dismiss)
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      <blockquote className={styles.quoted} dir="auto">
        <p className={styles.text}>{nameDelivery(delivery)}</p>
        {delivery.conversation === null ? null : (
          <footer className={styles.place}>{words.to(nameDeliveryPlace(delivery))}</footer>
        )}
      </blockquote>
      <p>{words.text}</p>
      {delivery.state === 'unknown' ? <p>{words.unknown}</p> : null}
      <DangerActions
        submit={words.submit}
        error={dismiss.error}
        isPending={dismiss.isPending}
        onSubmit={() => dismiss.submit({ path: { id: delivery.id } })}
        onClose={onClose}
      />
    </Dialog>
  )
}
