// Opening, finding and changing sessions.

import { badField, nearest, type PersonId, Refusal, refused, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { setArchived } from './archive-session.ts'
import { leaveUnlessListed } from './attendance-store.ts'
import { eventActor } from './event-actor.ts'
import { foldTitle } from './choose-title.ts'
import { discloseSession } from './disclose-session.ts'
import { createLists } from './list-sessions.ts'
import { append, appendAt } from './log.ts'
import {
  assertOnTop,
  loadFor,
  loadSeen,
  mayRead,
  partOf,
  permitOn,
  readableSources,
  resourceOf,
  type SeenSession,
  sessionOfRow,
} from './session.ts'
import {
  addParticipant,
  insertSession,
  removeParticipant,
  selectGlance,
  selectListedAmong,
  selectSeeing,
  selectParticipants,
  selectSession,
  selectSessionByKey,
  updateSession,
} from './session-store.ts'
import { countUnheard } from './subagents/unheard-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { Catalogue, NewSession, SessionChange, TalkedOf, WholeSession } from './sessions.ts'
import type { SessionRow } from './sessions-tables.ts'
import { letRetag } from './search/search-store.ts'
import { readAllBelow, spreadParticipants, spreadVisibility, takeSeqsBelow } from './spread-access-store.ts'

export function createCatalogue(
  deps: RoomDeps,
): Omit<Catalogue, 'fork' | 'continueSession' | 'isOver' | 'readPast' | 'listTakingPart'> {
  const { people } = deps

  async function open(t: Tx, actor: Actor, input: NewSession): Promise<WholeSession> {
    await people.permit(t, actor, 'session.create', { kind: 'place' })
    const agent = deps.agents.find(input.agentId)
    if (!agent) throw unknownAgent(deps, input.agentId)
    const row = newRow(deps, t, actor, { ...input, agentId: agent.id })
    const participants = await idsOf(t, actor, input.participants ?? [])
    return put(t, actor, row, actor.kind === 'person' ? [actor.personId, ...participants] : participants)
  }

  async function put(
    t: Tx,
    actor: Actor,
    row: SessionRow,
    participants: readonly PersonId[],
  ): Promise<WholeSession> {
    await insertSession(t, row)
    for (const personId of participants) await addParticipant(t, row.id, personId, t.now)
    t.afterCommit(() => deps.feed.listed(row.id))
    return wholeOf(deps, t, actor, row)
  }

  async function renew(t: Tx, actor: Actor, idOrKey: string): Promise<WholeSession> {
    const old = await permitOn(t, people, actor, idOrKey, 'session.write')
    await people.permit(t, actor, 'session.create', { kind: 'place' })
    if (old.parent_id !== null) {
      throw badField(
        'id',
        'is the session of a sub-agent, which has one task; give it or another one the next',
      )
    }
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
      actor,
      { ...row, created_by: old.created_by, model: old.model },
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
    if (input.archived === false && (await setArchived(deps, t, actor, row, false))) fields.push('state')
    if (input.title !== undefined && input.title !== row.title) {
      fields.push('title')
      const searchText = foldTitle(input.title)
      await updateSession(t, row.id, { title: input.title, title_from: 'person', search_text: searchText })
    }
    if (input.visibility !== undefined && input.visibility !== row.visibility) {
      assertOnTop(row, 'visibility')
      fields.push('visibility')
      const { visibility } = input
      await discloseSession(deps, t, actor, row, visibility === 'team' ? 'team' : [], { visibility })
      await updateSession(t, row.id, { visibility })
      await t.run(letRetag({ id: row.id }))
      if (visibility === 'private') await leaveUnlessListed(t, row.id)
      await spreadVisibility(t, row.id, visibility)
      if (visibility === 'private') {
        const closed = [row.id, ...(await readAllBelow(t, row.id))]
        await deps.boundPlaces.followPrivate(t, closed, eventActor(actor).name)
      }
    }
    if (input.participants !== undefined && (await setParticipants(t, actor, row, input.participants))) {
      fields.push('participants')
    }
    if (input.model !== undefined && input.model !== row.model) {
      if (input.model !== null && !deps.agents.findModel(input.model)) throw unknownModel(deps, input.model)
      fields.push('model')
      await updateSession(t, row.id, { model: input.model, is_model_missed: 0 })
    }
    if (input.archived === true && (await setArchived(deps, t, actor, row, true))) fields.push('state')
    await noteChange(t, actor, row.id, fields)
    return reload(t, actor, row.id)
  }

  async function noteChange(t: Tx, actor: Actor, id: SessionId, fields: readonly string[]): Promise<void> {
    if (fields.length === 0) return
    const event = { kind: 'session.changed', actor: eventActor(actor), payload: { fields } } as const
    await append(deps, t, id, [{ ...event, isRow: false }])
    t.afterCommit(() => deps.feed.listed(id))
    const access = fields.filter((field) => field === 'visibility' || field === 'participants')
    if (access.length > 0) await noteAccess(t, actor, id, access)
  }

  /** What is below has changed as well, and whoever has its page open has to hear of it there. */
  async function noteAccess(t: Tx, actor: Actor, id: SessionId, fields: readonly string[]): Promise<void> {
    const event = { kind: 'session.changed', actor: eventActor(actor), payload: { fields } } as const
    const open = await takeSeqsBelow(t, id)
    await appendAt(deps, t, open, { ...event, isRow: false })
    const below = await readAllBelow(t, id)
    t.afterCommit(() => {
      for (const one of open) deps.feed.listed(one.id)
      for (const one of [id, ...below]) deps.feed.accessChanged(one)
    })
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
    assertOnTop(row, 'participants')
    if (row.created_by !== null && removed.includes(row.created_by)) {
      throw badField('participants', 'must keep whoever opened the session')
    }
    // Everyone may leave; who else comes or goes is the maker's to say.
    const isOnlyLeaving =
      added.length === 0 && actor.kind === 'person' && removed.every((id) => id === actor.personId)
    if (!isOnlyLeaving) await discloseSession(deps, t, actor, row, added, { added, removed })
    for (const id of added) await addParticipant(t, row.id, id, row.active_at)
    for (const id of removed) await removeParticipant(t, row.id, id)
    await spreadParticipants(t, row.id, { added, removed })
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

  async function reload(r: Reader, actor: Actor, id: SessionId): Promise<WholeSession> {
    const row = await r.one(selectSession({ id }))
    if (!row) throw refused('not_found')
    return wholeOf(deps, r, actor, row)
  }

  return {
    open,
    renew,

    freeKey: (t, id) => updateSession(t, id, { is_current: 0 }),
    change,
    ...createLists(deps),
    find: async (r, actor, idOrKey, to = 'session.read') =>
      wholeOf(deps, r, actor, await loadFor(r, people, actor, idOrKey, to)),

    see: async (r, actor, idOrKey) => wholeOf(deps, r, actor, (await loadSeen(r, actor, idOrKey)).row),

    async glance(r, id) {
      const row = await r.one(selectGlance({ id }))
      if (!row) throw refused('not_found')
      const { key, agent_id: agentId, kind, state, visibility } = row
      return { key, agentId, kind, state, visibility }
    },

    async permitTalk(t, actor, idOrKey, action, part) {
      const seen = await loadSeen(t, actor, idOrKey)
      const whole = resourceOf(actor, seen)
      await people.permit(t, actor, action, part === undefined ? whole : partOf(actor, seen, part))
      return talkedOf(seen, people.authorize(actor, 'thread.read', whole).ok)
    },

    async demandTalk(r, actor, idOrKey, action) {
      const seen = await loadSeen(r, actor, idOrKey)
      const whole = resourceOf(actor, seen)
      people.demand(actor, action, whole)
      return talkedOf(seen, people.authorize(actor, 'thread.read', whole).ok)
    },

    async whoMaySee(r, id, ids) {
      const row = await r.one(selectGlance({ id }))
      if (!row || ids.length === 0) return new Set()
      if (row.visibility === 'team') return new Set(ids)
      return new Set((await selectListedAmong(r, id, ids)).map(({ person_id }) => person_id))
    },

    whichMaySee: async (r, pairs) =>
      pairs.length === 0 ? [] : r.all(selectSeeing({ pairs: JSON.stringify(pairs) })),

    permit: async (t, actor, idOrKey, action) =>
      wholeOf(deps, t, actor, await permitOn(t, people, actor, idOrKey, action)),

    async archive(t, actor, idOrKey) {
      const { row } = await loadSeen(t, actor, idOrKey)
      if (await setArchived(deps, t, actor, row, true)) await noteChange(t, actor, row.id, ['state'])
    },

    mayRead: (r, actor, id) => mayRead(r, people, actor, id),
  }
}

function talkedOf({ row }: SeenSession, mayReadIt: boolean): TalkedOf {
  return { id: row.id, agentId: row.agent_id, state: row.state, mayRead: mayReadIt }
}

export async function wholeOf(
  deps: Pick<RoomDeps, 'people'>,
  r: Reader,
  actor: Actor,
  row: SessionRow,
): Promise<WholeSession> {
  // In a team session every member takes part; a list of some would mislead.
  const participants = row.visibility === 'team' ? [] : await r.all(selectParticipants({ id: row.id }))
  const session = sessionOfRow(row, await readableSources(r, deps.people, actor, [row]))
  const queued = row.queued - ((await countUnheard(r, [row])).get(row.id) ?? 0)
  return { ...session, queued, participants }
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

function unknownModel(deps: Pick<RoomDeps, 'agents'>, name: string): Error {
  const names = deps.agents.models().map((model) => model.name)
  const near = nearest(name, names)
  const message = `there is no model "${name}"`
  return refused('unknown_model', {
    message: `There is no model "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    issues: [{ field: 'model', message, ...(near !== undefined && { nearest: near }) }],
  })
}

export function newRow(deps: Pick<RoomDeps, 'ids'>, t: Tx, actor: Actor, input: NewSession): SessionRow {
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
    model: null,
    is_model_missed: 0,
    last_outcome: null,
    forked_from: null,
    forked_at_event: null,
    ended_seq: 0,
    news_seq: 0,
    said_seq: 0,
    said_by: null,
    said_before_seq: 0,
    is_tainted: 0,
    open_approvals: 0,
    open_below: 0,
    compacted_through_seq: 0,
    compaction_seq: 0,
    is_compaction_asked: 0,
    continues_id: null,
    rights: null,
  }
}
