// The result of a tool call, whatever it is: with it the call is no longer on its way.

import type { EventActor } from '@heddle/contract'
import type { ToolCall } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { append, payloadOf } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { deleteCall, type OpenCall } from './call-store.ts'

export async function answerCall(
  deps: RoomDeps,
  t: Tx,
  actor: EventActor,
  row: OpenCall,
  details: object,
): Promise<void> {
  const payload = { callId: row.call_id, name: callOf(row).name, ...details, step: row.step }
  const { turn_id: turnId, event_id: causedBy } = row
  await append(deps, t, row.session_id, [{ kind: 'tool.result', actor, payload, turnId, causedBy }])
  await t.run(deleteCall({ eventId: row.event_id }))
}

export function callOf(row: OpenCall): ToolCall {
  const { name, arguments: said } = payloadOf(row)
  return { id: row.call_id, name: String(name), arguments: String(said ?? '') }
}
