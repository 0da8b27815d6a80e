// How a turn ended, for whoever tells the one who asked for it.

import type { EventId, SessionId, TurnId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectNewestOfTurn } from '../event-store.ts'
import { selectRunOfSession } from '../subagents/run-store.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { selectTurn } from './turn-store.ts'

export interface TurnEnding {
  sessionId: SessionId
  outcome: 'succeeded' | 'failed'
  /** Who set it off: a member's id, a guest's, or nobody's. */
  requesterId: string | null
  /** The entry that says how it ended. */
  eventId: EventId
  seq: number
  endedAt: number
  /** On a page of the web app; of a sub-agent's, that is no place. */
  isAskedHere: boolean
  /** It belongs to a run: what that comes to is told as the run's. */
  isOfRun: boolean
}

/** Undefined while it goes on, and where somebody stopped it. */
export async function readTurnEnding(r: Reader, id: TurnId): Promise<TurnEnding | undefined> {
  const turn = await r.one(selectTurn({ id }))
  const outcome = turn && outcomes[turn.state]
  if (turn === undefined || outcome === undefined) return undefined
  const { session_id: sessionId, started_seq: startedSeq } = turn
  const kind = outcome === 'failed' ? 'turn.failed' : 'turn.finished'
  const last = await r.one(selectNewestOfTurn({ sessionId, turnId: id, startedSeq, kind }))
  if (last === undefined) return undefined
  const run = await r.one(selectRunOfSession({ sessionId }))
  return {
    sessionId,
    outcome,
    requesterId: turn.requester_id,
    eventId: last.id,
    seq: last.seq,
    endedAt: turn.ended_at ?? last.created_at,
    isAskedHere: isAskedHere(turn),
    isOfRun: run !== undefined && (run.ended_at === null || run.ended_at >= turn.started_at),
  }
}

export function isAskedHere({ conversation }: Pick<TurnRow, 'conversation'>): boolean {
  return conversation === null || conversation === '' || conversation.startsWith('web/')
}

const outcomes: Readonly<Record<string, TurnEnding['outcome'] | undefined>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  timed_out: 'failed',
  interrupted: 'failed',
}
