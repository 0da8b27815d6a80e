// What a run came to: the last thing that its agent said, or the latest result of a tool where it said nothing.

import type { EventId, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectNewestRows } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import type { EventRow } from '../sessions-tables.ts'
import type { FoundResult } from './write-announcement.ts'

const newestLooked = 200

export interface RunResult extends FoundResult {
  /** Where it was said: what is redacted there is redacted in what was told of it. */
  eventId: EventId | null
  /** What its last turn said when it failed. */
  failure: string
}

/** `hasAnswered`: it came to its end by itself, so that a tool result after its last words means that it said no more. */
export async function findResult(r: Reader, sessionId: SessionId, hasAnswered: boolean): Promise<RunResult> {
  const newest = await r.all(selectNewestRows({ sessionId, limit: newestLooked }))
  const said = newest.find((row) => row.kind === 'message.agent' && textOf(row) !== '')
  const result = newest.find((row) => row.kind === 'tool.result' && row.redacted_at === null)
  const failed = newest.find((row) => row.kind === 'turn.failed')
  const failure = String((failed && payloadOf(failed)['message']) ?? '')
  const isSilent = said === undefined || (hasAnswered && result !== undefined && result.seq > said.seq)
  if (!isSilent) return { text: textOf(said), from: 'text', eventId: said.id, failure }
  if (result === undefined) return { text: '', from: 'none', eventId: null, failure }
  return { text: String(payloadOf(result)['output'] ?? ''), from: 'tool', eventId: result.id, failure }
}

function textOf(row: EventRow): string {
  if (row.redacted_at !== null) return ''
  return String(payloadOf(row)['text'] ?? '').trim()
}
