// Forks a session into a web chat of the asker's own; what they say in place of a message is heard there, as any other.

import { badField } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import { arrive } from './arrive.ts'
import { putWebChat, webAccount } from './open-places.ts'
import type { ForkChat } from './routing.ts'
import type { RoutingRoom } from './routing-deps.ts'
import { webChatKey } from './session-key.ts'

export async function forkChat(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  input: ForkChat,
): Promise<WholeSession> {
  const { eventId, text, attachments = [] } = input
  if (text === undefined && attachments.length > 0) {
    throw badField('attachments', 'go with a body: without one nothing is said in the fork')
  }
  const source = await deps.sessions.see(t, actor, input.sessionId)
  const fork = await deps.sessions.fork(t, actor, source.id, {
    eventId,
    key: webChatKey(source.agentId, deps.random),
    isReplaced: text !== undefined,
  })
  await putWebChat(t, fork)
  if (text === undefined) return fork
  await arrive(deps, t, actor, {
    conversation: { channel: 'web', accountId: webAccount, conversationId: fork.id },
    // The request itself is told apart by its key; in the fork nothing was said before.
    eventId: fork.id,
    text,
    attachments,
    mode: 'queue',
    sessionId: fork.id,
  })
  return deps.sessions.find(t, actor, fork.id)
}
