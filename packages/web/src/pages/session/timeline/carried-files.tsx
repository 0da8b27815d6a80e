// The files that an entry came with, if there are any.

import type { EventJson } from '@heddle/contract'
import { AttachmentList } from '../../../components/attachment-list.tsx'
import { attachmentsIn } from '../../../live/attachments-in.ts'

export function CarriedFiles({ event }: { event: EventJson | undefined }) {
  const items = event ? attachmentsIn(event) : []
  // Where there are none, nothing that shows them is made ready.
  return items.length === 0 ? null : <AttachmentList items={items} />
}
