// How far each person has read, equal in all their tabs: a mark is a row, its move an entry of the person's own log.

import { limits, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { isNeeding } from './approvals/note-need.ts'
import { noteSeen } from './attendance-store.ts'
import type { PersonEvent } from './feed.ts'
import {
  insertPersonEvents,
  putReadMark,
  selectPersonLog,
  selectPersonSeq,
  selectReadMark,
  selectReadMarks,
  selectMarksOf,
  takePersonSeqs,
} from './read-mark-store.ts'
import { permitOn } from './session.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { PersonNews, ReadMarks } from './sessions.ts'
import type { PersonEventRow } from './sessions-tables.ts'

const marksShownMax = 1_000

export function createReadMarks(deps: RoomDeps): ReadMarks {
  async function tellPeople(t: Tx, kind: string, news: readonly PersonNews[]): Promise<void> {
    if (news.length === 0) return
    const people = JSON.stringify(news.map(({ personId }) => personId))
    const taken = new Map((await t.all(takePersonSeqs({ people }))).map((row) => [row.person_id, row.seq]))
    const told = news.map(({ personId, payload, shown = payload }) => {
      const seq = taken.get(personId)
      if (seq === undefined) throw new Error('a person’s log gave out no number')
      const row: PersonEventRow = {
        person_id: personId,
        seq,
        id: deps.ids.make('event'),
        kind,
        payload: JSON.stringify(payload),
        created_at: t.now,
      }
      return { row, shown }
    })
    await t.run(insertPersonEvents({ rows: JSON.stringify(told.map(({ row }) => row)) }))
    t.afterCommit(() => {
      for (const { row, shown } of told) {
        deps.feed.personAppended(row.person_id, { ...personEventOf(row), payload: { ...shown } })
      }
    })
  }

  const tellPerson: ReadMarks['tellPerson'] = (t, personId, kind, payload, shown) =>
    tellPeople(t, kind, [{ personId, payload, ...(shown && { shown }) }])

  return {
    tellPerson,
    tellPeople,

    async markRead(t, actor, idOrKey, seq) {
      const row = await permitOn(t, deps.people, actor, idOrKey, 'session.read')
      const { id: sessionId, seq: newest } = row
      if (actor.kind !== 'person') throw refused('not_allowed')
      const { personId } = actor
      const before = (await t.one(selectReadMark({ personId, sessionId })))?.seq ?? 0
      const after = Math.min(seq, newest)
      if (after <= before) return { sessionId, seq: before }
      await t.run(putReadMark({ person_id: personId, session_id: sessionId, seq: after, updated_at: t.now }))
      if (after >= row.ended_seq && !isNeeding(row)) await t.run(noteSeen({ id: sessionId, personId }))
      await tellPerson(t, personId, 'read.changed', { sessionId, seq: after })
      if ((await deps.unreadNews?.hasUnread(t, personId, sessionId)) !== false) {
        await deps.facts.tell(t, 'read_moved', { personId, sessionId, threadId: null, seq: after })
      }
      return { sessionId, seq: after }
    },

    async readMarks(r, personId) {
      const rows = await r.all(selectReadMarks({ personId, limit: marksShownMax }))
      return rows.map((row) => ({ sessionId: row.session_id, seq: row.seq }))
    },

    readMark: async (r, personId, sessionId) =>
      (await r.one(selectReadMark({ personId, sessionId })))?.seq ?? 0,

    async readMarksOf(r, people, sessionId) {
      const rows = await r.all(selectMarksOf({ sessionId, people: JSON.stringify(people) }))
      return new Map(rows.map((row) => [row.person_id, row.seq]))
    },

    async personLogAfter(r, personId, after, limit) {
      const most = Math.min(limit, limits.liveResumeEventsMax + 1)
      return (await r.all(selectPersonLog({ personId, after, limit: most }))).map(personEventOf)
    },

    personSeq: async (r, personId) => (await r.one(selectPersonSeq({ personId })))?.seq ?? 0,
  }
}

function personEventOf(row: PersonEventRow): PersonEvent {
  return {
    seq: row.seq,
    eventId: row.id,
    kind: row.kind,
    createdAt: row.created_at,
    // Written by this room as an object, always.
    payload: JSON.parse(row.payload) as Record<string, unknown>,
  }
}
