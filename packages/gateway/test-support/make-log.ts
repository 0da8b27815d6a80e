// Entries of a session's log for tests of pure functions: turns with what was said, answers, calls and results.

import type { EventId, EventKind, SessionId, TurnId } from '@heddle/contract'
import type { EventRow } from '../src/sessions/sessions-tables.ts'
import { createPieceList, type Piece } from '../src/sessions/turns/context-pieces.ts'

export interface MadeTurn {
  said: readonly string[]
  steps: readonly MadeStep[]
  /** The last one may run still. */
  isRunning?: boolean
}

export interface MadeStep {
  text?: string
  /** By the length of arguments and of what was put out. */
  calls?: readonly { argumentChars?: number; outputChars: number }[]
}

export function makeLog(turns: readonly MadeTurn[]): EventRow[] {
  const rows: EventRow[] = []
  const add = (kind: EventKind, payload: object, turnId: string | null) => {
    const seq = rows.length + 1
    rows.push(rowOf(seq, kind, payload, turnId))
    return `evt_${seq}`
  }
  for (const [t, turn] of turns.entries()) {
    const turnId = `trn_${t}`
    const messages = turn.said.map((text) => add('message.user', { text, channel: 'web' }, null))
    add('turn.started', { messages }, turnId)
    for (const [s, { text = '', calls = [] }] of turn.steps.entries()) {
      const step = s + 1
      if (text !== '') add('message.agent', { text, state: 'complete', step }, turnId)
      for (const [c, { argumentChars = 2 }] of calls.entries()) {
        const made = { callId: `c${c}`, name: 'read', arguments: 'a'.repeat(argumentChars), step }
        add('tool.call', made, turnId)
      }
      for (const [c, { outputChars }] of calls.entries()) {
        const output = 'o'.repeat(outputChars)
        add('tool.result', { callId: `c${c}`, name: 'read', output, isError: false, step }, turnId)
      }
    }
    if (!turn.isRunning) add('turn.finished', { outcome: 'succeeded' }, turnId)
  }
  return rows
}

export function piecesOf(rows: readonly EventRow[], outputBytesMax = 1_000_000): readonly Piece[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const list = createPieceList(outputBytesMax)
  for (const row of rows) {
    const { messages = [] } = JSON.parse(row.payload) as { messages?: EventId[] }
    list.add(
      row,
      messages.flatMap((id) => byId.get(id) ?? []),
    )
  }
  return list.pieces
}

function rowOf(seq: number, kind: EventKind, payload: object, turnId: string | null): EventRow {
  return {
    session_id: 'ses_1' as SessionId,
    seq,
    id: `evt_${seq}` as EventId,
    kind,
    is_row: 1,
    actor_kind: 'person',
    actor_id: null,
    actor_name: 'Ann',
    caused_by: null,
    turn_id: turnId as TurnId | null,
    target_seq: null,
    completed_seq: null,
    payload: JSON.stringify(payload),
    redacted_at: null,
    created_at: 0,
    root_id: null,
  }
}
