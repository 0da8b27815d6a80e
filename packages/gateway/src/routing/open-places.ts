// Opens the session of a place, with the place: each conversation has one of its own.

import { type ConversationRef, type PlaceKind, Refusal } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import { isOpenTo } from './is-open-to.ts'
import type { OpenWebChat } from './routing.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { putConversation } from './routing-store.ts'
import { personalKey, placeKey, webChatKey } from './session-key.ts'

/** The page of a web chat is its place; it is named by the session it began with. */
export const webAccount = 'web'

export async function openWebChat(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  input: OpenWebChat,
): Promise<WholeSession> {
  const session = await deps.sessions.open(t, actor, {
    ...input,
    key: webChatKey(input.agentId, deps.random),
  })
  await putWebChat(t, session)
  return session
}

export async function putWebChat(t: Tx, session: WholeSession): Promise<void> {
  const place = { channel: 'web', accountId: webAccount, conversationId: session.id }
  await putPlace(t, place, 'web', session)
}

export async function openPersonal(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  agentId: string,
): Promise<WholeSession> {
  const key = personalKey(agentId)
  try {
    return await deps.sessions.see(t, actor, key)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found' || actor.kind !== 'person') throw error
  }
  const { personId } = actor
  const session = await deps.sessions.open(t, actor, {
    agentId,
    key,
    keyOwner: personId,
    visibility: 'private',
  })
  await putPlace(t, { channel: 'web', accountId: personId, conversationId: key }, 'personal', session)
  return session
}

/** The first message in a place opens its session: private where only one person writes, otherwise the team's. */
export async function openPlace(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  place: ConversationRef,
  kind: PlaceKind,
  agentId: string,
  /** Who writes there. */
  platformId?: string,
): Promise<WholeSession> {
  const key = placeKey(agentId, place, kind)
  // The place was another agent's for a while, or another account of ours hears the same conversation.
  const found = await findByKey(deps, t, key)
  // What went on in direct messages while the account was a member's is nobody else's.
  const isTheirs = found === undefined || kind !== 'dm' || (await isOpenTo(deps, t, place, [found.id]))
  if (found && !isTheirs) await deps.sessions.freeKey(t, found.id)
  const known = isTheirs ? found : undefined
  const session =
    known ?? (await deps.sessions.open(t, actor, { agentId, key, visibility: visibilityOf(kind) }))
  await putPlace(t, place, kind, session, platformId)
  return session
}

/** Who reads along in a group that is on no server is known to its platform alone. */
function visibilityOf(kind: PlaceKind): 'private' | 'team' {
  return kind === 'channel' || kind === 'thread' ? 'team' : 'private'
}

async function findByKey(deps: RoutingDeps, t: Tx, key: string): Promise<WholeSession | undefined> {
  try {
    const session = await deps.sessions.see(t, { kind: 'system' }, key)
    return session.state === 'archived' ? undefined : session
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

export async function putPlace(
  t: Tx,
  place: ConversationRef,
  kind: PlaceKind | 'personal',
  session: WholeSession,
  platformId?: string,
): Promise<void> {
  await t.run(
    putConversation({
      channel: place.channel,
      account_id: place.accountId,
      conversation_id: place.conversationId,
      parent_conversation_id: place.parentConversationId ?? null,
      kind,
      agent_id: session.agentId,
      session_id: session.id,
      created_at: t.now,
      platform_id: kind === 'dm' ? (platformId ?? null) : null,
    }),
  )
}
