// What a run came to: the last thing that its agent said, or the latest result of a tool where it said nothing.

import type { AttachmentJson, EventId, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectNewestRows } from '../event-store.ts'
import { attachmentsIn, payloadOf } from '../log.ts'
import type { EventRow } from '../sessions-tables.ts'
import type { FoundResult } from './write-announcement.ts'

const newestLooked = 200

export interface RunResult extends FoundResult {
  /** Where it was said: what is redacted there is redacted in what was told of it. */
  eventId: EventId | null
  /** What its last turn said when it failed. */
  failure: string
  /** What stands with what it said. */
  attachments: readonly AttachmentJson[]
}

/** `hasAnswered`: it came to its end by itself, so that a tool result after its last words means that it said no more. */
export async function findResult(r: Reader, sessionId: SessionId, hasAnswered: boolean): Promise<RunResult> {
  const newest = await r.all(selectNewestRows({ sessionId, limit: newestLooked }))
  const said = newest.find((row) => row.kind === 'message.agent' && saysSomething(row))
  const result = newest.find((row) => row.kind === 'tool.result' && row.redacted_at === null)
  const failed = newest.find((row) => row.kind === 'turn.failed')
  const failure = String((failed && payloadOf(failed)['message']) ?? '')
  const isSilent = said === undefined || (hasAnswered && result !== undefined && result.seq > said.seq)
  if (!isSilent) return { ...saidBy(said), from: 'text', eventId: said.id, failure }
  const none = { failure, attachments: [] }
  if (result === undefined) return { ...none, text: '', from: 'none', eventId: null }
  return { ...none, text: String(payloadOf(result)['output'] ?? ''), from: 'tool', eventId: result.id }
}

function saysSomething(row: EventRow): boolean {
  return row.redacted_at === null && (textOf(row) !== '' || attachmentsIn(row).length > 0)
}

/** Where it only handed over files, that is the answer. */
function saidBy(row: EventRow): Pick<RunResult, 'text' | 'attachments'> {
  const attachments = attachmentsIn(row)
  const names = attachments.map(({ name }) => name).join(', ')
  return { text: textOf(row) || `Attached: ${names}`, attachments }
}

function textOf(row: EventRow): string {
  if (row.redacted_at !== null) return ''
  return String(payloadOf(row)['text'] ?? '').trim()
}
