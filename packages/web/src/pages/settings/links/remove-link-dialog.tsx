// The question before a link is removed.

import type { LinkJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { editPages } from '../../../api/edit-pages.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { DangerActions } from '../../../components/danger-actions.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { linkStrings } from '../../../channel-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'

const words = linkStrings.removing

export function RemoveLinkDialog({ link, onClose }: { link: LinkJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const remove = useSubmit('removeLink', {
    done: () => {
      editPages(queries, 'listLinks', (items) => items.filter(({ id }) => id !== link.id))
      announce(words.done(link.name))
      onClose()
    },
  })
  return (
    <Dialog title={words.title(link.name)} role="alertdialog" onClose={onClose}>
      <p>{words.text}</p>
      <DangerActions
        submit={words.submit}
        error={remove.error}
        isPending={remove.isPending}
        onSubmit={() => remove.submit({ path: { id: link.id } })}
        onClose={onClose}
      />
    </Dialog>
  )
}
