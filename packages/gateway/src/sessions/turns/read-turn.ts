// A turn as others see it: how it ended, and what is to be told of it elsewhere.

import type { EventId, SessionId, TurnId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectNewestOfTurn } from '../event-store.ts'
import { attachmentsIn, payloadOf } from '../log.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { selectRunOfSession } from '../subagents/run-store.ts'
import type { TurnState } from './turn-states.ts'
import { selectTurn } from './turn-store.ts'

export interface Turn {
  id: TurnId
  sessionId: SessionId
  state: TurnState
  /** Where the messages were written that it took; null if they had no place. */
  conversation: string | null
  /** It is the last one of a run that has ended. */
  endsRun: boolean
}

/** What it came to: what its agent said last, or why it failed. */
export type TurnOutcome =
  | ({ kind: 'answer' } & TurnAnswer)
  | { kind: 'failure'; message: string }
  /** It said nothing, or nothing after its last tool; or it was stopped, or still goes on. */
  | { kind: 'nothing' }

export interface TurnAnswer {
  eventId: EventId
  text: string
  /** Ids of files. */
  attachments: readonly string[]
}

export async function readTurn(r: Reader, id: TurnId): Promise<Turn | undefined> {
  const row = await r.one(selectTurn({ id }))
  if (!row) return undefined
  const { session_id: sessionId, state, conversation } = row
  const run = await r.one(selectRunOfSession({ sessionId }))
  return { id, sessionId, state, conversation, endsRun: run?.last_turn_id === id }
}

export async function readTurnOutcome(r: Reader, id: TurnId): Promise<TurnOutcome> {
  const turn = await r.one(selectTurn({ id }))
  if (turn?.state === 'failed') {
    const failed = await newest(r, turn, 'turn.failed')
    return { kind: 'failure', message: String((failed && payloadOf(failed)['message']) ?? '') }
  }
  const answer = turn?.state === 'succeeded' ? await readAnswer(r, turn) : null
  return answer === null ? { kind: 'nothing' } : { kind: 'answer', ...answer }
}

async function readAnswer(r: Reader, turn: TurnRow): Promise<TurnAnswer | null> {
  const said = await newest(r, turn, 'message.agent')
  if (said === undefined || said.redacted_at !== null) return null
  // A step that asks for calls is followed by another.
  const result = turn.step > 1 ? await newest(r, turn, 'tool.result') : undefined
  if (result !== undefined && result.seq > said.seq) return null
  const text = String(payloadOf(said)['text'] ?? '')
  const attachments = attachmentsIn(said).map((file) => file.id)
  return text.trim() === '' && attachments.length === 0 ? null : { eventId: said.id, text, attachments }
}

function newest(r: Reader, turn: TurnRow, kind: 'message.agent' | 'tool.result' | 'turn.failed') {
  const { session_id: sessionId, id: turnId, started_seq: startedSeq } = turn
  return r.one(selectNewestOfTurn({ sessionId, turnId, startedSeq, kind }))
}
