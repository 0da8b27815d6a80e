// Files that people and agents hand to each other, as JSON. The content itself travels as bytes.

import { z } from 'zod'
import { limits } from '../limits.ts'
import { time } from './times.ts'

const id = z.string().min(1).max(64)

/** As it stands in a message: enough to show it without reading it. */
export const attachmentShape = z.object({
  id,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Of an image, in pixels, so that its place is kept while it loads. */
  width: z.int().optional(),
  height: z.int().optional(),
})

export const fileShape = attachmentShape.extend({ createdAt: time })

/** For a body that is the file itself; a form carries the name with its part `file`. */
export const uploadQuery = z.strictObject({ name: z.string().max(limits.fileNameCharsMax).optional() })

export const attachmentIds = z.array(id).max(limits.attachmentsMax)

export type AttachmentJson = z.infer<typeof attachmentShape>
export type FileJson = z.infer<typeof fileShape>
