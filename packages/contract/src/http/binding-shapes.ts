// Bindings as JSON.

import { z } from 'zod'
import { bindingEnds, bindingStatuses, bindingTargets } from '../binding-words.ts'
import { placeKinds } from '../conversation.ts'
import { limits } from '../limits.ts'
import { pageQuery } from './shapes.ts'
import { time } from './times.ts'

const name = z.string().min(1).max(limits.placeIdCharsMax)

export const conversationShape = z.object({
  channel: z.string(),
  accountId: z.string(),
  conversationId: z.string(),
  parentConversationId: z.string().optional(),
})

/** What a place is called, as far as the caller may know. */
export const calledPlaceShape = z.object({
  kind: z.enum(placeKinds),
  /** By people there; of direct messages, who writes there; of a page, its session's title. Null: not known. */
  name: z.string().nullable(),
  /** Of a thread: the conversation above it. */
  above: z.string().nullable(),
})

export const bindingShape = z.object({
  bindingId: z.string(),
  targetSessionKey: z.string(),
  targetSessionId: z.string(),
  targetKind: z.enum(bindingTargets),
  agentId: z.string(),
  label: z.string().nullable(),
  /** Of the session that hears. */
  targetTitle: z.string(),
  conversation: conversationShape,
  /** What kind of place it is. */
  placeKind: z.enum(placeKinds),
  place: calledPlaceShape,
  status: z.enum(bindingStatuses),
  /** `system` where nobody did: then whoever takes part may end it. */
  boundBy: z.union([z.object({ id: z.string(), name: z.string() }), z.literal('system')]),
  boundAt: time,
  /** When nobody writes there until then. */
  expiresAt: time.optional(),
  maxAgeAt: time.optional(),
  lastActivityAt: time,
  endedAt: time.optional(),
  endedReason: z.enum(bindingEnds).optional(),
  /** The name of whoever ended it; absent where nobody did. */
  endedBy: z.string().optional(),
  metadata: z.object({
    /** Heddle opened the conversation for it. */
    opened: z.boolean(),
    /** The conversation is put away when the binding ends. */
    closes: z.boolean(),
    runId: z.string().optional(),
  }),
  /** Whether the caller may end it. */
  mayEnd: z.boolean(),
})

/** The same in a list of sessions, beside the one that hears. */
export const boundShape = bindingShape.pick({
  bindingId: true,
  conversation: true,
  placeKind: true,
  place: true,
  status: true,
  boundBy: true,
  boundAt: true,
  expiresAt: true,
  maxAgeAt: true,
  lastActivityAt: true,
})

export const bindingsQuery = pageQuery.extend({
  /** Id or key of the session that hears. */
  session: z.string().max(limits.sessionKeyCharsMax).optional(),
  channel: z.string().max(64).optional(),
  conversationId: name.optional(),
  /** Words that stand in what it is called: the session, its agent, the place, who bound it. */
  q: z.string().trim().max(limits.searchTextCharsMax).optional(),
  status: z.enum(['in_force', 'ended', 'all']).default('in_force'),
})

export const bindInput = z
  .strictObject({
    targetSessionKey: z.string().min(1).max(limits.sessionKeyCharsMax).optional(),
    targetSessionId: z.string().min(1).max(64).optional(),
    conversation: z.strictObject({
      channel: z.string().min(1).max(64),
      accountId: name,
      conversationId: name,
      parentConversationId: name.optional(),
    }),
    /** How long it lasts while nobody writes there; 0 is for ever. */
    ttlMs: z.int().min(0).max(limits.bindingMsMax).optional(),
  })
  .refine((input) => (input.targetSessionKey === undefined) !== (input.targetSessionId === undefined), {
    error: 'name the session by targetSessionKey or by targetSessionId, one of them',
    path: ['targetSessionId'],
  })

export type BindingJson = z.infer<typeof bindingShape>
export type CalledPlaceJson = z.infer<typeof calledPlaceShape>
export type BoundJson = z.infer<typeof boundShape>
export type BindInput = z.infer<typeof bindInput>
