// An agent lets people speak to one of its sub-agents, or ends that: only where sub-agents may have conversations of their
// own at all, and never against what a person has bound (BND10).

import { badField, type ConversationRef, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { ChildFocus, FocusedChild } from '../../sessions/subagents/child-focus.ts'
import type { PlaceForChild } from '../../sessions/subagents/place-for-child.ts'
import { pageOf } from '../place-for-child/choose-child-place.ts'
import { choose } from '../place-for-child/place-for-child.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectConversation } from '../routing-store.ts'
import { targetOf } from './find-target.ts'
import { bindTarget } from './make-binding.ts'
import { wantPlace } from './open-for-focus.ts'

export function createChildFocus(deps: RoutingRoom, places: Pick<PlaceForChild, 'judge'>): ChildFocus {
  return {
    async focus(t, child) {
      await places.judge(t, child)
      const { place, choice } = await choose(deps, t, child)
      const target = await targetOf(deps, t, await deps.sessions.see(t, { kind: 'system' }, child.sessionId))
      const how = { boundBy: null, isOpened: false }
      if (choice.kind === 'page') {
        if (child.threadId !== undefined && child.threadId !== child.sessionId)
          throw notBeside(child.threadId)
        const conversation = pageOf(child.sessionId, child.parentId)
        await bindTarget(deps, t, { target, conversation, kind: 'web' }, how)
        return 'given'
      }
      if (child.threadId !== undefined || choice.kind === 'take') {
        const conversation = child.threadId === undefined ? place : await findBeside(t, place, child.threadId)
        await assertNobodys(deps, t, conversation, child)
        await bindTarget(deps, t, { target, conversation, kind: 'thread' }, how)
        return 'given'
      }
      await wantPlace(deps, t, { target, under: place, by: null })
      return 'coming'
    },

    async unfocus(t, sessionId) {
      const bound = await deps.bindings.listBySession(t, sessionId)
      const nobodys = bound.filter(({ boundBy }) => boundBy === null)
      const [theirs] = bound.filter(({ boundBy }) => boundBy !== null)
      if (nobodys.length === 0 && theirs !== undefined) {
        throw refused('not_yours', { message: `${theirs.boundBy?.name} bound this, so it is theirs to end.` })
      }
      if (nobodys.length === 0) throw refused('not_bound')
      for (const { id } of nobodys) await deps.bindings.unbind(t, id, { why: 'unfocus' })
      return nobodys.length
    },
  }
}

/** Sessions are built before the room that knows. */
export function lateChildFocus(routing: () => { childFocus: ChildFocus }): ChildFocus {
  return {
    focus: (t, child) => routing().childFocus.focus(t, child),
    unfocus: (t, sessionId) => routing().childFocus.unfocus(t, sessionId),
  }
}

/** A thread that is known here, in the conversation where the agent itself is spoken to. */
async function findBeside(t: Tx, place: ConversationRef, threadId: string): Promise<ConversationRef> {
  const { channel, accountId } = place
  if (threadId === place.conversationId) return place
  const known = await t.one(selectConversation({ channel, accountId, conversationId: threadId }))
  const above = [place.conversationId, place.parentConversationId]
  const parentConversationId = known?.parent_conversation_id ?? undefined
  if (
    known?.kind !== 'thread' ||
    parentConversationId === undefined ||
    !above.includes(parentConversationId)
  ) {
    throw notBeside(threadId)
  }
  return { channel, accountId, conversationId: threadId, parentConversationId }
}

async function assertNobodys(
  deps: RoutingRoom,
  t: Tx,
  place: ConversationRef,
  { parentId, sessionId }: FocusedChild,
): Promise<void> {
  const bound = await deps.bindings.resolveByConversation(t, place)
  // Its own place is the agent's to hand on.
  if (!bound || bound.boundBy === null || bound.sessionId === parentId || bound.sessionId === sessionId)
    return
  throw refused('not_yours', { message: `${bound.boundBy.name} bound that conversation to another session.` })
}

function notBeside(threadId: string): Error {
  return badField('threadId', `there is no thread "${threadId}" here`)
}
