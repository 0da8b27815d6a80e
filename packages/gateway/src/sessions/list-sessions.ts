// The sessions that someone may see, in pages, each with how it stands with them: all by latest activity, those below one
// session, or those that wait for them by when they began to.

import { type PersonId, refused, type SessionId } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Actor, PageInput } from '../people/people.ts'
import { selectAttended } from './attendance-store.ts'
import { foldTitle } from './choose-title.ts'
import { chooseUnread } from './choose-unread.ts'
import { selectMarksIn } from './read-mark-store.ts'
import { isVisible, mayRead, readableSources, resourceOf, sessionOfRow } from './session.ts'
import {
  type ListQuery,
  listAllSessions,
  listChildSessions,
  listOwnSessions,
  listTeamSessions,
  listWaitingSessions,
  selectSeen,
} from './session-list-store.ts'
import { selectSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { Catalogue, ListedSession } from './sessions.ts'
import { countActiveBelow } from './subagents/run-store.ts'
import { countUnheard } from './subagents/unheard-store.ts'
import type { SessionRow } from './sessions-tables.ts'

export function createLists(deps: Pick<RoomDeps, 'people'>): Pick<Catalogue, 'list' | 'listed'> {
  const { people } = deps

  async function tell(r: Reader, actor: Actor, rows: readonly SessionRow[]): Promise<ListedSession[]> {
    const sources = await readableSources(r, people, actor, rows)
    const marks = await marksOf(r, actor, rows)
    const attended = await attendedBy(r, actor, rows)
    const active = await countActiveBelow(
      r,
      rows.map(({ id }) => id),
    )
    const unheard = await countUnheard(r, rows)
    return rows.map((whole) => {
      const row = { ...whole, queued: whole.queued - (unheard.get(whole.id) ?? 0) }
      const activeBelow = active.get(row.id) ?? 0
      return { ...listedOf(row, actor, sources, marks.get(row.id), attended.has(row.id)), activeBelow }
    })
  }

  return {
    async list(r, actor, { needs, ...filter }, page) {
      people.demand(actor, 'session.list', { kind: 'place' })
      const order = needs === 'me' ? waiting : filter.parent === undefined ? active : below
      const query: ListQuery = {
        ...filter,
        ...(filter.text !== undefined && { text: foldTitle(filter.text.trim()) }),
        after: readCursor(order.name, page),
        limit: page.limit + 1,
      }
      const rows = await order.read(r, actor, query)
      const items = await tell(
        r,
        actor,
        rows.slice(0, page.limit).map(({ row }) => row),
      )
      const last = rows[page.limit - 1]
      if (rows.length <= page.limit || last === undefined) return { items }
      return { items, next: encodeCursor(order.name, `${last.at} ${last.row.id}`) }
    },

    async listed(r, actor, id) {
      if (actor.kind !== 'person') {
        const row = (await mayRead(r, people, actor, id)) && (await r.one(selectSession({ id })))
        return row && row.parent_id === null ? (await tell(r, actor, [row]))[0] : undefined
      }
      const row = await r.one(selectSeen({ id, personId: actor.personId }))
      const isListed = row?.listed_as !== null
      if (!row || row.parent_id !== null || !isVisible(actor, row, isListed)) return undefined
      if (!people.authorize(actor, 'session.read', resourceOf(actor, { row, isListed })).ok) return undefined
      const sources = await readableSources(r, people, actor, [row])
      const activeBelow = (await countActiveBelow(r, [id])).get(id) ?? 0
      const queued = row.queued - ((await countUnheard(r, [row])).get(id) ?? 0)
      const mark = row.read_seq ?? undefined
      const listed = listedOf({ ...row, queued }, actor, sources, mark, row.attends_as !== null)
      return { ...listed, activeBelow }
    },
  }
}

/** A row and the time by which it stands where it does. */
interface Ordered {
  row: SessionRow
  at: number
}

interface Order {
  /** Of its cursors. */
  name: string
  read(r: Reader, actor: Actor, query: ListQuery): Promise<Ordered[]>
}

const active: Order = {
  name: 'sessions',
  async read(r, actor, query) {
    const order = (rows: SessionRow[]) => rows.map((row) => ({ row, at: row.active_at }))
    if (actor.kind !== 'person') return order(await listAllSessions(r, query))
    const [team, own] = [await listTeamSessions(r, query), await listOwnSessions(r, actor.personId, query)]
    const both = [...team, ...own].sort((a, b) => b.active_at - a.active_at || (a.id < b.id ? 1 : -1))
    return order(both.slice(0, query.limit))
  },
}

const below: Order = {
  name: 'sessions below one',
  async read(r, actor, query) {
    const personId = actor.kind === 'person' ? actor.personId : undefined
    const rows = await listChildSessions(r, personId, { ...query, parent: query.parent ?? '' })
    return rows.map((row) => ({ row, at: row.active_at }))
  },
}

const waiting: Order = {
  name: 'sessions that wait',
  async read(r, actor, query) {
    // Nothing waits for whoever is nobody in particular.
    if (actor.kind !== 'person') return []
    const rows = await listWaitingSessions(r, actor.personId, query)
    return rows.map((row) => ({ row, at: row.waits_since }))
  },
}

function readCursor(list: string, page: PageInput): ListQuery['after'] {
  const key = decodeCursor(list, page.cursor)
  if (key === undefined) return undefined
  const [at, id = ''] = key.split(' ')
  if (!Number.isSafeInteger(Number(at))) throw refused('bad_cursor')
  return { at: Number(at), id }
}

async function marksOf(
  r: Reader,
  actor: Actor,
  rows: readonly SessionRow[],
): Promise<ReadonlyMap<SessionId, number>> {
  if (actor.kind !== 'person' || rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const marks = await r.all(selectMarksIn(actor.personId, ids))
  return new Map(marks.map(({ session_id: id, seq }) => [id, seq]))
}

async function attendedBy(
  r: Reader,
  actor: Actor,
  rows: readonly SessionRow[],
): Promise<ReadonlySet<SessionId>> {
  const ids = rows.filter((row) => !isOwn(row)).map(({ id }) => id)
  return actor.kind !== 'person' || ids.length === 0 ? new Set() : selectAttended(r, actor.personId, ids)
}

/**
 * What the whole team may read, and one has no part in and never opened, is no news: a newcomer would find a dot on all of
 * it. Nor is what sub-agents do among themselves.
 */
function isOwn({ visibility, parent_id }: SessionRow): boolean {
  return visibility === 'private' && parent_id === null
}

function listedOf(
  row: SessionRow,
  actor: Actor,
  sources: ReadonlySet<SessionId>,
  readSeq: number | undefined,
  attends: boolean,
): Omit<ListedSession, 'activeBelow'> {
  const reader: PersonId | undefined = actor.kind === 'person' ? actor.personId : undefined
  const isFollowed = isOwn(row) || attends || readSeq !== undefined
  const unread = reader !== undefined && isFollowed && chooseUnread(row, reader, readSeq ?? 0)
  const { open_below: approvalsBelow } = row
  return { ...sessionOfRow(row, sources), unread, readSeq: readSeq ?? 0, approvalsBelow }
}
