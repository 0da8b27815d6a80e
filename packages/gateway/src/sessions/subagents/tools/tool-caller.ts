// Whoever calls a session tool: its session, its turn and, of a sub-agent, its run, as they are now.

import { type EventActor, Refusal, type SessionId, type TurnId } from '@heddle/contract'
import type { ToolOutcome, ToolPlace } from '../../../agents/tools.ts'
import type { Reader } from '../../../foundation/database/store.ts'
import { agentActor } from '../../event-actor.ts'
import { selectSession } from '../../session-store.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import type { RunRow, SessionRow, TurnRow } from '../../sessions-tables.ts'
import { selectTurn } from '../../turns/turn-store.ts'
import { type Origin, originInTurn } from '../origin.ts'
import { selectRunOfSession } from '../run-store.ts'

export interface ToolCaller {
  session: SessionRow
  turn: TurnRow
  run: RunRow | undefined
  actor: EventActor
  origin: Origin
}

/** Throws where the turn is no more, or was asked to stop: then nothing begins any more (I22). */
export async function loadCaller(deps: RoomDeps, r: Reader, place: ToolPlace): Promise<ToolCaller> {
  const session = await r.one(selectSession({ id: place.sessionId as SessionId }))
  const turn = await r.one(selectTurn({ id: place.turnId as TurnId }))
  if (!session || !turn || session.turn_id !== turn.id) throw new Error('the turn of this call is over')
  if (turn.stop_asked_at !== null) throw new Error('the turn of this call was asked to stop')
  const run = await r.one(selectRunOfSession({ sessionId: session.id }))
  const agent = deps.agents.find(session.agent_id) ?? { id: session.agent_id, name: session.agent_id }
  return { session, turn, run, actor: agentActor(agent), origin: originInTurn(turn, run) }
}

/** A "no" is an outcome that the model can act on: a code, the field, the nearest right value. */
export async function answerWith(work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [issue] = error.issues
    const told = {
      status: 'error',
      code: error.code,
      message: error.message,
      ...(issue && { field: issue.field, ...(issue.nearest !== undefined && { nearest: issue.nearest }) }),
    }
    return { output: JSON.stringify(told), isError: true }
  }
}

export function tell(value: unknown): ToolOutcome {
  return { output: JSON.stringify(value, null, 1), isError: false }
}
