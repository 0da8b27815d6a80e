// Accounts on platforms that are a member's, as JSON.

import { z } from 'zod'
import { limits } from '../limits.ts'
import { time } from './times.ts'

export const linkShape = z.object({
  id: z.string(),
  channel: z.string(),
  accountId: z.string(),
  /** By which the platform knows them, whatever they call themselves. */
  platformId: z.string(),
  name: z.string(),
  linkedAt: time,
})

export const offeredLinkShape = z.object({
  /** Shown this once. */
  code: z.string(),
  /** What to write on the channel. */
  say: z.string(),
  expiresAt: time,
})

export const linkInput = z.strictObject({
  /** That the channel showed; without one, a code is given that is said there. */
  code: z.string().min(1).max(limits.linkCodeCharsMax).optional(),
})

export type LinkJson = z.infer<typeof linkShape>
export type OfferedLinkJson = z.infer<typeof offeredLinkShape>
