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

export const bindingShape = z.object({
  bindingId: z.string(),
  targetSessionKey: z.string(),
  targetSessionId: z.string(),
  targetKind: z.enum(bindingTargets),
  agentId: z.string(),
  label: z.string().nullable(),
  conversation: conversationShape,
  /** What kind of place it is. */
  placeKind: z.enum(placeKinds),
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
  metadata: z.object({
    /** Heddle opened the conversation for it. */
    opened: z.boolean(),
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
export type BoundJson = z.infer<typeof boundShape>
export type BindInput = z.infer<typeof bindInput>
