// Opening, finding, listing, changing and archiving sessions.

import { badField, nearest, type PersonId, Refusal, refused, type SessionId } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../foundation/database/cursor.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import { eventActor } from './event-actor.ts'
import { foldTitle } from './choose-title.ts'
import { stopEverything } from './inbox.ts'
import { append } from './log.ts'
import { isListedIn, isVisible, loadFor, loadSeen, permitOn, resourceOf, sessionOfRow } from './session.ts'
import {
  addParticipant,
  insertSession,
  type ListQuery,
  listAllSessions,
  listOwnSessions,
  listTeamSessions,
  removeParticipant,
  selectParticipants,
  selectSession,
  selectSessionByKey,
  updateSession,
} from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { Catalogue, NewSession, Session, SessionChange, WholeSession } from './sessions.ts'
import type { SessionRow } from './sessions-tables.ts'

export function createCatalogue(deps: RoomDeps): Catalogue {
  const { people } = deps

  async function open(t: Tx, actor: Actor, input: NewSession): Promise<WholeSession> {
    await people.permit(t, actor, 'session.create', { kind: 'place' })
    const agent = deps.agents.find(input.agentId)
    if (!agent) throw unknownAgent(deps, input.agentId)
    const row = newRow(deps, t, actor, { ...input, agentId: agent.id })
    const participants = await idsOf(t, actor, input.participants ?? [])
    return put(t, row, actor.kind === 'person' ? [actor.personId, ...participants] : participants)
  }

  async function put(t: Tx, row: SessionRow, participants: readonly PersonId[]): Promise<WholeSession> {
    await insertSession(t, row)
    for (const personId of participants) await addParticipant(t, row.id, personId, t.now)
    t.afterCommit(() => deps.feed.listed(row.id))
    return whole(t, row)
  }

  async function renew(t: Tx, actor: Actor, idOrKey: string): Promise<WholeSession> {
    const old = await permitOn(t, people, actor, idOrKey, 'session.write')
    await people.permit(t, actor, 'session.create', { kind: 'place' })
    await assertNewestOfKey(t, old)
    const present = await t.all(selectParticipants({ id: old.id }))
    // First, because one key names one session at a time.
    await updateSession(t, old.id, { is_current: 0 })
    const row = newRow(deps, t, actor, {
      agentId: old.agent_id,
      key: old.key,
      ...(old.key_owner !== '' && { keyOwner: old.key_owner }),
      visibility: old.visibility,
    })
    const fresh = await put(
      t,
      { ...row, created_by: old.created_by },
      present.map(({ id }) => id),
    )
    await updateSession(t, old.id, { successor_id: fresh.id })
    t.afterCommit(() => deps.feed.listed(old.id))
    return fresh
  }

  async function change(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    input: SessionChange,
    ifVersion?: number,
  ): Promise<WholeSession> {
    const row = await permitOn(t, people, actor, idOrKey, 'session.change')
    if (ifVersion !== undefined && ifVersion !== row.version) throw refused('changed_meanwhile')
    const fields: string[] = []
    if (input.title !== undefined && input.title !== row.title) {
      fields.push('title')
      const searchText = foldTitle(input.title)
      await updateSession(t, row.id, { title: input.title, title_from: 'person', search_text: searchText })
    }
    if (input.visibility !== undefined && input.visibility !== row.visibility) {
      fields.push('visibility')
      await disclose(t, actor, row, { visibility: input.visibility })
      await updateSession(t, row.id, { visibility: input.visibility })
    }
    if (input.participants !== undefined && (await setParticipants(t, actor, row, input.participants))) {
      fields.push('participants')
    }
    if (fields.length > 0) {
      const event = { kind: 'session.changed', actor: eventActor(actor), payload: { fields } } as const
      await append(deps, t, row.id, [{ ...event, isRow: false }])
      t.afterCommit(() => {
        deps.feed.listed(row.id)
        if (fields.some((field) => field !== 'title')) deps.feed.accessChanged(row.id)
      })
    }
    return reload(t, row.id)
  }

  /** Letting others read what was private needs a right of its own. */
  async function disclose(t: Tx, actor: Actor, row: SessionRow, detail: Record<string, unknown>) {
    const isListed = await isListedIn(t, actor, row.id)
    await people.permit(t, actor, 'session.disclose', resourceOf(actor, { row, isListed }), detail)
  }

  async function setParticipants(
    t: Tx,
    actor: Actor,
    row: SessionRow,
    handles: readonly string[],
  ): Promise<boolean> {
    const wanted = new Set(await idsOf(t, actor, handles))
    const present = new Set((await t.all(selectParticipants({ id: row.id }))).map(({ id }) => id))
    const added = [...wanted].filter((id) => !present.has(id))
    const removed = [...present].filter((id) => !wanted.has(id))
    if (added.length + removed.length === 0) return false
    if (row.created_by !== null && removed.includes(row.created_by)) {
      throw badField('participants', 'must keep whoever opened the session')
    }
    // Everyone may leave; who else comes or goes is the maker's to say.
    const isOnlyLeaving =
      added.length === 0 && actor.kind === 'person' && removed.every((id) => id === actor.personId)
    if (!isOnlyLeaving) await disclose(t, actor, row, { added, removed })
    for (const id of added) await addParticipant(t, row.id, id, row.active_at)
    for (const id of removed) await removeParticipant(t, row.id, id)
    await updateSession(t, row.id, {})
    return true
  }

  async function idsOf(r: Reader, actor: Actor, handles: readonly string[]): Promise<PersonId[]> {
    const ids: PersonId[] = []
    for (const handle of handles) {
      try {
        ids.push((await people.findMember(r, actor, handle)).id)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
        throw badField('participants', `there is no member "${handle}"`)
      }
    }
    return ids
  }

  async function reload(r: Reader, id: SessionId): Promise<WholeSession> {
    const row = await r.one(selectSession({ id }))
    if (!row) throw refused('not_found')
    return whole(r, row)
  }

  async function whole(r: Reader, row: SessionRow): Promise<WholeSession> {
    // In a team session every member takes part; a list of some would mislead.
    const participants = row.visibility === 'team' ? [] : await r.all(selectParticipants({ id: row.id }))
    return { ...sessionOfRow(row), participants }
  }

  return {
    open,
    renew,
    change,
    find: async (r, actor, idOrKey, to = 'session.read') =>
      whole(r, await loadFor(r, people, actor, idOrKey, to)),

    see: async (r, actor, idOrKey) => whole(r, (await loadSeen(r, actor, idOrKey)).row),

    async list(r, actor, filter, page) {
      people.demand(actor, 'session.list', { kind: 'place' })
      const query: ListQuery = {
        ...filter,
        ...(filter.text !== undefined && { text: foldTitle(filter.text.trim()) }),
        after: readCursor(page.cursor),
        limit: page.limit + 1,
      }
      return pageOf(await rowsFor(r, actor, query), page)
    },

    async archive(t, actor, idOrKey) {
      const row = await permitOn(t, people, actor, idOrKey, 'session.archive')
      if (row.state === 'archived') return
      await stopEverything(deps, t, actor, row)
      await updateSession(t, row.id, { state: 'archived', is_current: 0 })
      const event = {
        kind: 'session.changed',
        actor: eventActor(actor),
        payload: { fields: ['state'] },
      } as const
      await append(deps, t, row.id, [{ ...event, isRow: false }])
      await deps.facts.tell(t, 'session_ended', { sessionId: row.id, why: 'archived' })
      t.afterCommit(() => deps.feed.listed(row.id))
    },

    async mayRead(r, actor, id) {
      const row = await r.one(selectSession({ id }))
      if (!row) return false
      const isListed = await isListedIn(r, actor, id)
      if (!isVisible(actor, row, isListed)) return false
      return people.authorize(actor, 'session.read', resourceOf(actor, { row, isListed })).ok
    },
  }
}

