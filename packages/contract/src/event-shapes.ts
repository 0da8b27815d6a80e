// One entry of a session's log as JSON.

import { z } from 'zod'
import { time } from './http/times.ts'

export const eventActorShape = z.object({
  kind: z.enum(['person', 'guest', 'agent', 'system']),
  id: z.string().nullable(),
  name: z.string(),
})

/**
 * One event as it travels. `place` is the `seq` under which it stands in the timeline: its own, or that of the event it
 * completes. `payload` depends on the kind; one that was cut is marked, and is read whole by its id.
 */
export const eventShape = z.object({
  seq: z.int(),
  eventId: z.string(),
  kind: z.string(),
  place: z.int(),
  actor: eventActorShape,
  causedBy: z.string().optional(),
  turnId: z.string().optional(),
  createdAt: time,
  redacted: z.boolean().optional(),
  truncated: z.boolean().optional(),
  payload: z.record(z.string(), z.unknown()),
})

export type EventActor = z.infer<typeof eventActorShape>
export type EventJson = z.infer<typeof eventShape>
