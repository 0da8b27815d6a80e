// What a platform does to us on its bad days, by names that can be read in a test, and how long one waits until such a day
// is over.

import { limits } from '@heddle/contract'
import type { Fault } from '@heddle/emulators/loopback/faults'
import type { LoopbackHouse } from './open-loopback-house.ts'

/** A time-out; what was asked for was done. */
export const lostAnswer: Fault = { kind: 'silence', isDone: true }
/** A time-out; what was asked for was not done. */
export const lostRequest: Fault = { kind: 'silence', isDone: false }
/** Nobody answers at the door: proven not to be done. */
export const unreachable: Fault = { kind: 'unreachable' }
/** An answer that says nothing about what was done. */
export const broken: Fault = { kind: 'status', status: 502, isDone: false }
export const brokenAfterwards: Fault = { kind: 'status', status: 500, isDone: true }
export const refused: Fault = { kind: 'status', status: 403, isDone: false }

export function tooMany(retryAfterMs: number, scope: 'conversation' | 'account' = 'conversation'): Fault {
  return { kind: 'rate_limited', retryAfterMs, scope }
}

/** Time-outs run out, what nobody knows of is read back, and what was proven not to be sent is sent again. */
export const untilSettledMs = limits.deliveryTimeoutMs + 3 * limits.deliverySettleMs

export const bindingsAt = async (h: LoopbackHouse, conversationId: string) => {
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { conversationId, status: 'all' }, { limit: 20 }),
  )
  return items
}

export const boundIn = async (h: LoopbackHouse, conversationId: string) =>
  (await bindingsAt(h, conversationId)).filter(({ status }) => status !== 'ended')

/** Everything that was ever to be said outside. */
export const outboxOf = async (h: LoopbackHouse) => {
  const { items } = await h.store.read((r) =>
    h.deliveries.list(r, { state: 'all', seenBy: { kind: 'all' } }, { limit: 200 }),
  )
  return items
}
