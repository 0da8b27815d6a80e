// A binding that is asked for by naming the conversation itself, as over HTTP: what kind of place that is, and whether
// whoever asks may write there, has to be found out first.

import {
  badField,
  type BindInput,
  type ConversationRef,
  type PlaceKind,
  Refusal,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../../people/people.ts'
import { findKnownPlace } from '../find-known-place.ts'
import { locateSession } from '../locate-session.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'
import { chooseFocusPlace } from './choose-focus-place.ts'
import { type FocusTarget, targetOf } from './find-target.ts'
import { makeBinding, type WishedBinding } from './make-binding.ts'

export async function bindByRequest(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  input: BindInput,
): Promise<Binding> {
  if (actor.kind !== 'person') throw refused('not_allowed')
  const name = input.targetSessionId ?? input.targetSessionKey ?? ''
  const target = await targetOf(deps, t, await locateSession(deps, t, actor, name))
  const place =
    input.conversation.channel === 'web'
      ? await judgePage(deps, t, actor, input.conversation, target)
      : await judgeOutside(deps, t, actor, input.conversation)
  return makeBinding(deps, t, actor, { ...place, target, idleMs: input.ttlMs })
}

type JudgedPlace = Pick<WishedBinding, 'conversation' | 'kind' | 'action'>

/** One's own composer on a page, or the page itself, which is everybody's who takes part (CNV7, BND10). */
async function judgePage(
  deps: RoutingRoom,
  t: Tx,
  actor: PersonActor,
  { accountId, conversationId, parentConversationId }: ConversationRef,
  { session }: FocusTarget,
): Promise<JudgedPlace> {
  if (accountId !== actor.personId && accountId !== webAccount) {
    throw refused('not_allowed', {
      message: 'That composer is somebody else’s. Yours has your own id as its account.',
      issues: [{ field: 'conversation.accountId', message: 'is neither your own id nor "web"' }],
    })
  }
  const page = await deps.sessions.find(t, actor, conversationId, 'session.write')
  const isOwnPage = accountId === actor.personId || page.id === session.id
  const parent = parentConversationId === undefined ? {} : { parentConversationId }
  return {
    conversation: { channel: 'web', accountId, conversationId: page.id, ...parent },
    kind: 'web',
    action: isOwnPage ? 'binding.make' : 'binding.make_here',
  }
}

async function judgeOutside(
  deps: RoutingRoom,
  t: Tx,
  actor: PersonActor,
  conversation: ConversationRef,
): Promise<JudgedPlace> {
  const { channel, accountId } = conversation
  if (deps.placeRules.account(channel, accountId) === undefined) {
    throw refused('unknown_channel', {
      message: `There is no account "${accountId}" of a channel "${channel}" here.`,
      issues: [{ field: 'conversation.channel', message: 'is not configured with that account' }],
    })
  }
  // As it was heard or opened, whatever is said of it now.
  const known = await findKnownPlace(t, conversation)
  // Nobody can say of what kind it is, or who writes there: that is for those who look after all places.
  if (known === undefined) {
    const kind = conversation.parentConversationId === undefined ? 'channel' : 'thread'
    return { conversation, kind, action: 'binding.make_here' }
  }
  const { parentConversationId, sessionId } = known
  const kind = plain(known.kind)
  const { action } = chooseFocusPlace(kind, true)
  if (action === 'binding.make') {
    await assertKnownThere(deps, t, actor, conversation)
    await permitWriting(deps, t, actor, sessionId)
  }
  const { conversationId } = conversation
  const parent = parentConversationId === null ? {} : { parentConversationId }
  return { conversation: { channel, accountId, conversationId, ...parent }, kind, action }
}

/** Whoever may not write in the session of a place would hear there what is not said to them (CMD2). */
async function permitWriting(
  deps: RoutingRoom,
  t: Tx,
  actor: PersonActor,
  sessionId: SessionId,
): Promise<void> {
  try {
    await deps.sessions.permit(t, actor, sessionId, 'session.write')
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    throw refused('not_allowed', {
      message: 'You may not write in that conversation, so you may not bind it.',
      issues: [{ field: 'conversation.conversationId', message: 'is none in which you may write' }],
    })
  }
}

/** Whoever has no account there could not write there either; admins look after all places. */
async function assertKnownThere(
  deps: RoutingRoom,
  t: Tx,
  actor: PersonActor,
  { channel, accountId }: ConversationRef,
): Promise<void> {
  if (actor.role === 'admin' || actor.role === 'owner') return
  const accounts = await deps.people.accountsOf(t, { channel, accountId }, [actor.handle])
  if (accounts.size > 0) return
  throw refused('not_allowed', {
    message: `You have no linked account on ${channel}, so you may not bind places there. /link makes one.`,
  })
}

function plain(kind: PlaceKind | 'personal'): PlaceKind {
  if (kind !== 'personal') return kind
  throw badField('conversation.conversationId', 'is no conversation on that channel')
}
