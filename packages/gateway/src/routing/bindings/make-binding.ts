// Binds a conversation to a session by somebody's word: asks for the rights to both, and says what was bound.

import { badField, type ConversationRef, type PlaceKind, Refusal, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'
import { isReadByOthers } from './choose-focus-place.ts'
import { permitEnd } from './end-binding.ts'
import type { FocusTarget } from './find-target.ts'

export interface WishedBinding {
  target: FocusTarget
  conversation: ConversationRef
  kind: PlaceKind
  action: 'binding.make' | 'binding.make_here'
  /** 0 is for ever; absent: as the configuration says. */
  idleMs?: number | undefined
}

export async function makeBinding(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  wish: WishedBinding,
): Promise<Binding> {
  await permitFocus(deps, t, actor, wish)
  // To put something else in its place is to end it; what is only waiting to be revived is nobody's.
  const before = await deps.bindings.resolveByConversation(t, wish.conversation)
  if (before?.status === 'active') await permitEnd(deps, t, actor, before)
  return bindTarget(deps, t, wish, { boundBy: binderOf(actor), isOpened: false })
}

/** Whether bindings are wanted there, and whether whoever asks may have this one. */
export async function permitFocus(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  { target, conversation, kind, action }: Omit<WishedBinding, 'idleMs'>,
): Promise<void> {
  assertBindingsOn(deps, conversation)
  const { session } = target
  await deps.sessions.permit(t, actor, session.id, action)
  if (session.visibility === 'private' && isReadByOthers(kind))
    await permitDisclosure(deps, t, actor, session)
  if (session.state === 'archived' && session.kind === 'chat') throw archived(session)
  // On the web each page is its session's already.
  if (
    conversation.channel === 'web' &&
    conversation.conversationId === session.id &&
    isComposer(actor, conversation)
  ) {
    throw badField('text', 'names the session of this very page; what is written here goes to it anyway')
  }
}

/** Whoever asked was allowed to. What is over is revived by the next message (BND1). */
export async function bindTarget(
  deps: RoutingRoom,
  t: Tx,
  { target, conversation, kind, idleMs }: Omit<WishedBinding, 'action'>,
  how: { boundBy: Binding['boundBy']; isOpened: boolean },
): Promise<Binding> {
  const { session, run } = target
  const binding = await deps.bindings.bind(t, {
    conversation,
    placeKind: kind,
    sessionId: session.id,
    boundBy: how.boundBy,
    label: labelOf(target),
    runId: run?.id,
    isOpened: how.isOpened,
    idleMs,
  })
  if (session.kind === 'chat' || !(await deps.sessions.isOver(t, session.id))) return binding
  await deps.bindings.letEnd(t, session.id)
  return (await deps.bindings.read(t, binding.id)) ?? binding
}

/** Of a sub-agent; a session of people has a title, which changes, and no label. */
export function labelOf({ session, run }: FocusTarget): string | null {
  if (run === undefined) return null
  return run.label ?? (session.title === '' ? null : session.title)
}

export function assertBindingsOn(
  { placeRules }: Pick<RoutingRoom, 'placeRules'>,
  { channel, accountId }: ConversationRef,
): void {
  if (placeRules.threadBindings(channel, accountId).enabled) return
  throw refused('threads_off', {
    message: `Conversations are not bound here: ${placeRules.bindingSettings(channel, accountId).enabled} is false.`,
  })
}

export function binderOf(actor: Actor): Binding['boundBy'] {
  return actor.kind === 'person' ? { id: actor.personId, name: actor.name } : null
}

/** Others than those who take part would read what it says (CNV5). */
async function permitDisclosure(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  session: WholeSession,
): Promise<void> {
  try {
    await deps.sessions.permit(t, actor, session.id, 'session.disclose')
  } catch (error) {
    const isMakers = error instanceof Refusal && error.code === 'not_allowed'
    if (!isMakers || !deps.people.mayTry(actor, 'session.disclose').ok) throw error
    const maker = session.createdBy === null ? undefined : await deps.people.readPerson(t, session.createdBy)
    const who = maker?.state === 'active' ? maker.name : 'whoever made it'
    throw refused('not_allowed', {
      message: `You may not show this session here: it is private and others read here, so only ${who} may.`,
    })
  }
}

function isComposer(actor: Actor, { accountId }: ConversationRef): boolean {
  return actor.kind === 'person' && accountId === actor.personId
}

function archived({ successorId }: WholeSession): Error {
  if (successorId === null) return refused('session_archived')
  return refused('session_archived', {
    message: `This session is archived. It goes on in ${successorId}.`,
    issues: [{ field: 'text', message: 'is archived', nearest: successorId }],
  })
}
