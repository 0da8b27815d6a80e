// After a gap: which places are read, and from where on. The platform says where something was said and may not have been
// told, also where nobody was heard yet; what was heard says where else to look. Pure.

import type { ConversationRef } from '@heddle/contract'

export interface PlaceToRead {
  conversation: ConversationRef
  /** What stands behind that is read. */
  after: string
}

interface HeardPlace {
  conversation: ConversationRef
  /** The newest that was heard there. */
  eventId: string
}

/** The platform's places first: of the others nobody knows that anything is missing there. */
export function choosePlacesToRead(
  missed: readonly PlaceToRead[],
  heard: readonly HeardPlace[],
  placesMax: number,
): PlaceToRead[] {
  const newestHeard = new Map(
    heard.map(({ conversation, eventId }) => [conversation.conversationId, eventId]),
  )
  const named = new Set(missed.map(({ conversation }) => conversation.conversationId))
  const told = missed.map(({ conversation, after }) => ({
    conversation,
    // Something newer may have been heard in the meantime, or something older never told.
    after: earlier(after, newestHeard.get(conversation.conversationId)),
  }))
  const others = heard
    .filter(({ conversation }) => !named.has(conversation.conversationId))
    .map(({ conversation, eventId }) => ({ conversation, after: eventId }))
  return [...told, ...others].slice(0, placesMax)
}

function earlier(after: string, heard: string | undefined): string {
  return heard !== undefined && heard < after ? heard : after
}
