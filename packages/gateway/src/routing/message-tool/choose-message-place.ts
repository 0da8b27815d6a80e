// Into which conversation an agent may write with `message`, of those that its session has. Pure (AGT8, BND9).

import { type ConversationRef, nearest, placeName } from '@heddle/contract'

export interface OwnPlaces {
  /** In force; a session that has one writes nowhere else. The most recently active first. */
  bound: readonly ConversationRef[]
  /** Of a session at the top: where it is spoken to. */
  own: readonly ConversationRef[]
  /** Platform threads that it opened. */
  opened: readonly ConversationRef[]
}

export type MessageWish =
  | { action: 'send' }
  | { action: 'thread-create' }
  | { action: 'thread-reply'; threadId: string }

export type MessagePlace =
  | { kind: 'place'; place: ConversationRef }
  | { kind: 'refused'; field: string; why: string; nearest?: string }

/** `here`: the place that the running turn answers in, if any. */
export function chooseMessagePlace(wish: MessageWish, places: OwnPlaces, here: string | null): MessagePlace {
  const mayWrite = places.bound.length > 0 ? places.bound : [...places.own, ...places.opened]
  if (wish.action === 'thread-reply') return findThread(wish.threadId, mayWrite)
  const usual = places.bound.length > 0 ? places.bound : places.own
  const place = usual.find((one) => placeName(one) === here) ?? usual[0]
  if (place === undefined) {
    return { kind: 'refused', field: 'action', why: 'this session has no conversation outside of Heddle' }
  }
  if (wish.action === 'send') return { kind: 'place', place }
  if (places.bound.length > 0) {
    return {
      kind: 'refused',
      field: 'action',
      why: 'this session is bound to a conversation and writes only there: use send',
    }
  }
  if (place.parentConversationId !== undefined) {
    return { kind: 'refused', field: 'action', why: 'this conversation is a thread already: use send' }
  }
  return { kind: 'place', place }
}

function findThread(threadId: string, places: readonly ConversationRef[]): MessagePlace {
  const found = places.find(({ conversationId }) => conversationId === threadId)
  if (found) return { kind: 'place', place: found }
  const near = nearest(
    threadId,
    places.map(({ conversationId }) => conversationId),
  )
  return {
    kind: 'refused',
    field: 'threadId',
    why: 'is no thread that this session opened or is bound to',
    ...(near !== undefined && { nearest: near }),
  }
}
