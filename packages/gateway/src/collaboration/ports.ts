// What this room needs of others.

import type { EventId, ReplyId, RunId, SessionId, ThreadId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'

/**
 * How agents are called from a discussion, with the rights of whoever calls. Every "no" is a thrown refusal, and comes
 * before anything was written: what people said stands without it.
 */
export interface AgentCalls {
  /** Says it to the agent of the session, in its queue. */
  hand(t: Tx, actor: Actor, message: HandedMessage): Promise<{ eventId: EventId; seq: number }>
  /** Gives a task to another agent, as `/subagents spawn` does. `eventId`: where it branches off. */
  spawn(
    t: Tx,
    actor: Actor,
    ask: { sessionId: SessionId; agentId: string; task: string; threadId: ThreadId; isForeign: boolean },
  ): Promise<{ runId: RunId; sessionId: SessionId; eventId: EventId }>
}

export interface HandedMessage {
  sessionId: SessionId
  threadId: ThreadId
  /** It is this reply: whom it names was told with it. */
  replyId?: ReplyId | undefined
  text: string
  /** What it is about: data, whatever it says. */
  quote?: { name: string; text: string; isForeign: boolean } | undefined
}
