// Reading the log and the timeline, redacting an event, leaving a notice.

import { type EventKind, refused, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { eventActor } from './event-actor.ts'
import {
  emptyEvent,
  selectEventAt,
  selectEventById,
  selectLogAfter,
  selectRowsAfter,
  selectRowsBefore,
} from './event-store.ts'
import { chooseTitle } from './choose-title.ts'
import { assertOpen, forgetWaiting } from './inbox.ts'
import { append, isText, logEventOf, type NewEvent, payloadOf, rowEvent } from './log.ts'
import { loadFor, loadSeen, partOf, permitOn } from './session.ts'
import { updateSession } from './session-store.ts'
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

    async redact(t, actor, idOrKey, eventId) {
      const seen = await loadSeen(t, actor, idOrKey)
      const row = await findEvent(t, seen.row.id, eventId)
      const authorId = row.actor_kind === 'person' ? row.actor_id : null
      await people.permit(t, actor, 'session.redact', partOf(actor, seen, { id: row.id, authorId }))
      if (row.is_row === 0) throw refused('not_found')
      if (!redactable.has(row.kind)) {
        throw refused('not_allowed', { message: 'Only what was said or done can be redacted.' })
      }
      if (row.redacted_at !== null) throw refused('already_redacted')
      // Its turn would go on to complete it with what it has in memory.
      if (isText(row.kind) && row.completed_seq === 0) {
        throw refused('busy', { message: 'This is still being written. Stop it first, then redact it.' })
      }
      const by = eventActor(actor)
      const payload = { targetId: row.id, targetSeq: row.seq, by: by.name }
      const events: NewEvent[] = [{ kind: 'event.redacted', actor: by, payload, isRow: false }]
      await emptyEvent(t, row.session_id, row.seq, JSON.stringify(skeletonOf(row)))
      await forgetWaiting(t, row)
      if (seen.row.title_from === 'first_message' && seen.row.title === chooseTitle(textIn(row))) {
        await updateSession(t, seen.row.id, { title: '', title_from: 'none', search_text: '' })
        events.push({ kind: 'session.changed', actor: by, payload: { fields: ['title'] }, isRow: false })
      }
      await append(deps, t, row.session_id, events)
      await deps.facts.tell(t, 'event_redacted', { sessionId: row.session_id, eventId: row.id })
      t.afterCommit(() => deps.feed.listed(row.session_id))
    },

    streaming: (id) => streams.of(id),

    async notice(t, actor, id, notice) {
      await assertOpen(t, await permitOn(t, people, actor, id, 'session.write'))
      return appendNotice(deps, t, actor, id, notice)
    },
  }
}

/** The rest says when something happened, not what somebody said. */
const redactable: ReadonlySet<EventKind> = new Set([
  'message.user',
  'message.agent',
  'reasoning',
  'tool.call',
  'tool.result',
  'notice',
])

/** What holds the log together: a result still belongs to its call. */
function skeletonOf(row: EventRow): object {
  if (row.kind !== 'tool.call' && row.kind !== 'tool.result') return {}
  const { callId, name, step } = payloadOf(row)
  return { callId, name, step }
}

function textIn(row: EventRow): string {
  return row.kind === 'message.user' ? String(payloadOf(row)['text'] ?? '') : ''
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
