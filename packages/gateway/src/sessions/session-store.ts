// SQL of sessions and who takes part in them.

import type { PersonId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { queries as db, type SessionRow } from './sessions-tables.ts'
import { attend, leaveSession, setWaiting, waitForEnd } from './attendance-store.ts'
import { letRetag } from './search/search-store.ts'
import type { Participant, SeeingPair, UsageTotals } from './session-values.ts'

const columns = [
  'id',
  'key',
  'key_owner',
  'is_current',
  'agent_id',
  'kind',
  'parent_id',
  'depth',
  'state',
  'title',
  'title_from',
  'search_text',
  'visibility',
  'created_by',
  'successor_id',
  'seq',
  'turn_id',
  'queued',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost_micros',
  'version',
  'created_at',
  'updated_at',
  'active_at',
  'model',
  'is_model_missed',
  'last_outcome',
  'forked_from',
  'forked_at_event',
  'ended_seq',
  'news_seq',
  'said_seq',
  'said_by',
  'said_before_seq',
  'is_tainted',
  'open_approvals',
  'open_below',
  'continues_id',
  'rights',
  'compacted_through_seq',
  'compaction_seq',
  'is_compaction_asked',
] as const

/** Where other tables are joined. */
export const listColumns = columns.map((column) => `sessions.${column}` as const)

export const selectSession = compileOnce<{ id: SessionId }, SessionRow>((place) =>
  db.selectFrom('sessions').select(columns).where('id', '=', place('id')),
)

const glanceColumns = ['key', 'agent_id', 'kind', 'state', 'visibility'] as const

export const selectGlance = compileOnce<{ id: SessionId }, Pick<SessionRow, (typeof glanceColumns)[number]>>(
  (place) => db.selectFrom('sessions').select(glanceColumns).where('id', '=', place('id')),
)

export const selectSessionByKey = compileOnce<{ key: string; owner: PersonId | '' }, SessionRow>((place) =>
  db
    .selectFrom('sessions')
    .select(columns)
    .where('key', '=', place('key'))
    .where('key_owner', '=', place('owner'))
    .where('is_current', '=', sql.lit<1>(1)),
)

export async function insertSession(t: Tx, row: SessionRow): Promise<void> {
  await t.run(db.insertInto('sessions').values(row))
}

/** Takes the next numbers of the log; the last of them comes back. `news`: how many of them lead up to the newest news. */
export const takeSeqs = compileOnce<
  { id: SessionId; count: number; news: number },
  { seq: number; is_behind: 0 | 1; parent_id: SessionId | null }
>((place) =>
  db
    .updateTable('sessions')
    .set((e) => ({
      seq: e('seq', '+', place('count')),
      news_seq: sql`case when ${place('news')} > 0 then seq + ${place('news')} else news_seq end`,
    }))
    .where('id', '=', place('id'))
    .returning(['seq', 'is_behind', 'parent_id']),
)

/** There is more of it for the search to take in. Apart from the numbers, so that the index is written only when that changes. */
export const letTakeIn = compileOnce<{ id: SessionId }, unknown>((place) =>
  db.updateTable('sessions').set({ is_behind: 1 }).where('id', '=', place('id')),
)

export interface AdmittedChange {
  id: SessionId
  queued: number
  title: string
  titleFrom: SessionRow['title_from']
  searchText: string
  /** Where the message stands in the log, and who wrote it. */
  seq: number
  author: string | null
  now: number
}

export const noteAdmitted = compileOnce<AdmittedChange, unknown>((place) =>
  db
    .updateTable('sessions')
    .set((e) => ({
      queued: e('queued', '+', place('queued')),
      title: place('title'),
      title_from: place('titleFrom'),
      search_text: place('searchText'),
      active_at: place('now'),
      updated_at: place('now'),
      said_before_seq: sql`case when said_by is ${place('author')} then said_before_seq else said_seq end`,
      said_seq: place('seq'),
      said_by: place('author'),
    }))
    .where('id', '=', place('id')),
)

export const touchParticipants = compileOnce<{ id: SessionId; now: number }, unknown>((place) =>
  db
    .updateTable('session_participants')
    .set({ active_at: place('now') })
    .where('session_id', '=', place('id')),
)

export const beginTurn = compileOnce<{ id: SessionId; turnId: TurnId; taken: number; now: number }, unknown>(
  (place) =>
    db
      .updateTable('sessions')
      .set((e) => ({
        turn_id: place('turnId'),
        state: sql`case state when 'archived' then state else 'running' end`,
        queued: e('queued', '-', place('taken')),
        updated_at: place('now'),
      }))
      .where('id', '=', place('id')),
)

export async function changeQueued(t: Tx, id: SessionId, by: number): Promise<void> {
  if (by === 0) return
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({ queued: e('queued', '+', by), updated_at: t.now }))
      .where('id', '=', id),
  )
}

export type Outcome = NonNullable<SessionRow['last_outcome']>

