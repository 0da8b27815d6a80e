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
  const { channel, accountId } = place.conversation
  const isAdmitted = new Map<string, boolean>()
  const messages: HistoryMessage[] = []
  for (const message of history.messages) {
    const { platformId } = message.author
    if (await deps.deliveries.isOwn(r, channel, accountId, message.platformId)) {
      messages.push(message)
      continue
    }
    if (!isAdmitted.has(platformId)) {
      const recognised = await recogniseSpeaker(deps, r, place, { ...message.author, isOwn: false }, true)
      isAdmitted.set(platformId, recognised.kind === 'admitted')
    }
    if (isAdmitted.get(platformId)) messages.push(message)
  }
  return { ...history, messages }
}
