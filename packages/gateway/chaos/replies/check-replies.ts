// Holds what is left of discussions in a database at rest against what the people of the round were told.

import type { Inspection } from '../inspect-database.ts'
import type { ReplyLedger, WrittenReply } from './reply-ledger.ts'

interface ReplyRow {
  id: string
  thread_id: string
  session_id: string
  handle: string
  body: string
  client_message_id: string
  event_id: string
  words_event_id: string
  seq: number
  /** Of the entry that holds its words. */
  words_seq: number
  deleted_at: number | null
}

interface EntryRow {
  id: string
  seq: number
  kind: string
  payload: string
}

export function checkReplies(database: Inspection, ledger: ReplyLedger): string[] {
  const threads = [...ledger.threads.values()]
  return [
    ...threads.flatMap((thread) => checkThread(database, ledger, thread.id, thread.anchorEventId)),
    ...ledger.sessions.flatMap(({ id }) => checkLog(database, id)),
    ...checkOrder(ledger),
  ]
}

function checkThread(
  database: Inspection,
  ledger: ReplyLedger,
  threadId: string,
  anchorEventId: string,
): string[] {
  const about = database.rows<{ id: string; reply_count: number; last_reply_seq: number }>(
    'select id, reply_count, last_reply_seq from threads where anchor_event_id = ?',
    anchorEventId,
  )
  const [thread] = about
  if (!thread || about.length > 1 || thread.id !== threadId) {
    return [`[I1] the discussion of ${anchorEventId} is there ${about.length} times`]
  }
  const rows = readReplies(database, threadId)
  const written = ledger.replies.filter((reply) => reply.thread.id === threadId)
  const known = new Set(written.map((reply) => reply.clientMessageId))
  const standing = rows.filter((row) => row.deleted_at === null)
  const newest = Math.max(0, ...rows.map((row) => row.words_seq))
  return [
    ...rows.filter((row) => !known.has(row.client_message_id)).map((row) => `nobody wrote ${row.id}`),
    ...written.flatMap((reply) => checkReply(database, reply, rows)),
    ...(thread.reply_count === standing.length
      ? []
      : [`${threadId} counts ${thread.reply_count} replies of ${standing.length}`]),
    ...(thread.last_reply_seq === newest ? [] : [`${threadId} has its newest words in the wrong place`]),
  ]
}

function readReplies(database: Inspection, threadId: string): ReplyRow[] {
  return database.rows<ReplyRow>(
    `select r.*, p.handle, coalesce(e.seq, 0) as words_seq from replies r join people p on p.id = r.author_id
     left join session_events e on e.id = r.words_event_id where thread_id = ?`,
    threadId,
  )
}

function checkReply(database: Inspection, reply: WrittenReply, rows: readonly ReplyRow[]): string[] {
  const found = rows.filter((row) => row.client_message_id === reply.clientMessageId)
  const [row] = found
  const breaches: string[] = []
  const { acknowledged } = reply
  if (!acknowledged) breaches.push('was never acknowledged, though the gateway came back')
  else if (!row || found.length > 1) breaches.push(`[I1] is there ${found.length} times`)
  else {
    if (row.id !== acknowledged.replyId || row.event_id !== acknowledged.sourceEventId) {
      breaches.push('is not what was told')
    }
    if (row.handle !== reply.author) breaches.push(`is by ${row.handle}`)
    const isGone = row.deleted_at !== null
    if (reply.isDeleteTold && !isGone) breaches.push('[I1] is not deleted any more')
    if (isGone && !reply.isDeleteAsked) breaches.push('was deleted, though nobody asked')
    if (isGone ? row.body !== '' : !reply.bodies.has(row.body)) breaches.push(`says "${row.body}"`)
    breaches.push(...checkMentions(database, row), ...checkTelling(database, row))
  }
  return breaches.map((text) => `"${reply.body}" ${text}`)
}

function checkMentions(database: Inspection, row: ReplyRow): string[] {
  const wanted = row.deleted_at === null ? namedIn(row.body) : []
  const found = database
    .rows<{ handle: string }>(
      'select p.handle from mentions m join people p on p.id = m.person_id where m.source_event_id = ?',
      row.event_id,
    )
    .map(({ handle }) => handle)
  return found.toSorted().join() === wanted.toSorted().join()
    ? []
    : [`names ${wanted.join() || 'nobody'}, and the rows say ${found.join() || 'nobody'}`]
}

/** As it was written: those in code are none. */
export function namedIn(body: string): string[] {
  return [...body.replace(/`[^`]*`/g, '').matchAll(/@(\w+)/g)].map((match) => match[1] ?? '')
}

/** One entry says that it was posted, and the newest that tells of it alone holds its words. */
function checkTelling(database: Inspection, row: ReplyRow): string[] {
  const entries = database
    .rows<EntryRow>(
      `select id, seq, kind, payload from session_events
        where session_id = ? and kind like 'reply.%' and instr(payload, ?) > 0 order by seq`,
      row.session_id,
      row.id,
    )
    .map((entry) => ({ ...entry, reply: replyIn(entry) }))
    .filter((entry) => entry.reply?.id === row.id)
  const posted = entries.filter(({ kind }) => kind === 'reply.posted')
  const deleted = entries.filter(({ kind }) => kind === 'reply.deleted')
  const speaking = entries.filter(({ reply }) => (reply?.body ?? '') !== '')
  const breaches: string[] = []
  if (posted.length !== 1 || posted[0]?.id !== row.event_id) breaches.push(`was told ${posted.length} times`)
  if (deleted.length !== (row.deleted_at === null ? 0 : 1)) {
    breaches.push(`was told ${deleted.length} times to be deleted`)
  }
  const holder = row.deleted_at === null ? [row.words_event_id] : []
  if (speaking.map(({ id }) => id).join() !== holder.join()) {
    breaches.push(`has its words in ${speaking.length} entries of the log`)
  }
  if (speaking.some(({ reply }) => reply?.body !== row.body)) breaches.push('says something else in the log')
  return breaches
}

function replyIn(entry: EntryRow): { id?: string; body?: string } | undefined {
  // The edge: the gateway wrote it.
  return (JSON.parse(entry.payload) as { reply?: { id?: string; body?: string } }).reply
}

/** What was opened is told once. */
function checkLog(database: Inspection, sessionId: string): string[] {
  const opened = database.count(
    `select count(*) n from session_events where session_id = ? and kind = 'thread.opened'`,
    sessionId,
  )
  const threads = database.count('select count(*) n from threads where session_id = ?', sessionId)
  return opened === threads ? [] : [`${sessionId} tells of ${opened} discussions and has ${threads}`]
}

/** Each author wrote the next only when the one before was acknowledged. */
function checkOrder({ replies }: ReplyLedger): string[] {
  const last = new Map<string, string>()
  return replies.flatMap(({ author, thread, acknowledged, body }) => {
    const key = `${author} in ${thread.id}`
    const before = last.get(key) ?? ''
    if (!acknowledged) return []
    last.set(key, acknowledged.replyId)
    // Ids sort by the time at which they were made.
    return acknowledged.replyId > before ? [] : [`"${body}" stands before what its author wrote earlier`]
  })
}
