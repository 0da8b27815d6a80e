// Tool calls of a turn that are on record without a result: whoever made them died, or was stopped. What the model reads
// later never has a call without its result, so each gets one, whatever becomes of the turn.

import type { ToolCall } from '../../agents/agents.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { selectTurnEvents } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import type { TurnRow } from '../sessions-tables.ts'

export interface LostCall {
  call: ToolCall
  step: number
}

export async function findLostCalls(r: Reader, turn: TurnRow): Promise<LostCall[]> {
  const lost: LostCall[] = []
  for (const row of await selectTurnEvents(r, turn.session_id, turn.id, turn.started_seq)) {
    const payload = payloadOf(row)
    const id = String(payload['callId'])
    if (row.kind === 'tool.result') {
      // By position, because a model may give two calls of one answer the same id.
      const answered = lost.findIndex(({ call }) => call.id === id)
      if (answered >= 0) lost.splice(answered, 1)
    }
    if (row.kind !== 'tool.call') continue
    const call = { id, name: String(payload['name']), arguments: String(payload['arguments']) }
    lost.push({ call, step: Number(payload['step']) })
  }
  return lost
}
