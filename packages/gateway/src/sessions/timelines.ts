// Reading the log and the timeline, leaving a notice.

import { refused, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { changeQuotesOf } from './change-quotes.ts'
import { eventActor } from './event-actor.ts'
import {
  selectEventAt,
  selectEventById,
  selectEventsById,
  selectLogAfter,
  selectRowsAfter,
  selectRowsBefore,
  selectWordsSeq,
  updatePayload,
} from './event-store.ts'
import { append, logEventOf, rowEvent } from './log.ts'
import { insertQuotes, renameQuoted, selectQuotedBefore } from './quote-store.ts'
import { isQuoted } from './read-quoting.ts'
import { recordBinding } from './record-binding.ts'
import { redactCopies, redactEvent } from './redact-event.ts'
import { chooseText } from './search/choose-text.ts'
import { forgetText, sourceOf } from './search/take-in-logs.ts'
import { assertOpen, loadFor, permitOn } from './session.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { LogEvent, Timelines } from './sessions.ts'
import type { EventRow } from './sessions-tables.ts'
import { selectDraft } from './turns/turn-store.ts'

export function createTimelines(deps: RoomDeps): Timelines {
  const { people, streams } = deps

  /** A text that still streams stands in memory while it is written here, and on disk as of a second ago. */
  async function rowNow(r: Reader, row: EventRow): Promise<LogEvent> {
    const event = rowEvent(row)
    if (row.completed_seq !== 0 || event.isRedacted) return event
    const live = streams.find(row.session_id, row.id)
    if (live !== undefined && live.offset === 0) {
      return { ...event, payload: { ...event.payload, text: live.text, attempt: live.attempt } }
    }
    const draft = await r.one(selectDraft({ eventId: row.id }))
    // Completed between the two looks.
    if (!draft) return rowEvent((await r.one(selectEventById({ id: row.id }))) ?? row)
    return { ...event, payload: { ...event.payload, text: draft.text, attempt: draft.attempt } }
  }

  async function rowsNow(r: Reader, rows: readonly EventRow[]): Promise<LogEvent[]> {
    const events: LogEvent[] = []
    for (const row of rows) events.push(await rowNow(r, row))
    return events
  }

  async function findEvent(r: Reader, sessionId: SessionId, eventId: string): Promise<EventRow> {
    const row = await r.one(selectEventById({ id: eventId as EventRow['id'] }))
    if (!row || row.session_id !== sessionId) throw refused('not_found')
    return row
  }

  return {
    async timeline(r, actor, idOrKey, { after, before, limit }) {
      const { id: sessionId } = await loadFor(r, people, actor, idOrKey, 'session.read')
      const end = before ?? Number.MAX_SAFE_INTEGER
      // One more than asked for says whether there are more.
      if (after !== undefined) {
        const rows = await r.all(selectRowsAfter({ sessionId, after, before: end, limit: limit + 1 }))
        return { events: await rowsNow(r, rows.slice(0, limit)), more: rows.length > limit }
      }
      const rows = await r.all(selectRowsBefore({ sessionId, before: end, limit: limit + 1 }))
      return { events: await rowsNow(r, rows.slice(0, limit).toReversed()), more: rows.length > limit }
    },

    async event(r, actor, idOrKey, eventId) {
      const { id } = await loadFor(r, people, actor, idOrKey, 'session.read')
      return rowNow(r, await findEvent(r, id, eventId))
    },

    async logAfter(r, id, after, limit) {
      const rows = await r.all(selectLogAfter({ sessionId: id, after, limit }))
      const known = new Map(rows.map((row) => [row.seq, row]))
      const events: LogEvent[] = []
      for (const row of rows) {
        const { target_seq: seq } = row
        const target =
          seq === null ? undefined : (known.get(seq) ?? (await r.one(selectEventAt({ sessionId: id, seq }))))
        events.push(logEventOf(row, target))
      }
      return events
    },

    redact: (t, actor, idOrKey, eventId) => redactEvent(deps, t, actor, idOrKey, eventId),
    redactCopies: (job, eventId) => redactCopies(deps, job, eventId),

    streaming: (id) => streams.of(id),

    async notice(t, actor, id, notice) {
      await assertOpen(t, await permitOn(t, people, actor, id, 'session.write'))
      return appendNotice(deps, t, actor, id, notice)
    },

    remark: (t, id, notice) => appendNotice(deps, t, { kind: 'system' }, id, notice),

    recordBinding: (t, id, event, runId) => recordBinding(deps, t, id, event, runId),

    async recordTalk(t, actor, id, { kind, payload, causedBy }) {
      const entry = { kind, actor: eventActor(actor), payload: {}, causedBy, isRow: false as const }
      const [event] = await append(deps, t, id, [{ ...entry, payloadAt: payload }])
      if (!event) throw new Error('what people discuss was not appended')
      return event
    },

    async rewriteTalk(t, eventId, payload) {
      const row = await t.one(selectEventById({ id: eventId }))
      if (!row || row.is_row === 1) throw new Error(`there is no such talk: ${eventId}`)
      const left = JSON.stringify(payload)
      await updatePayload(t, row.session_id, row.seq, left)
      if (chooseText({ ...row, payload: left }) === undefined) await forgetText(t, sourceOf(row))
    },

    async readEntries(r, ids) {
      const rows = await selectEventsById(r, ids)
      const events = await rowsNow(r, rows)
      return events.map((event, i) => {
        const { session_id: sessionId, is_row: isRow } = rows[i]!
        return { ...event, sessionId, isRow: isRow === 1 }
      })
    },

    readWordsSeq: async (r, id) => (await r.one(selectWordsSeq({ id })))?.seq,

    async whichQuotedBefore(r, asked) {
      if (asked.length === 0) return new Set()
      const rows = await r.all(selectQuotedBefore({ asked: JSON.stringify(asked) }))
      return new Set(rows.map(({ eventId }) => eventId))
    },

    async noteQuotes(t, quotingId, quoted) {
      // A copy is redacted with the entry that it was copied from, so that one is named.
      const rows = await selectEventsById(t, quoted)
      const ids = rows.map((row) => row.root_id ?? row.id)
      if (ids.length > 0) await insertQuotes(t, quotingId, ids)
    },

    settleQuoted: async (t, name, eventId) => void (await t.run(renameQuoted({ name, eventId }))),

    changeQuotesOf: (t, deliveryId, now) => changeQuotesOf(deps, t, deliveryId, now),

    async redactQuotesOf(t, eventId) {
      const row = await t.one(selectEventById({ id: eventId }))
      if (!row || !(await isQuoted(t, row))) return
      await deps.facts.tell(t, 'event_redacted', { sessionId: row.session_id, eventId, hasCopies: true })
    },
  }
}

async function appendNotice(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  id: SessionId,
  notice: Parameters<Timelines['notice']>[3],
): Promise<LogEvent> {
  const { text, code, level = 'info', causedBy } = notice
  const [event] = await append(deps, t, id, [
    { kind: 'notice', actor: eventActor(actor), payload: { text, code, level }, causedBy },
  ])
  if (!event) throw new Error('a notice was not appended')
  return event
}
