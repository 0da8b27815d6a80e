// Asks once more before the words of a reply are gone for good.

import type { ReplyJson } from '@heddle/contract'
import { useSubmit } from '../../../api/use-submit.ts'
import { DangerActions } from '../../../components/danger-actions.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'

const words = discussionStrings.removing

export function DeleteReply({ reply, onClose }: { reply: ReplyJson; onClose(): void }) {
  const announce = useAnnounce()
  const remove = useSubmit('deleteReply', {
    done: () => {
      announce(words.done, false)
      onClose()
    },
  })
  return (
    <Dialog title={words.title} role="alertdialog" onClose={onClose}>
      <blockquote dir="auto">{words.quoted(reply.body)}</blockquote>
      <p>{words.text}</p>
      <DangerActions
        submit={words.submit}
        error={remove.error}
        isPending={remove.isPending}
        onSubmit={() => remove.submit({ path: { id: reply.id } })}
        onClose={onClose}
      />
    </Dialog>
  )
}
