// What places and what belongs to them are called. Pure.

import type { BindingJson, CalledPlaceJson, ConversationRef, DeliveryJson } from '@heddle/contract'
import { placeStrings } from '../../place-strings.ts'
import { strings } from '../../strings.ts'

const words = placeStrings.bindings

/** By its label; a session of people by its title. */
export function nameBinding({
  label,
  targetTitle,
  agentId,
}: Pick<BindingJson, 'label' | 'targetTitle' | 'agentId'>): string {
  return label || targetTitle || agentId
}

type Bound = Pick<BindingJson, 'conversation' | 'place' | 'boundBy' | 'targetSessionId'>

export function nameBoundPlace(
  { conversation, place, boundBy, targetSessionId }: Bound,
  meId: string,
): string {
  const { channel, accountId, conversationId } = conversation
  if (channel !== 'web') return nameOutside(conversation, place)
  if (accountId === 'web' && conversationId === targetSessionId) return words.ownPage
  if (accountId === 'web') return words.page(place.name ?? words.untitled)
  const page = place.name === null ? words.inSomeChat : words.inChat(place.name)
  if (accountId === meId) return words.myComposer(page)
  const isBinders = boundBy !== 'system' && boundBy.id === accountId
  return words.composer(isBinders ? boundBy.name : words.somebody, page)
}

export function nameDeliveryPlace({
  conversation,
  place,
}: Pick<DeliveryJson, 'conversation' | 'place'>): string {
  if (conversation === null || place === null) return placeStrings.deliveries.nowhere
  return nameOutside(conversation, place)
}

/** As people there call it; by its id where nobody here knows. */
export function nameOutside(
  { channel, conversationId: id }: ConversationRef,
  { kind, name, above }: CalledPlaceJson,
): string {
  const { outside } = placeStrings
  if (kind === 'thread') {
    if (name !== null && above !== null) return outside.thread(name, above, channel)
    if (above !== null) return outside.unknownUnder(id, above, channel)
    return outside.threadAlone(name ?? id, channel)
  }
  if (name === null || kind === 'web') return outside.unknown(strings.focus.place.kinds[kind], id, channel)
  return outside[kind](name, channel)
}
