// The outbox as JSON.

import { z } from 'zod'
import { deliveryFilters, deliveryKinds, deliveryReasons, deliveryStates } from '../delivery-words.ts'
import { limits } from '../limits.ts'
import { calledPlaceShape, conversationShape } from './binding-shapes.ts'
import { attachmentShape } from './file-shapes.ts'
import { pageQuery } from './shapes.ts'
import { time } from './times.ts'

export const deliveryShape = z.object({
  id: z.string(),
  kind: z.enum(deliveryKinds),
  /** What it tells of: an event, a run, a binding. */
  cause: z.string(),
  sessionId: z.string().nullable(),
  eventId: z.string().nullable(),
  runId: z.string().nullable(),
  /** Null: there is no valid place for it. */
  conversation: conversationShape.nullable(),
  place: calledPlaceShape.nullable(),
  part: z.int(),
  parts: z.int(),
  /** The beginning of it. */
  text: z.string(),
  /** Why there is no text to show: it is not the caller's to see, it is for whoever reads it there, or it is gone. */
  hidden: z.enum(['not_yours', 'told_there', 'gone']).nullable(),
  /** What it carries, as far as that is still there. */
  attachments: z.array(attachmentShape),
  persona: z.string().nullable(),
  state: z.enum(deliveryStates),
  reason: z.enum(deliveryReasons).nullable(),
  /** In words, with what the platform said. */
  detail: z.string().nullable(),
  attempts: z.int(),
  platformMessageId: z.string().nullable(),
  link: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  /** Not before. */
  nextAt: time.nullable(),
  sentAt: time.nullable(),
  mayResend: z.boolean(),
  mayDismiss: z.boolean(),
})

export const deliveriesQuery = pageQuery.extend({
  /** `trouble`: what waits for somebody's word. */
  state: z.enum([...deliveryFilters, ...deliveryStates]).default('all'),
  /** Id or key of a session. */
  session: z.string().max(limits.sessionKeyCharsMax).optional(),
})

export type DeliveryJson = z.infer<typeof deliveryShape>
