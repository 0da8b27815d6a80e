// What a thread was opened from is the context of its first message, and what somebody replies to that of their reply, as
// data; of whoever may not speak here nothing is told (CNV3, R16), and nothing of what was redacted.

import { type DeliveryId, limits, type SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { NewQuote } from '../../sessions/sessions.ts'
import type { InboundAnchor } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Arrival } from './arrival.ts'
import { findRepeated, isOnRecord } from './find-repeated.ts'
import { recogniseSpeaker } from './recognise-speaker.ts'

export async function quoteAnchor(deps: RoutingRoom, t: Tx, arrival: Arrival): Promise<NewQuote | undefined> {
  return quote(deps, t, arrival, arrival.anchor)
}

/** `by`: the session that hears it, which knows what it said itself. */
export async function quoteReplied(
  deps: RoutingRoom,
  t: Tx,
  arrival: Arrival,
  by?: SessionId,
): Promise<NewQuote | undefined> {
  return quote(deps, t, arrival, arrival.repliedTo, by)
}

async function quote(
  deps: RoutingRoom,
  t: Tx,
  arrival: Arrival,
  anchor: InboundAnchor | undefined,
  by?: SessionId,
): Promise<NewQuote | undefined> {
  const { conversation } = arrival
  if (anchor === undefined || anchor.text.trim() === '') return undefined
  const { author, writtenAt } = anchor
  const text = anchor.text.slice(0, limits.messageCharsMax)
  const repeated = await findRepeated(deps, t, conversation, anchor.platformId)
  if (repeated.kind === 'redacted') return undefined
  if (repeated.kind === 'said' && by !== undefined && repeated.sessionId === by) return undefined
  if (repeated.kind === 'said') {
    return { name: repeated.name ?? author.name, text, isForeign: false, of: repeated.deliveryId }
  }
  if (author.isOwn) {
    return isOnRecord(writtenAt, t.now) ? undefined : { name: author.name, text, isForeign: false }
  }
  const recognised = await recogniseSpeaker(deps, t, arrival, author, true)
  if (recognised.kind === 'refused') return undefined
  const of = repeated.kind === 'heard' ? repeated.eventId : undefined
  return { name: author.name, text, isForeign: recognised.speaker.member === undefined, of }
}

/** The reaction to a redaction in the outbox: what people quoted of it follows. */
export async function changeQuotes(deps: RoutingRoom, t: Tx, deliveryId: DeliveryId): Promise<void> {
  const said = await deps.deliveries.read(t, deliveryId)
  if (said)
    await deps.sessions.changeQuotesOf(t, said.id, { name: said.persona?.name ?? '', text: said.text })
}
