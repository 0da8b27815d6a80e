// What a lane does next, from what stands first in it. Pure.

import { type DeliveryKind, type DeliveryReason, type DeliveryState, limits } from '@heddle/contract'
import { unreachable } from '../foundation/states.ts'

export interface LaneHead {
  kind: DeliveryKind
  state: DeliveryState
  attempts: number
  /** How often it may still be tried. */
  triesLeft: number
  /** Its age counts from here. */
  since: number
  nextAt: number
  startedAt: number | null
  expiresAt: number | null
  /** It must not be sent once more, and why. */
  unwanted?: DeliveryReason | undefined
}

export interface LaneSurroundings {
  now: number
  /** The account cannot be reached at all. */
  isAbsent: boolean
  pausedUntil: number | null
  /** Whether one can look for what may have been sent. */
  canLook: boolean
  /** From the beginning of a request until what came of it can be read. */
  settleMs: number
}

export type Next =
  | { kind: 'send' }
  /** Whether it is there is read from the platform. */
  | { kind: 'look' }
  | { kind: 'wait'; until: number; why: 'time' | 'account' }
  /** A request was under way when nobody held the lane: what came of it is not known. */
  | { kind: 'doubt'; until: number }
  /** It stays unknown, and those behind it go on. */
  | { kind: 'leave' }
  | { kind: 'give_up'; reason: DeliveryReason }
  | { kind: 'withdraw'; reason: DeliveryReason }

export function chooseNext(head: LaneHead, around: LaneSurroundings): Next {
  const { now } = around
  const isOver = head.expiresAt !== null && now >= head.expiresAt
  switch (head.state) {
    case 'queued':
    case 'waiting':
      if (isOver) return { kind: 'give_up', reason: 'too_old' }
      if (head.triesLeft <= 0) return { kind: 'give_up', reason: 'too_many_tries' }
      if (now - head.since >= limits.deliveryOldMs) return { kind: 'give_up', reason: oldReason(head) }
      return whenReachable(head, around, { kind: 'send' })
    case 'sending':
      return afterCrash(head, around)
    case 'unknown':
      if (isOver) return { kind: 'give_up', reason: 'no_answer' }
      if (!around.isAbsent && !around.canLook) return { kind: 'leave' }
      return whenReachable(head, around, { kind: 'look' })
    case 'sent':
    case 'rejected':
    case 'gave_up':
    case 'withdrawn':
      throw new Error(`a delivery that is ${head.state} stands in a lane`)
    default:
      return unreachable(head.state)
  }
}

/** A request was under way when nobody held the lane. */
function afterCrash(head: LaneHead, { now, settleMs }: LaneSurroundings): Next {
  const { kind, startedAt, unwanted } = head
  const settledAt = (startedAt ?? now) + settleMs
  const again: Next = unwanted === undefined ? { kind: 'send' } : { kind: 'withdraw', reason: unwanted }
  switch (kind) {
    case 'message':
      return { kind: 'doubt', until: settledAt }
    case 'open':
      return { kind: 'doubt', until: now }
    case 'edit':
      // To do it twice does no harm, but one that is done late would undo what is changed after it.
      return settledAt > now ? { kind: 'wait', until: settledAt, why: 'time' } : again
    case 'delete':
    case 'close':
      return again
    default:
      return unreachable(kind)
  }
}

function whenReachable(head: LaneHead, { now, isAbsent, pausedUntil }: LaneSurroundings, then: Next): Next {
  const latest = Math.min(now + limits.deliveryPausedLookMs, head.expiresAt ?? Infinity)
  if (isAbsent) return { kind: 'wait', until: latest, why: 'account' }
  if (pausedUntil !== null && pausedUntil > now) {
    return { kind: 'wait', until: Math.min(pausedUntil, latest), why: 'account' }
  }
  if (head.nextAt > now) {
    return { kind: 'wait', until: Math.min(head.nextAt, head.expiresAt ?? Infinity), why: 'time' }
  }
  return then
}

function oldReason({ attempts }: LaneHead): DeliveryReason {
  return attempts > 0 ? 'too_many_tries' : 'too_old'
}
