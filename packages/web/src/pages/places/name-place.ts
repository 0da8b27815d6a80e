// What places and what belongs to them are called. Pure.

import type { BindingJson, ConversationRef } from '@heddle/contract'
import { placeStrings } from '../../place-strings.ts'
import { strings } from '../../strings.ts'
import { describePlace } from '../session/focus/read-binding.ts'

const words = placeStrings.bindings

export function nameBinding({ label, agentId }: Pick<BindingJson, 'label' | 'agentId'>): string {
  return label || agentId
}

export function nameBoundPlace(
  { conversation, placeKind }: Pick<BindingJson, 'conversation' | 'placeKind'>,
  meId: string,
): string {
  const { channel, accountId, conversationId } = conversation
  if (channel !== 'web') return describePlace(placeKind, channel, conversationId)
  if (accountId === 'web') return words.ownPage
  return `${accountId === meId ? words.myComposer : words.composer} ${words.onPage}`
}

/** Of which nothing is known but how its platform calls it. */
export function nameConversation(conversation: ConversationRef | null): string {
  if (conversation === null) return placeStrings.deliveries.nowhere
  const { channel, conversationId, parentConversationId } = conversation
  const kind = parentConversationId === undefined ? 'channel' : 'thread'
  return strings.focus.place.outside(conversationId, strings.focus.place.kinds[kind], channel)
}