async function rowsFor(r: Reader, actor: Actor, query: ListQuery): Promise<SessionRow[]> {
  if (actor.kind !== 'person') return listAllSessions(r, query)
  const [team, own] = [await listTeamSessions(r, query), await listOwnSessions(r, actor.personId, query)]
  return [...team, ...own]
    .sort((a, b) => b.active_at - a.active_at || (a.id < b.id ? 1 : -1))
    .slice(0, query.limit)
}

function pageOf(rows: readonly SessionRow[], page: PageInput): Page<Session> {
  const items = rows.slice(0, page.limit).map(sessionOfRow)
  const last = items.at(-1)
  if (rows.length <= page.limit || last === undefined) return { items }
  return { items, next: encodeCursor('sessions', `${last.activeAt} ${last.id}`) }
}

function readCursor(cursor: string | undefined): ListQuery['after'] {
  const key = decodeCursor('sessions', cursor)
  if (key === undefined) return undefined
  const [activeAt, id = ''] = key.split(' ')
  if (!Number.isSafeInteger(Number(activeAt))) throw refused('bad_cursor')
  return { activeAt: Number(activeAt), id }
}

/** One key names one session: what was begun anew before goes on there, and only there. */
async function assertNewestOfKey(r: Reader, row: SessionRow): Promise<void> {
  if (row.is_current === 1) return
  const current = await r.one(selectSessionByKey({ key: row.key, owner: row.key_owner }))
  if (!current) return
  throw badField('id', 'was begun anew before', row.successor_id ?? undefined)
}

export function unknownAgent(deps: Pick<RoomDeps, 'agents'>, id: string): Error {
  const ids = deps.agents.list().map((agent) => agent.id)
  const near = nearest(id, ids)
  const issue = {
    field: 'agentId',
    message: `there is no agent "${id}"`,
    ...(near !== undefined && { nearest: near }),
  }
  return refused('unknown_agent', {
    message: `There is no agent "${id}". There is: ${ids.join(', ')}.`,
    issues: [issue],
  })
}

function newRow(deps: Pick<RoomDeps, 'ids'>, t: Tx, actor: Actor, input: NewSession): SessionRow {
  const title = input.title ?? ''
  return {
    id: deps.ids.make('session'),
    key: input.key.toLowerCase(),
    key_owner: input.keyOwner ?? '',
    is_current: 1,
    agent_id: input.agentId,
    kind: 'chat',
    parent_id: null,
    depth: 0,
    state: 'idle',
    title,
    title_from: title === '' ? 'none' : 'person',
    search_text: foldTitle(title),
    visibility: input.visibility,
    created_by: actor.kind === 'person' ? actor.personId : null,
    successor_id: null,
    seq: 0,
    turn_id: null,
    queued: 0,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cost_micros: null,
    version: 1,
    created_at: t.now,
    updated_at: t.now,
    active_at: t.now,
  }
}
