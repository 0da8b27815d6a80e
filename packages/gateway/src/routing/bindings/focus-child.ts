// An agent lets people speak to one of its sub-agents, or ends that: only where sub-agents may have conversations of their
// own at all, and never against what a person has bound (BND10).

import { badField, type ConversationRef, placeName, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { ChildFocus, FocusedChild } from '../../sessions/subagents/child-focus.ts'
import type { PlaceForChild } from '../../sessions/subagents/place-for-child.ts'
import { findKnownPlace } from '../find-known-place.ts'
import { pageOf } from '../place-for-child/choose-child-place.ts'
import { findHolder, isOfSpawn } from '../place-for-child/find-holder.ts'
import { assertOn, choose } from '../place-for-child/place-for-child.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'
import { targetOf } from './find-target.ts'
import { bindTarget } from './make-binding.ts'
import { wantPlace } from './open-for-focus.ts'

export function createChildFocus(deps: RoutingRoom, places: Pick<PlaceForChild, 'judge'>): ChildFocus {
  return {
    async focus(t, child) {
      await places.judge(t, child)
      const { place, under, choice } = await choose(deps, t, child)
      const target = await targetOf(deps, t, await deps.sessions.see(t, { kind: 'system' }, child.sessionId))
      if (choice.kind === 'page') {
        if (child.threadId !== undefined && child.threadId !== child.sessionId)
          throw notBeside(child.threadId)
        const conversation = pageOf(child.sessionId, child.parentId)
        await bindTarget(deps, t, { target, conversation, kind: 'web' }, { boundBy: null, isOpened: false })
        return 'given'
      }
      if (child.threadId !== undefined || choice.kind === 'take') {
        const { isOpened, ...conversation } =
          child.threadId === undefined
            ? { ...place, isOpened: false }
            : await findBeside(deps, t, place, child, child.threadId)
        await assertNobodys(deps, t, conversation, child)
        await bindTarget(deps, t, { target, conversation, kind: 'thread' }, { boundBy: null, isOpened })
        return 'given'
      }
      await wantPlace(deps, t, { target, under, by: null })
      return 'coming'
    },

    async unfocus(t, child) {
      assertOn((await choose(deps, t, child)).choice)
      const bound = await deps.bindings.listBySession(t, child.sessionId)
      const agents: Binding[] = []
      for (const one of bound) if (one.boundBy === null || (await isOfSpawn(deps, t, one))) agents.push(one)
      const [theirs] = bound.filter((one) => !agents.includes(one))
      if (agents.length === 0 && theirs !== undefined) {
        throw refused('not_yours', { message: `${theirs.boundBy?.name} bound this, so it is theirs to end.` })
      }
      if (agents.length === 0) throw refused('not_bound')
      for (const { id } of agents) await deps.bindings.unbind(t, id, { why: 'unfocus' })
      return agents.length
    },
  }
}

/** Sessions are built before the room that knows. */
export function lateChildFocus(routing: () => { childFocus: ChildFocus }): ChildFocus {
  return {
    focus: (t, child) => routing().childFocus.focus(t, child),
    unfocus: (t, child) => routing().childFocus.unfocus(t, child),
  }
}

/** A thread that is known here, or that the agent opened itself, in the conversation where it is spoken to. */
async function findBeside(
  deps: RoutingRoom,
  t: Tx,
  place: ConversationRef,
  { parentId }: FocusedChild,
  threadId: string,
): Promise<ConversationRef & { isOpened: boolean }> {
  const { channel, accountId } = place
  if (threadId === place.conversationId) return { ...place, isOpened: false }
  const wanted = { channel, accountId, conversationId: threadId }
  const opened = (await deps.deliveries.listOpened(t, parentId)).find(
    (one) => placeName(one) === placeName(wanted),
  )
  const known = await findKnownPlace(t, wanted)
  const isThread = opened !== undefined || known?.kind === 'thread'
  const parentConversationId = opened?.parentConversationId ?? known?.parentConversationId ?? undefined
  const above = [place.conversationId, place.parentConversationId]
  if (!isThread || parentConversationId === undefined || !above.includes(parentConversationId)) {
    throw notBeside(threadId)
  }
  return { ...wanted, parentConversationId, isOpened: opened !== undefined }
}

async function assertNobodys(
  deps: RoutingRoom,
  t: Tx,
  place: ConversationRef,
  child: FocusedChild,
): Promise<void> {
  const holder = await findHolder(deps, t, place, child)
  if (holder === undefined) return
  throw refused('not_yours', { message: `${holder} bound that conversation to another session.` })
}

function notBeside(threadId: string): Error {
  return badField('threadId', `there is no thread "${threadId}" here`)
}
