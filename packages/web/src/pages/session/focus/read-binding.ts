// What a row about a binding says. It comes from a server that may be newer than this page, so each field is looked at
// before it is trusted.

import { type ConversationRef, type EventJson, type PlaceKind, placeKinds } from '@heddle/contract'
import { strings } from '../../../strings.ts'
import { textIn } from '../timeline/read-payload.ts'
import { whyIn } from './choose-lost.ts'

export interface BindingOnRecord {
  /** Somebody's composer on the page of a chat, a page of its own, or a place on another platform. */
  kind: 'composer' | 'page' | 'outside'
  sessionId: string
  name: string
  place: string
  /** The page of the composer. */
  pageId: string
  by: string
  /** Undefined where it was made. */
  why: string | undefined
}

/** As the gateway names the conversation that everybody on the web shares. */
const everybody = 'web'

export function readBinding(event: EventJson): BindingOnRecord {
  const { channel = '', accountId, conversationId = '' } = conversationIn(event)
  const kind = placeKinds.find((known) => known === event.payload.placeKind) ?? 'channel'
  const ended = event.kind === 'binding.ended' ? (whyIn(event)?.why ?? strings.subagents.ended) : undefined
  return {
    kind: channel !== 'web' ? 'outside' : accountId === everybody ? 'page' : 'composer',
    sessionId: textIn(event, 'sessionId'),
    name: textIn(event, 'label') || strings.subagents.unnamed,
    place: describePlace(kind, channel, conversationId),
    pageId: conversationId,
    by: textIn(event, 'by'),
    why: ended,
  }
}

export function describePlace(kind: PlaceKind, channel: string, conversationId: string): string {
  const { kinds, outside } = strings.focus.place
  return outside(conversationId, kinds[kind], channel)
}

function conversationIn(event: EventJson): Partial<Record<keyof ConversationRef, string>> {
  const { conversation } = event.payload
  if (typeof conversation !== 'object' || conversation === null) return {}
  return Object.fromEntries(Object.entries(conversation).filter(([, value]) => typeof value === 'string'))
}
