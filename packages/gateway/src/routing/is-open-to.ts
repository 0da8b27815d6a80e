// Whether what a session says may still be told in a conversation outside, in which it was asked for. Asked at each use:
// rights are taken away without a word to places.

import type { ConversationRef, SessionId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { readNewestAt } from './bindings/binding-store.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { selectConversation } from './routing-store.ts'
import type { ConversationRow } from './routing-tables.ts'

/** `sessionIds`: whose words they are, and what that stands below. */
export async function isOpenTo(
  deps: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  place: ConversationRef,
  sessionIds: readonly [SessionId, ...SessionId[]],
): Promise<boolean> {
  if (place.channel === 'web') return true
  const heard = await r.one(selectConversation(place))
  if (await wasMadePrivate(r, place, heard, sessionIds)) return false
  return heard?.kind !== 'dm' || isForItsReader(deps, r, heard, sessionIds)
}

/**
 * Whether a session that answered there was made private since: others read there, and are told nothing more of it (CNV5).
 * A place of its own stays one.
 */
async function wasMadePrivate(
  r: Reader,
  place: ConversationRef,
  heard: ConversationRow | undefined,
  sessionIds: readonly SessionId[],
): Promise<boolean> {
  const bound = await readNewestAt(r, place)
  if (bound?.end_reason !== 'made_private' || !sessionIds.includes(bound.session_id)) return false
  return heard?.session_id !== bound.session_id
}

/**
 * Direct messages are read by whoever has the account there now: they are told what they may see themselves, and once the
 * account is no member's, nothing that is a member's (PPL4, SES7).
 */
async function isForItsReader(
  { people, sessions }: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  { channel, account_id: accountId, platform_id: platformId, session_id: ownId }: ConversationRow,
  sessionIds: readonly [SessionId, ...SessionId[]],
): Promise<boolean> {
  // Whoever may see the top of a tree may see all of it, and nobody else may.
  const [sessionId] = sessionIds
  const { createdBy, participants, visibility } = await sessions.see(r, { kind: 'system' }, sessionId)
  // A guest's own talk, also after they were a member for a while, and what was spawned from it.
  if (createdBy === null && (sessionIds.includes(ownId) || participants.length === 0)) return true
  if (platformId === null) {
    // Nobody wrote there since it is kept who does.
    const handles = participants.map(({ handle }) => handle)
    return visibility === 'team' || (await people.accountsOf(r, { channel, accountId }, handles)).size > 0
  }
  const reader = await people.recogniseAccount(r, { channel, accountId, platformId })
  return reader !== undefined && sessions.mayRead(r, reader, sessionId)
}
