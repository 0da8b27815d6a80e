// The files that a message came with. A server may be newer than this page, so what is not understood is left out.

import { type AttachmentJson, attachmentShape, type EventJson } from '@heddle/contract'
import { z } from 'zod'

const attachmentsShape = z.array(attachmentShape)

export function attachmentsIn(event: EventJson): AttachmentJson[] {
  const { attachments } = event.payload
  if (attachments === undefined) return []
  return attachmentsShape.safeParse(attachments).data ?? []
}
