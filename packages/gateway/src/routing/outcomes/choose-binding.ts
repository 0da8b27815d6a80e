// Of the places that are bound to a session, the one in which it speaks when nobody asked in any of them. Pure (RTE2).

import { type ConversationRef, placeOfName } from '@heddle/contract'
import type { Binding } from '../bindings/bindings.ts'

/** `bindings`: the most recently active first. `origin` names the place where all of it was asked for; may be empty. */
export function chooseBinding<B extends Pick<Binding, 'conversation'>>(
  bindings: readonly B[],
  origin: string,
): B | undefined {
  const asked = placeOfName(origin)
  if (asked === undefined) return bindings[0]
  return (
    bindings.find(({ conversation }) => isSame(conversation, asked)) ??
    bindings.find(({ conversation }) => isUnder(conversation, asked)) ??
    bindings[0]
  )
}

/** On the web a page is one place, whoever writes there. */
function isSame(place: ConversationRef, asked: ConversationRef): boolean {
  return isNear(place, asked) && place.conversationId === asked.conversationId
}

/** What was asked for in a channel and has a thread below it was given that for it. */
function isUnder(place: ConversationRef, asked: ConversationRef): boolean {
  return isNear(place, asked) && place.parentConversationId === asked.conversationId
}

function isNear(place: ConversationRef, asked: ConversationRef): boolean {
  return place.channel === asked.channel && (place.channel === 'web' || place.accountId === asked.accountId)
}
