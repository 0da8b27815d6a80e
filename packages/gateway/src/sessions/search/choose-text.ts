// What of an entry of the log is found, and as what: messages, calls of tools and their results, replies. Pure.
//
// What looks like a credential is neither indexed nor shown: nobody should find a key by its first letters.

import { limits, type ReplyJson, type SearchKind, type ThreadJson } from '@heddle/contract'
import { readTime } from '@heddle/contract/http/times'
import { hideCredentials } from '../../foundation/logging/redact.ts'
import { attachmentsIn, payloadOf } from '../log.ts'
import type { EventRow } from '../sessions-tables.ts'

export interface FoundText {
  kind: SearchKind
  /** The entry, or the reply. */
  sourceId: string
  text: string
  saidAt: number
  /** Of a reply. */
  thread?: { threadId: string; anchorEventId: string; replyId: string }
}

/** Undefined for what is not found: other kinds, what was redacted, and a text that is not whole yet. */
export function chooseText(row: EventRow): FoundText | undefined {
  if (row.redacted_at !== null) return undefined
  const payload = payloadOf(row)
  const entry = { sourceId: row.id, saidAt: row.created_at }
  switch (row.kind) {
    case 'message.user':
      return { ...entry, kind: 'message', text: shown(withNames(row, payload['text'])) }
    case 'message.agent':
      if (row.is_row === 0 || row.completed_seq === 0) return undefined
      return { ...entry, kind: 'message', text: shown(withNames(row, payload['text'])) }
    case 'tool.call':
      return {
        ...entry,
        kind: 'tool',
        text: shown(`${String(payload['name'])} ${readArguments(payload['arguments'])}`),
      }
    case 'tool.result':
      return { ...entry, kind: 'tool', text: shown(payload['output']) }
    case 'reply.posted':
    case 'reply.edited':
      return chooseReply(payload, row.created_at)
    default:
      return undefined
  }
}

function chooseReply(payload: Record<string, unknown>, saidAt: number): FoundText | undefined {
  // The edge: the room that has the replies wrote them there, and empties them when they are taken back.
  const reply = payload['reply'] as Partial<ReplyJson> | undefined
  const thread = payload['thread'] as Partial<ThreadJson> | undefined
  if (!reply?.id || !reply.body || reply.deletedAt !== undefined || !thread?.id) return undefined
  return {
    kind: 'reply',
    sourceId: reply.id,
    text: shown(reply.body),
    saidAt: readTime(reply.createdAt) ?? saidAt,
    thread: { threadId: thread.id, anchorEventId: thread.anchorEventId ?? '', replyId: reply.id },
  }
}

/** What people remember of a message may be what was attached to it. */
function withNames(row: EventRow, text: unknown): string {
  return [String(text ?? ''), ...attachmentsIn(row).map(({ name }) => name)]
    .filter((part) => part !== '')
    .join('\n')
}

function shown(text: unknown): string {
  return hideCredentials(String(text ?? '').slice(0, limits.searchedCharsMax))
}

/** Names and values, as they are meant: in JSON a line break is written with a letter. */
function readArguments(written: unknown): string {
  const json = String(written ?? '').slice(0, limits.searchedCharsMax)
  try {
    return flatten(JSON.parse(json)).join(' ')
  } catch {
    return json
  }
}

function flatten(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) ? flatten(inner) : [name, ...flatten(inner)],
  )
}
