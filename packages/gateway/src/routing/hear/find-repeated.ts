// Which of our own rows says the same as a message that stands on a platform, and whether that was redacted here. What a
// platform tells of it may be older than the redaction, and what people wrote there stays there: its words count for
// nothing then (SES6).

import {
  type ConversationRef,
  type DeliveryId,
  type EventId,
  limits,
  placeName,
  type SessionId,
} from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectArrival } from '../routing-store.ts'
import type { ArrivalRow } from '../routing-tables.ts'
import { keptReason } from './arrival.ts'

export type Repeated =
  /** We said it, and it is called so here. */
  | { kind: 'said'; deliveryId: DeliveryId; name: string | undefined; sessionId: SessionId | null }
  /** Somebody said it, and it was heard. */
  | { kind: 'heard'; eventId: EventId }
  | { kind: 'redacted' }
  /** It waits for its turn, and is said after what is said now. */
  | { kind: 'kept' }
  /** Nothing here says it. */
  | { kind: 'unknown' }

type RepeatedIn = Pick<RoutingRoom, 'deliveries' | 'sessions'>

export async function findRepeated(
  deps: RepeatedIn,
  r: Reader,
  place: ConversationRef,
  platformId: string,
): Promise<Repeated> {
  const said = await deps.deliveries.findByPlatformId(r, place, platformId)
  if (said) {
    if (said.text === '') return { kind: 'redacted' }
    return { kind: 'said', deliveryId: said.id, name: said.persona?.name, sessionId: said.sessionId }
  }
  const row = await findArrival(r, place, platformId)
  if (row?.reason === keptReason) return { kind: 'kept' }
  if (row?.message_id == null) return { kind: 'unknown' }
  const [entry] = await deps.sessions.readEntries(r, [row.message_id])
  if (entry === undefined || entry.isRedacted) return { kind: 'redacted' }
  return { kind: 'heard', eventId: row.message_id }
}

/** What a thread was opened from came in above it. */
async function findArrival(
  r: Reader,
  { channel, accountId, conversationId, parentConversationId }: ConversationRef,
  eventId: string,
): Promise<ArrivalRow | undefined> {
  for (const id of [conversationId, parentConversationId]) {
    if (id === undefined) continue
    const row = await r.one(selectArrival({ channel, accountId, conversationId: id, eventId }))
    if (row && (row.message_id !== null || row.reason === keptReason)) return row
  }
  return undefined
}

/**
 * By which something is quoted that stands on a platform and is no entry here: it may still come in, late or after a gap, and
 * what repeats it is known then.
 */
export function nameOutside(place: ConversationRef, platformId: string): string {
  return `${placeName(place)}/${platformId}`
}

/** Of what we said there is a row for so long; sooner than that, one without is not settled yet, and may still be redacted. */
export function isOnRecord(writtenAt: number, now: number): boolean {
  return now - writtenAt < limits.deliveriesKeptMs
}
