// Who speaks in an outside place, and whether they may: a member by an account that they linked, otherwise a guest. Reads
// only: whoever is not admitted leaves no row (I35).

import type { SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../../people/people.ts'
import type { InboundAuthor, InboundEvent } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { judgeSpeaker, type NotAdmitted, type PlaceSettings } from './judge-speaker.ts'

/** What a message and a press have in common. */
export type InboundPlace = Pick<InboundEvent, 'conversation' | 'kind' | 'serverId'>

export type Recognised =
  | { kind: 'admitted'; speaker: Speaker; settings: PlaceSettings }
  | { kind: 'refused'; reason: NotAdmitted | 'unknown_account' }

export interface Speaker {
  account: { channel: string; accountId: string; platformId: string; name: string }
  isBot: boolean
  /** Undefined for a guest. */
  member: PersonActor | undefined
}

export async function recogniseSpeaker(
  deps: Pick<RoutingRoom, 'people' | 'placeRules'>,
  r: Reader,
  place: InboundPlace,
  author: InboundAuthor,
  isAddressed: boolean,
  /** How often in a row programs were heard there before this: counted at the door, for what begins a turn (I21). */
  botTurns = 0,
): Promise<Recognised> {
  const { channel, accountId, conversationId, parentConversationId } = place.conversation
  const rules = deps.placeRules.account(channel, accountId)
  if (!rules) return { kind: 'refused', reason: 'unknown_account' }
  const { platformId, name, isBot } = author
  const account = { channel, accountId, platformId, name }
  // A program is nobody's account, whoever linked it.
  const member = isBot ? undefined : await deps.people.recogniseAccount(r, account)
  const verdict = judgeSpeaker(
    {
      kind: place.kind,
      serverId: place.serverId,
      conversationId,
      parentConversationId,
      platformId,
      isLinked: member !== undefined,
      isBot,
      isAddressed,
      botTurns,
    },
    rules,
  )
  if (!verdict.ok) return { kind: 'refused', reason: verdict.reason }
  return { kind: 'admitted', speaker: { account, isBot, member }, settings: verdict.settings }
}

/** The speaker as an actor, from whom the session that hears them takes what it hears from anybody. */
export async function actorOf(
  deps: Pick<RoutingRoom, 'people'>,
  t: Tx,
  { member, account }: Speaker,
): Promise<Actor> {
  if (member) return member
  const { id: guestId, name } = await deps.people.rememberGuest(t, account)
  return { kind: 'guest', guestId, name: name === '' ? 'Someone' : name, admitted: {} }
}

export function heardBy(actor: Actor, sessionId: SessionId): Actor {
  if (actor.kind === 'guest') return { ...actor, admitted: { heardBy: sessionId } }
  if (actor.kind !== 'person' || actor.credential.kind !== 'channel') return actor
  return { ...actor, credential: { ...actor.credential, heardBy: sessionId } }
}
