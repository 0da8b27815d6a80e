// A session as this room reads it, and the question that comes before everything else: is it there for this actor?

import {
  type Action,
  badField,
  type PersonId,
  personalAgentOf,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, People, Resource } from '../people/people.ts'
import type { SessionRow } from './sessions-tables.ts'
import type { Session } from './session-values.ts'
import { selectIsListed, selectSession, selectSessionByKey } from './session-store.ts'

export interface SeenSession {
  row: SessionRow
  isListed: boolean
}

/** By id, or by key in any letter case. Throws not_found for what the actor may not see, as for what is not there. */
export async function loadSeen(r: Reader, actor: Actor, idOrKey: string): Promise<SeenSession> {
  const row = await findRow(r, actor, idOrKey)
  if (!row) throw refused('not_found')
  const isListed = await isListedIn(r, actor, row.id)
  if (!isVisible(actor, row, isListed)) throw refused('not_found')
  return { row, isListed }
}

/** For what only reads. */
export async function loadFor(
  r: Reader,
  people: Pick<People, 'demand'>,
  actor: Actor,
  idOrKey: string,
  action: Action,
): Promise<SessionRow> {
  const seen = await loadSeen(r, actor, idOrKey)
  people.demand(actor, action, resourceOf(actor, seen))
  return seen.row
}

/** For what writes: the actor's rights are read anew in the same transaction. */
export async function permitOn(
  t: Tx,
  people: Pick<People, 'permit'>,
  actor: Actor,
  idOrKey: string,
  action: Action,
): Promise<SessionRow> {
  const seen = await loadSeen(t, actor, idOrKey)
  await people.permit(t, actor, action, resourceOf(actor, seen))
  return seen.row
}

export function resourceOf(
  actor: Actor,
  { row, isListed }: SeenSession,
): Extract<Resource, { kind: 'session' }> {
  const isMaker = actor.kind === 'person' && row.created_by === actor.personId
  return { kind: 'session', id: row.id, visibility: row.visibility, isListed, isMaker }
}

export function partOf(
  actor: Actor,
  seen: SeenSession,
  part: { id: string; authorId: string | null },
): Resource {
  const isAuthor = actor.kind === 'person' && part.authorId === actor.personId
  const { visibility } = seen.row
  return { kind: 'session_part', id: part.id, visibility, isListed: seen.isListed, isAuthor }
}

export function isVisible(actor: Actor, row: SessionRow, isListed: boolean): boolean {
  if (actor.kind === 'operator' || actor.kind === 'system') return true
  if (heardBy(actor) === row.id) return true
  return actor.kind === 'person' && (row.visibility === 'team' || isListed)
}

/** The session that hears whoever speaks in an outside place, as routing chose it. */
function heardBy(actor: Actor): SessionId | undefined {
  if (actor.kind === 'guest') return actor.admitted?.heardBy
  return actor.kind === 'person' && actor.credential.kind === 'channel' ? actor.credential.heardBy : undefined
}

export async function isListedIn(r: Reader, actor: Actor, id: SessionId): Promise<boolean> {
  if (actor.kind !== 'person') return false
  return (await r.one(selectIsListed({ id, personId: actor.personId }))) !== undefined
}

async function findRow(r: Reader, actor: Actor, idOrKey: string): Promise<SessionRow | undefined> {
  // An id has no colon and a key has several; both are looked up, neither is taken apart.
  if (!idOrKey.includes(':')) return r.one(selectSession({ id: idOrKey as SessionId }))
  const key = idOrKey.toLowerCase()
  const owner: PersonId | '' =
    personalAgentOf(key) !== undefined && actor.kind === 'person' ? actor.personId : ''
  return r.one(selectSessionByKey({ key, owner }))
}

/** An archived session takes nothing more; it says which one goes on. */
export async function assertOpen(r: Reader, row: SessionRow): Promise<void> {
  if (row.state !== 'archived') return
  const successor = row.successor_id && (await r.one(selectSession({ id: row.successor_id })))
  if (!successor) throw refused('session_archived')
  throw refused('session_archived', {
    message: `This session is archived. It goes on in ${successor.id}.`,
    issues: [{ field: 'id', message: 'is archived', nearest: successor.id }],
  })
}

/** A sub-agent's session has no say in who sees it. */
export function assertOnTop(
  { parent_id }: Pick<SessionRow, 'parent_id'>,
  field: 'visibility' | 'participants',
): void {
  if (parent_id === null) return
  throw badField(field, 'follows the session at the top, from which it was spawned; change it there')
}

export async function mayRead(
  r: Reader,
  people: Pick<People, 'authorize'>,
  actor: Actor,
  id: SessionId,
): Promise<boolean> {
  const row = await r.one(selectSession({ id }))
  if (!row) return false
  const isListed = await isListedIn(r, actor, id)
  if (!isVisible(actor, row, isListed)) return false
  return people.authorize(actor, 'session.read', resourceOf(actor, { row, isListed })).ok
}

/** Of these sessions, what they were forked from, as far as the actor may read it. */
export async function readableSources(
  r: Reader,
  people: Pick<People, 'authorize'>,
  actor: Actor,
  rows: readonly SessionRow[],
): Promise<ReadonlySet<SessionId>> {
  const readable = new Set<SessionId>()
  for (const id of new Set(rows.map((row) => row.forked_from))) {
    if (id !== null && (await mayRead(r, people, actor, id))) readable.add(id)
  }
  return readable
}

export function sessionOfRow(row: SessionRow, sources: ReadonlySet<SessionId>): Session {
  return {
    id: row.id,
    key: row.key,
    agentId: row.agent_id,
    kind: row.kind,
    parentId: row.parent_id,
    depth: row.depth,
    title: row.title,
    state: row.state,
    visibility: row.visibility,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    activeAt: row.active_at,
    version: row.version,
    seq: row.seq,
    turnId: row.turn_id,
    queued: row.queued,
    openApprovals: row.open_approvals,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cachedTokens: row.cached_tokens,
      costMicros: row.cost_micros,
    },
    model: row.model,
    lastOutcome: row.last_outcome,
    forkedFrom: forkedFrom(row, sources),
    successorId: row.successor_id,
    continuesId: row.continues_id,
  }
}

function forkedFrom(row: SessionRow, sources: ReadonlySet<SessionId>): Session['forkedFrom'] {
  const { forked_from: sessionId, forked_at_event: eventId } = row
  if (sessionId === null || eventId === null || !sources.has(sessionId)) return null
  return { sessionId, eventId }
}