/** The turn is over, with the entry `seq`: what it used is added up. */
export async function leaveTurn(
  t: Tx,
  id: SessionId,
  how: { outcome: Outcome; seq: number },
  usage: UsageTotals,
): Promise<void> {
  await t.run(
    endTurn({
      id,
      ...how,
      input: usage.inputTokens,
      output: usage.outputTokens,
      cached: usage.cachedTokens,
      cost: usage.costMicros,
      now: t.now,
    }),
  )
  await t.run(touchParticipants({ id, now: t.now }))
  // Whoever had it ended knows.
  await t.run(
    how.outcome === 'cancelled' ? setWaiting({ id, since: null }) : waitForEnd({ id, since: t.now }),
  )
}

interface TurnEndChange {
  id: SessionId
  outcome: Outcome
  seq: number
  input: number
  output: number
  cached: number
  cost: number | null
  now: number
}

const endTurn = compileOnce<TurnEndChange, unknown>((place) =>
  db
    .updateTable('sessions')
    .set((e) => ({
      turn_id: null,
      state: sql`case state when 'running' then 'idle' else state end`,
      input_tokens: e('input_tokens', '+', place('input')),
      output_tokens: e('output_tokens', '+', place('output')),
      cached_tokens: e('cached_tokens', '+', place('cached')),
      // Unknown stays unknown only as long as nothing was ever known.
      cost_micros: sql`case when ${place('cost')} is null then cost_micros else coalesce(cost_micros, 0) + ${place('cost')} end`,
      active_at: place('now'),
      updated_at: place('now'),
      last_outcome: place('outcome'),
      ended_seq: place('seq'),
    }))
    .where('id', '=', place('id')),
)

export async function updateSession(
  t: Tx,
  id: SessionId,
  change: Partial<
    Pick<
      SessionRow,
      | 'title'
      | 'title_from'
      | 'search_text'
      | 'visibility'
      | 'state'
      | 'successor_id'
      | 'is_current'
      | 'model'
      | 'is_model_missed'
      | 'is_tainted'
    >
  >,
): Promise<void> {
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({ ...change, version: e('version', '+', 1), updated_at: t.now }))
      .where('id', '=', id),
  )
}

export const selectIsListed = compileOnce<{ id: SessionId; personId: PersonId }, { person_id: PersonId }>(
  (place) =>
    db
      .selectFrom('session_participants')
      .select('person_id')
      .where('session_id', '=', place('id'))
      .where('person_id', '=', place('personId')),
)

/** Somebody who is listed in one session and not in another. */
export const selectListedBeyond = compileOnce<{ id: SessionId; other: SessionId }, { person_id: PersonId }>(
  (place) =>
    db
      .selectFrom('session_participants')
      .select('person_id')
      .where('session_id', '=', place('id'))
      .where(
        'person_id',
        'not in',
        db.selectFrom('session_participants').select('person_id').where('session_id', '=', place('other')),
      )
      .limit(sql.lit(1)),
)

export function selectListedAmong(
  r: Reader,
  id: SessionId,
  people: readonly PersonId[],
): Promise<{ person_id: PersonId }[]> {
  const asked = sql<PersonId>`(select value from json_each(${JSON.stringify(people)}))`
  return r.all(
    db
      .selectFrom('session_participants')
      .select('person_id')
      .where('session_id', '=', id)
      .where('person_id', 'in', asked),
  )
}

/** Of these pairs, a list in JSON, those whose person sees the session: everybody that of the team, others who are listed. */
export const selectSeeing = compileOnce<{ pairs: string }, SeeingPair>((place) => ({
  compile: () =>
    sql<SeeingPair>`
    select pair.value ->> 'personId' as personId, pair.value ->> 'sessionId' as sessionId
    from json_each(${place('pairs')}) as pair
    join sessions on sessions.id = pair.value ->> 'sessionId'
    where sessions.visibility = 'team' or exists (
      select 1 from session_participants
      where session_id = sessions.id and person_id = pair.value ->> 'personId'
    )`.compile(db),
}))

export const selectParticipants = compileOnce<{ id: SessionId }, Participant>((place) =>
  db
    .selectFrom('session_participants')
    .innerJoin('people', 'people.id', 'session_participants.person_id')
    .select(['people.id', 'people.handle', 'people.name'])
    .where('session_participants.session_id', '=', place('id'))
    .where('people.state', '=', sql.lit<'active'>('active'))
    .orderBy('people.handle'),
)

export async function addParticipant(t: Tx, id: SessionId, personId: PersonId, activeAt: number) {
  await t.run(
    db
      .insertInto('session_participants')
      .values({ session_id: id, person_id: personId, active_at: activeAt, is_below: 0 })
      .onConflict((conflict) => conflict.doNothing()),
  )
  await t.run(attend({ id, personId }))
  await t.run(letRetag({ id }))
}

export async function removeParticipant(t: Tx, id: SessionId, personId: PersonId) {
  await t.run(
    db.deleteFrom('session_participants').where('session_id', '=', id).where('person_id', '=', personId),
  )
  await leaveSession(t, id, personId)
  await t.run(letRetag({ id }))
}
