// Asks before a place that others write in no longer belongs to its session.

import type { BindingJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useForgetWhenBack } from '../../api/use-forget-when-back.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { DangerActions } from '../../components/danger-actions.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useMe } from '../../me/me-context.tsx'
import { placeStrings } from '../../place-strings.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { nameBinding, nameBoundPlace } from './name-place.ts'
import styles from './places.module.css'

const words = placeStrings.bindings

export function EndBinding({ binding, onClose }: { binding: BindingJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const me = useMe()
  const name = nameBinding(binding)
  const end = useSubmit('endBinding', {
    done: () => {
      void queries.invalidateQueries({ queryKey: ['listBindings'] })
      announce(words.wasEnded(name))
      onClose()
    },
  })
  useForgetWhenBack(end)
  return (
    <Dialog title={words.ending.title} role="alertdialog" onClose={onClose}>
      <p className={styles.quoted} dir="auto">
        {words.ending.which(name, nameBoundPlace(binding, me.id))}
      </p>
      <p>{tellWhatFollows(binding)}</p>
      <DangerActions
        submit={words.ending.submit}
        error={end.error}
        isPending={end.isPending}
        onSubmit={() => end.submit({ path: { id: binding.bindingId } })}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** For the session, and outside for those who read there. */
function tellWhatFollows({ status, conversation, metadata }: BindingJson): string {
  const { text, goesOn, isOver, farewell, farewellAndClose } = words.ending
  const session = `${text} ${status === 'ending' ? isOver : goesOn}`
  if (conversation.channel === 'web') return session
  return `${session} ${metadata.closes ? farewellAndClose : farewell}`
}
