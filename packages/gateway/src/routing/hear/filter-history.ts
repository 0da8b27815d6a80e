// Of what stands in a place on its platform, what may be told to a model: what we wrote, and what those wrote who may speak
// there now. Whoever is not heard is not heard by a detour either (R16), nor is what was redacted here (SES6).

import type { Reader } from '../../foundation/database/store.ts'
import type { InboundEvent } from '../ports.ts'
import type { ReadHistory, RecordedMessage } from '../revival/write-preamble.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { findRepeated, nameOutside } from './find-repeated.ts'
import { type InboundPlace, recogniseSpeaker } from './recognise-speaker.ts'

export async function filterHistory(
  deps: RoutingRoom,
  r: Reader,
  /** For whom it is read. */
  place: InboundPlace & Pick<InboundEvent, 'eventId' | 'writtenAt'>,
  history: ReadHistory,
): Promise<ReadHistory> {
  if (history.kind !== 'read') return history
  const ownIndex = history.messages.findIndex(({ platformId }) => platformId === place.eventId)
  const isAdmitted = new Map<string, boolean>()
  const messages: RecordedMessage[] = []
  for (const [index, message] of history.messages.entries()) {
    const { author, isAddressed = false } = message
    const isNewer = ownIndex < 0 ? message.writtenAt > place.writtenAt : index > ownIndex
    // Of a program counts what it said to us; of a person, who they are.
    const speaker = `${isAddressed ? 'to us' : 'to nobody'} ${author.platformId}`
    const repeated = await findRepeated(deps, r, place.conversation, message.platformId)
    // What waits for its turn follows as a message.
    if (repeated.kind === 'redacted' || repeated.kind === 'kept') continue
    if (repeated.kind === 'said') {
      const name = repeated.name ?? author.name
      messages.push({ ...message, author: { ...author, name }, of: repeated.deliveryId })
      continue
    }
    if (await deps.deliveries.isOwn(r, place.conversation, message.platformId)) {
      messages.push(message)
      continue
    }
    // It comes in by itself, right behind.
    if (repeated.kind === 'unknown' && isNewer) continue
    if (!isAdmitted.has(speaker)) {
      const recognised = await recogniseSpeaker(deps, r, place, { ...author, isOwn: false }, isAddressed)
      isAdmitted.set(speaker, recognised.kind === 'admitted')
    }
    if (!isAdmitted.get(speaker)) continue
    const of =
      repeated.kind === 'heard' ? repeated.eventId : nameOutside(place.conversation, message.platformId)
    messages.push({ ...message, of })
  }
  return { ...history, messages }
}
