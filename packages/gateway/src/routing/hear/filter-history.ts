// Of what stands in a place on its platform, what may be told to a model: what we wrote, and what those wrote who may speak
// there now. Whoever is not heard is not heard by a detour either (R16).

import type { Reader } from '../../foundation/database/store.ts'
import type { HistoryMessage } from '../ports.ts'
import type { ReadHistory } from '../revival/write-preamble.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { type InboundPlace, recogniseSpeaker } from './recognise-speaker.ts'

export async function filterHistory(
  deps: RoutingRoom,
  r: Reader,
  place: InboundPlace,
  history: ReadHistory,
): Promise<ReadHistory> {
  if (history.kind !== 'read') return history
  const isAdmitted = new Map<string, boolean>()
  const messages: HistoryMessage[] = []
  for (const message of history.messages) {
    const { author, isAddressed = false } = message
    // Of a program counts what it said to us; of a person, who they are.
    const speaker = `${isAddressed ? 'to us' : 'to nobody'} ${author.platformId}`
    if (await deps.deliveries.isOwn(r, place.conversation, message.platformId)) {
      messages.push(message)
      continue
    }
    if (!isAdmitted.has(speaker)) {
      const recognised = await recogniseSpeaker(deps, r, place, { ...author, isOwn: false }, isAddressed)
      isAdmitted.set(speaker, recognised.kind === 'admitted')
    }
    if (isAdmitted.get(speaker)) messages.push(message)
  }
  return { ...history, messages }
}
