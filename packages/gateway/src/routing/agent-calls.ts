// How agents are called from elsewhere in the house than a message: by what people say to each other about a session. On
// the page of the session, as if it had been written there.

import type { EventId, RunId, SessionId, ThreadId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { Admission } from '../sessions/sessions.ts'
import { nameAnswerPlace } from './name-place.ts'
import { webAccount } from './open-places.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { spawnForPerson } from './spawn-for-person.ts'

export interface AgentCalls {
  /** Says it to the agent of the session, in its queue. Refuses before it writes. */
  hand(
    t: Tx,
    actor: Actor,
    message: { sessionId: SessionId; threadId: ThreadId; text: string } & Pick<
      Admission,
      'quote' | 'replyId'
    >,
  ): Promise<{ eventId: EventId; seq: number }>
  /** As `/subagents spawn` does. Refuses before it writes. */
  spawn(
    t: Tx,
    actor: Actor,
    ask: { sessionId: SessionId; agentId: string; task: string; threadId: ThreadId; isForeign: boolean },
  ): Promise<{ runId: RunId; sessionId: SessionId; eventId: EventId }>
}

export function createAgentCalls(deps: RoutingDeps): AgentCalls {
  return {
    async hand(t, actor, { sessionId, threadId, replyId, text, quote }) {
      const session = { id: sessionId, kind: (await deps.sessions.glance(t, sessionId)).kind }
      const conversation = nameAnswerPlace(pageOf(sessionId), session)
      const { eventId, seq } = await deps.sessions.admit(t, actor, {
        sessionId,
        text,
        mode: 'queue',
        channel: 'web',
        conversation,
        quote,
        threadId,
        replyId,
      })
      return { eventId, seq }
    },

    async spawn(t, actor, { sessionId, agentId, task, threadId, isForeign }) {
      const place = { conversation: pageOf(sessionId), sessionId }
      const run = await spawnForPerson(deps, t, actor, place, { agentId, task }, { threadId, isForeign })
      return { runId: run.runId, sessionId: run.sessionId, eventId: run.spawnedEventId }
    },
  }
}

function pageOf(sessionId: SessionId) {
  return { channel: 'web', accountId: webAccount, conversationId: sessionId }
}
