// Dead threads come back to life. Reading what stands in the conversation is slow and comes first, outside of any
// transaction; then one transaction opens what goes on, points the binding at it and lets the message in. Work in one
// place follows the other, so a second message simply finds it done (REV1, REV4).

import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { Continuing, WholeSession } from '../../sessions/sessions.ts'
import type { Binding, BindingService } from '../bindings/bindings.ts'
import { putPlace } from '../open-places.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import { isPageKey, pageKey, placeKey } from '../session-key.ts'
import { chooseSpeakerRights } from './choose-speaker-rights.ts'
import { type ReadHistory, writePreamble } from './write-preamble.ts'

/** Of our own record, in any case; the rest of the room is for what the platform has. */
const ownMessagesMax = 30

/**
 * Whether the next message there revives: its session is over, whether or not its binding was told yet (REV2, REV5). One that
 * was ending, and that somebody has given something to do since on its own page, is not.
 */
export async function isToBeRevived(deps: RoutingDeps, r: Reader, binding: Binding): Promise<boolean> {
  if (binding.status === 'ended' || binding.targetKind === 'session') return false
  return deps.sessions.isOver(r, binding.sessionId)
}

/** Never fails: what cannot be read is said, and what is stored is enough to go on with (REV3). */
export async function readHistory(
  deps: RoutingDeps,
  binding: Binding,
  signal: AbortSignal,
): Promise<ReadHistory> {
  const { channel, accountId } = binding.conversation
  const reader = deps.histories.find(channel, accountId)
  if (!reader) return { kind: 'none' }
  try {
    const { messages: lastMax } = deps.placeRules.revival()
    return { kind: 'read', ...(await reader.read(binding.conversation, { lastMax, signal })) }
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) }
  }
}

/** The session that goes on there. Found already if somebody was faster. */
export async function revive(
  deps: RoutingDeps,
  bindings: BindingService,
  t: Tx,
  { speaker, binding, history }: { speaker: Actor; binding: Binding; history: ReadHistory },
): Promise<WholeSession> {
  const { tokens, messages } = deps.placeRules.revival()
  const past = await deps.sessions.readPast(t, binding.sessionId, {
    messages: Math.min(messages, ownMessagesMax),
    chars: tokens * 4,
  })
  const keys = await keysOf(deps, t, binding)
  const { session } = await deps.sessions.continueSession(t, {
    sessionId: binding.sessionId,
    ...keys,
    title: past.label ?? past.title,
    by: 'name' in speaker ? speaker.name : 'Somebody',
    preamble: writePreamble(past, history, tokens),
    quotes: history.kind === 'read' ? history.messages.flatMap(({ of }) => of ?? []) : [],
    isForeign: past.isForeign || history.kind === 'read',
    rights: chooseSpeakerRights(speaker, deps.people.authorize),
  })
  await bindings.repoint(t, binding.id, { sessionId: session.id, key: session.key })
  // What is said there once nothing is bound any more goes on with it too, unless the place has one of its own.
  if (binding.conversation.channel !== 'web' && session.key === keys.key)
    await putPlace(t, binding.conversation, binding.placeKind, session)
  return session
}

type Keys = Pick<Continuing, 'key' | 'keyBeside'>

async function keysOf(deps: RoutingDeps, t: Tx, binding: Binding): Promise<Keys> {
  const { agentId, conversation, placeKind, sessionId } = binding
  if (conversation.channel === 'web') {
    const key = await pageKeyOf(deps, t, binding)
    return { key, keyBeside: key }
  }
  const beside = {
    ...conversation,
    conversationId: sessionId,
    parentConversationId: conversation.conversationId,
  }
  return {
    key: placeKey(agentId, conversation, placeKind),
    keyBeside: placeKey(agentId, beside, 'thread'),
  }
}

/** On the web the place is the page of what ended, whoever's composer points at it. What went on there before keeps its key. */
async function pageKeyOf(deps: RoutingDeps, t: Tx, { agentId, sessionId }: Binding): Promise<string> {
  const system = { kind: 'system' } as const
  const { parentId, successorId } = await deps.sessions.see(t, system, sessionId)
  const successor = successorId === null ? undefined : await deps.sessions.see(t, system, successorId)
  if (successor && isPageKey(successor.key, agentId, sessionId)) return successor.key
  return pageKey(agentId, sessionId, parentId ?? sessionId)
}
