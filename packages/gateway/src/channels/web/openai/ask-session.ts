// A completion in a session: the last user message is said there like any other, and the answer is what the turn that
// takes it says. Whoever hangs up stops listening, not the turn.

import { badField, personalAgentOf, type SessionId } from '@heddle/contract'
import type { Agents } from '../../../agents/agents.ts'
import type { Store, Tx } from '../../../foundation/database/store.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { Routing } from '../../../routing/routing.ts'
import type { Sessions, WholeSession } from '../../../sessions/sessions.ts'
import { webConversation } from '../web-conversation.ts'
import type { AnswerEnd, AnswerSource, AnswerWatch } from './answer-source.ts'
import { type AwaitTurnDeps, awaitTurn } from './await-turn.ts'

export interface AskSessionDeps extends AwaitTurnDeps {
  sessions: Pick<Sessions, 'find' | 'logAfter' | 'streaming' | 'markRead'>
  routing: Pick<Routing, 'openPersonal' | 'receive'>
  agents: Pick<Agents, 'find' | 'findModel'>
  store: Pick<Store, 'tx' | 'read'>
}

export interface SaidInSession {
  /** Its id or key. */
  session: string
  agentId: string
  /** By which the same message is known when it is sent again. */
  eventId: string
  text: string
}

/** Says it; the answer is then to be waited for. */
export async function askSession(
  deps: AskSessionDeps,
  actor: PersonActor,
  said: SaidInSession,
): Promise<AnswerSource> {
  const { session, received } = await deps.store.tx(async (t) => {
    const found = await findSession(deps, t, actor, said.session)
    if (found.agentId !== said.agentId) {
      throw badField('model', `is not the agent of this session`, found.agentId)
    }
    const message = {
      conversation: webConversation(actor, said.session),
      eventId: said.eventId,
      text: said.text,
      mode: 'queue' as const,
      sessionId: said.session,
    }
    return { session: found, received: await deps.routing.receive(t, actor, message) }
  })
  const name = deps.agents.find(session.agentId)?.model ?? session.agentId
  const model = deps.agents.findModel(name)?.name ?? name
  return {
    agentId: session.agentId,
    model,
    // A command such as /new may have led elsewhere.
    sessionId: received.sessionId,
    async run(watch, signal) {
      if (received.command !== undefined) return tellCommand(received.command.text, model, watch)
      const end = await awaitTurn(deps, received, watch, signal)
      if (end.kind === 'answered' && end.seq !== undefined)
        await noteRead(deps, actor, received.sessionId, end.seq)
      return end.kind === 'answered' && end.model === '' ? { ...end, model } : end
    },
  }
}

/** Whoever has the answer in their hands need not be told that it is there. The answer is theirs whether or not that works. */
async function noteRead(
  { store, sessions }: AskSessionDeps,
  actor: PersonActor,
  sessionId: SessionId,
  seq: number,
): Promise<void> {
  try {
    await store.tx((t) => sessions.markRead(t, actor, sessionId, seq))
  } catch {
    // They may have been removed from it meanwhile.
  }
}

function findSession(
  deps: AskSessionDeps,
  t: Tx,
  actor: PersonActor,
  session: string,
): Promise<WholeSession> {
  const agent = personalAgentOf(session)
  return agent === undefined
    ? deps.sessions.find(t, actor, session)
    : deps.routing.openPersonal(t, actor, agent)
}

function tellCommand(text: string, model: string, watch: AnswerWatch): AnswerEnd {
  watch.onText(text)
  const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }
  return { kind: 'answered', text, reasoning: '', toolCalls: [], finish: 'stop', usage, model }
}
