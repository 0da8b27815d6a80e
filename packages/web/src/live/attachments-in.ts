// The files that a message came with. A server may be newer than this page, so what is not understood is left out.

import type { AttachmentJson, EventJson } from '@heddle/contract'
import { attachmentList } from './live.at-build.ts'

export function attachmentsIn(event: EventJson): AttachmentJson[] {
  const { attachments } = event.payload
  if (attachments === undefined) return []
  return attachmentList.safeParse(attachments).data ?? []
}
