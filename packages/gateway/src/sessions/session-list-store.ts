// SQL of the lists of sessions: everyone's, one's own, those that wait for someone, those below one; each an indexed page.
// Sub-agents stand below their session and not beside it, unless something is searched for.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader } from '../foundation/database/store.ts'
import { queries as db, type SessionRow } from './sessions-tables.ts'
import { listColumns } from './session-store.ts'

export interface ListQuery {
  /** After this one, in the order of the list. */
  after: { at: number; id: string } | undefined
  agent?: string | undefined
  state?: SessionRow['state'] | undefined
  parent?: string | undefined
  /** Folded for the search. */
  text?: string | undefined
  limit: number
}

/** What everyone may see, newest activity first. */
export function listTeamSessions(r: Reader, query: ListQuery): Promise<SessionRow[]> {
  const archived = query.state === 'archived'
  return r.all(
    filtered(query)
      // Spelled as in the indexes, so that they are used.
      .$if(isTopOnly(query), (q) => q.where('parent_id', 'is', null))
      .where('visibility', '=', sql.lit<'team'>('team'))
      .where('state', archived ? '=' : '<>', sql.lit<'archived'>('archived'))
      .$if(query.after !== undefined, (q) =>
        q.where((e) =>
          sql`(active_at, id) < (${e.val(query.after!.at)}, ${e.val(query.after!.id)})`.$castTo<boolean>(),
        ),
      )
      .orderBy('active_at', 'desc')
      .orderBy('id', 'desc'),
  )
}

/** Private sessions of one person. */
export function listOwnSessions(r: Reader, personId: PersonId, query: ListQuery): Promise<SessionRow[]> {
  return r.all(
    filtered(query)
      .innerJoin('session_participants as p', 'p.session_id', 'sessions.id')
      .$if(isTopOnly(query), (q) => q.where('p.is_below', '=', sql.lit<0>(0)))
      .where('p.person_id', '=', personId)
      .where('visibility', '=', 'private')
      .where('state', query.state === 'archived' ? '=' : '<>', 'archived')
      .$if(query.after !== undefined, (q) =>
        q.where((e) =>
          sql`(p.active_at, p.session_id) < (${e.val(query.after!.at)}, ${e.val(query.after!.id)})`.$castTo<boolean>(),
        ),
      )
      .orderBy('p.active_at', 'desc')
      .orderBy('p.session_id', 'desc'),
  )
}

export type WaitingRow = SessionRow & { waits_since: number }

/** Those in which the end of a turn waits to be seen by them, the newest end first; also sub-agents that they spoke to. */
export function listWaitingSessions(r: Reader, personId: PersonId, query: ListQuery): Promise<WaitingRow[]> {
  return r.all(
    filtered(query)
      .innerJoin('session_attendance as a', 'a.session_id', 'sessions.id')
      .select((e) => e.ref('a.waits_since').$notNull().as('waits_since'))
      .where('a.person_id', '=', personId)
      .where('a.waits_since', 'is not', null)
      .where('state', query.state === 'archived' ? '=' : '<>', 'archived')
      .where(isSeenBy(personId))
      .$if(query.after !== undefined, (q) =>
        q.where((e) =>
          sql`(a.waits_since, a.session_id) < (${e.val(query.after!.at)}, ${e.val(query.after!.id)})`.$castTo<boolean>(),
        ),
      )
      .orderBy('a.waits_since', 'desc')
      .orderBy('a.session_id', 'desc'),
  )
}

export type SeenRow = SessionRow & {
  listed_as: PersonId | null
  attends_as: PersonId | null
  read_seq: number | null
}

/** One session, whether that person is listed in it or takes part, and how far they have read. */
export const selectSeen = compileOnce<{ id: SessionId; personId: PersonId }, SeenRow>((place) =>
  db
    .selectFrom('sessions')
    .leftJoin('session_participants as p', (join) =>
      join.onRef('p.session_id', '=', 'sessions.id').on('p.person_id', '=', place('personId')),
    )
    .leftJoin('session_attendance as a', (join) =>
      join.onRef('a.session_id', '=', 'sessions.id').on('a.person_id', '=', place('personId')),
    )
    .leftJoin('read_marks as m', (join) =>
      join.onRef('m.session_id', '=', 'sessions.id').on('m.person_id', '=', place('personId')),
    )
    .select(listColumns)
    .select(['p.person_id as listed_as', 'a.person_id as attends_as', 'm.seq as read_seq'])
    .where('sessions.id', '=', place('id')),
)

/** For whoever runs the house. */
export function listAllSessions(r: Reader, query: ListQuery): Promise<SessionRow[]> {
  return r.all(
    filtered(query)
      .$if(isTopOnly(query), (q) => q.where('parent_id', 'is', null))
      .where('state', query.state === 'archived' ? '=' : '<>', 'archived')
      .$if(query.after !== undefined, (q) =>
        q.where((e) =>
          sql`(active_at, id) < (${e.val(query.after!.at)}, ${e.val(query.after!.id)})`.$castTo<boolean>(),
        ),
      )
      .orderBy('active_at', 'desc')
      .orderBy('id', 'desc'),
  )
}

/** Those that were spawned from `parent`, as far as that person may see them; whoever runs the house sees all. */
export function listChildSessions(
  r: Reader,
  personId: PersonId | undefined,
  query: ListQuery & { parent: string },
): Promise<SessionRow[]> {
  return r.all(
    filtered(query)
      .where('state', query.state === 'archived' ? '=' : '<>', 'archived')
      .$if(personId !== undefined, (q) => q.where(isSeenBy(personId!)))
      .$if(query.after !== undefined, (q) =>
        q.where((e) =>
          sql`(active_at, id) < (${e.val(query.after!.at)}, ${e.val(query.after!.id)})`.$castTo<boolean>(),
        ),
      )
      .orderBy('active_at', 'desc')
      .orderBy('id', 'desc'),
  )
}

const isTopOnly = ({ text }: ListQuery) => text === undefined

function isSeenBy(personId: PersonId) {
  return sql<boolean>`(sessions.visibility = 'team' or exists (
    select p.person_id from session_participants as p
    where p.session_id = sessions.id and p.person_id = ${personId}))`
}

function filtered(query: ListQuery) {
  const { agent, state, parent, text } = query
  return db
    .selectFrom('sessions')
    .select(listColumns)
    .$if(agent !== undefined, (q) => q.where('agent_id', '=', agent!))
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(parent !== undefined, (q) => q.where('parent_id', '=', parent as SessionId))
    .$if(text !== undefined, (q) =>
      q.where((e) => e(e.fn<number>('instr', ['search_text', e.val(text!)]), '>', 0)),
    )
    .limit(query.limit)
}
