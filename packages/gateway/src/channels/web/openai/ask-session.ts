// A completion in a session: the last user message is said there like any other, and the answer is what the turn that
// takes it says. Whoever hangs up stops listening, not the turn.

import { badField, type EventKind, personalAgentOf } from '@heddle/contract'
import type { Agents } from '../../../agents/agents.ts'
import type { Store, Tx } from '../../../foundation/database/store.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { Received, Routing } from '../../../routing/routing.ts'
import type { Sessions, WholeSession } from '../../../sessions/sessions.ts'
import { webConversation } from '../web-conversation.ts'
import type { AnswerEnd, AnswerSource, AnswerWatch } from './answer-source.ts'
import { type AwaitTurnDeps, awaitTurn } from './await-turn.ts'

export interface AskSessionDeps extends AwaitTurnDeps {
  sessions: Pick<Sessions, 'find' | 'logAfter' | 'streaming' | 'markRead' | 'readMark'>
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
      if (end.kind === 'answered' && end.seq !== undefined) await noteRead(deps, actor, received, end.seq)
      return end.kind === 'answered' && end.model === '' ? { ...end, model } : end
    },
  }
}

/**
 * Whoever has the answer in their hands need not be told that it is there. Only where they had read everything before what they
 * asked, and nobody else spoke since: a program reads its answer and nothing else. The answer is theirs whether or not that works.
 */
async function noteRead(
  { store, sessions }: AskSessionDeps,
  actor: PersonActor,
  { sessionId, seq: asked }: Pick<Received, 'sessionId' | 'seq'>,
  ended: number,
): Promise<void> {
  try {
    await store.tx(async (t) => {
      const read = await sessions.readMark(t, actor.personId, sessionId)
      const since = await sessions.logAfter(t, sessionId, Math.min(read, asked), entriesLookedAt)
      const own = since.every(
        ({ kind, seq, actor: by }) => seq > ended || !spokenKinds.has(kind) || by.id === actor.personId,
      )
      if (own && since.length < entriesLookedAt) await sessions.markRead(t, actor, sessionId, ended)
    })
  } catch {
    // They may have been removed from it meanwhile.
  }
}

const entriesLookedAt = 500
/** What people say, notes among it, and what the house has to say: whoever is named there has to be told. */
const spokenKinds: ReadonlySet<EventKind> = new Set(['message.user', 'notice'])

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
