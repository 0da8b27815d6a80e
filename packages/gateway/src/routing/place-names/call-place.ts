// What a place is called, for whoever reads of it in a list. A page is called by the title of its session, and only for those
// who may read that (BND2).

import type { ConversationRef, PlaceKind, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { findKnownPlace } from '../find-known-place.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import { selectConversation } from '../routing-store.ts'
import { selectPlaceName } from './place-name-store.ts'

export interface CalledPlace {
  kind: PlaceKind
  /** Of direct messages: who writes there. Null: not known, or not to the reader. */
  name: string | null
  /** Of a thread: what the conversation above it is called. */
  above: string | null
}

type CallDeps = Pick<RoutingDeps, 'people' | 'sessions'>

/** `kind` where it is known already. Whoever asks may know that there is this place. */
export async function callPlace(
  deps: CallDeps,
  r: Reader,
  actor: Actor,
  conversation: ConversationRef,
  kind?: PlaceKind,
): Promise<CalledPlace> {
  if (conversation.channel === 'web') {
    const name = await callPage(deps, r, actor, conversation.conversationId as SessionId)
    return { kind: 'web', name, above: null }
  }
  const found = kind ?? (await findKind(r, conversation))
  if (found === 'dm') return { kind: found, name: await callDirect(deps, r, conversation), above: null }
  return { kind: found, name: await nameOf(r, conversation), above: await nameAbove(r, conversation) }
}

/** As it was heard or bound; otherwise by whether it stands under another. */
export async function findKind(r: Reader, conversation: ConversationRef): Promise<PlaceKind> {
  const known = (await findKnownPlace(r, conversation))?.kind
  if (known !== undefined) return known === 'personal' ? 'web' : known
  return conversation.parentConversationId === undefined ? 'channel' : 'thread'
}

async function callPage(deps: CallDeps, r: Reader, actor: Actor, id: SessionId): Promise<string | null> {
  if (id === '' || !(await deps.sessions.mayRead(r, actor, id))) return null
  return (await deps.sessions.see(r, { kind: 'system' }, id)).title || null
}

/** A member by their name here, whatever they are called there. */
async function callDirect(
  { people }: CallDeps,
  r: Reader,
  conversation: ConversationRef,
): Promise<string | null> {
  const { channel, accountId } = conversation
  const platformId = (await r.one(selectConversation(conversation)))?.platform_id ?? null
  const member =
    platformId === null ? undefined : await people.recogniseAccount(r, { channel, accountId, platformId })
  return member?.name ?? (await nameOf(r, conversation))
}

async function nameAbove(r: Reader, conversation: ConversationRef): Promise<string | null> {
  const { parentConversationId: conversationId } = conversation
  return conversationId === undefined ? null : nameOf(r, { ...conversation, conversationId })
}

async function nameOf(r: Reader, place: ConversationRef): Promise<string | null> {
  return (await r.one(selectPlaceName(place)))?.name || null
}
