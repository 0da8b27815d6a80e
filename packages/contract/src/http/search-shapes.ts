// What a search asks and finds, as JSON.

import { z } from 'zod'
import { eventActorShape } from '../event-shapes.ts'
import { limits } from '../limits.ts'
import { time } from './times.ts'

const id = z.string().min(1).max(64)

export const searchKinds = ['message', 'tool', 'reply'] as const

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1, 'say what to look for').max(limits.searchTextCharsMax),
  /** Only in this session, by id or key. */
  session: z.string().max(limits.sessionKeyCharsMax).optional(),
  kind: z.enum(searchKinds).optional(),
  limit: z.coerce.number().int().min(1).max(limits.searchHitsMax).default(limits.searchHitsDefault),
  cursor: z.string().max(limits.cursorCharsMax).optional(),
})

export const searchHitShape = z.object({
  kind: z.enum(searchKinds),
  sessionId: id,
  sessionTitle: z.string(),
  /** The event that the page opens at: of a reply, the anchor of its thread. */
  eventId: id,
  threadId: id.optional(),
  replyId: id.optional(),
  actor: eventActorShape,
  createdAt: time,
  /** The text around what was found, in pieces: `hit` ones are what was looked for. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})

export const searchShape = z.object({ items: z.array(searchHitShape), next: z.string().optional() })

export type SearchHitJson = z.infer<typeof searchHitShape>
export type SearchKind = (typeof searchKinds)[number]
