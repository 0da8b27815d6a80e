// The result of a tool call, whatever it is: with it the call is no longer on its way.

import type { AttachmentJson, EventActor, EventId } from '@heddle/contract'
import type { ToolCall } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { linkAttachments } from '../files/attach-files.ts'
import { append, payloadOf } from '../log.ts'
import { insertQuotes, selectRedactedAmong } from '../quote-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { deleteCall, type OpenCall } from './call-store.ts'

export async function answerCall(
  deps: RoomDeps,
  t: Tx,
  actor: EventActor,
  row: OpenCall,
  details: CallDetails,
  /** Of entries, sessions, runs, whose words stand in it. */
  quotes: readonly string[] = [],
): Promise<void> {
  const payload = { callId: row.call_id, name: callOf(row).name, ...details, step: row.step }
  const { turn_id: turnId, event_id: causedBy } = row
  const [result] = await append(deps, t, row.session_id, [
    { kind: 'tool.result', actor, payload, turnId, causedBy },
  ])
  if (result) await linkAttachments(t, row.session_id, result.eventId, details.attachments)
  if (result && quotes.length > 0) await noteQuotes(deps, t, result.eventId, quotes)
  await t.run(deleteCall({ eventId: row.event_id }))
}

export interface CallDetails {
  output: string
  isError: boolean
  /** What it sent to people. */
  attachments?: readonly AttachmentJson[]
  [more: string]: unknown
}

async function noteQuotes(
  deps: Pick<RoomDeps, 'facts'>,
  t: Tx,
  resultId: EventId,
  quotes: readonly string[],
): Promise<void> {
  await insertQuotes(t, resultId, quotes)
  // It may have been redacted since it was read.
  const gone = await selectRedactedAmong(t, quotes)
  if (gone === undefined) return
  const { session_id: sessionId, id: eventId } = gone
  await deps.facts.tell(t, 'event_redacted', { sessionId, eventId, hasCopies: true })
}

export function callOf(row: OpenCall): ToolCall {
  const { name, arguments: said } = payloadOf(row)
  return { id: row.call_id, name: String(name), arguments: String(said ?? '') }
}
