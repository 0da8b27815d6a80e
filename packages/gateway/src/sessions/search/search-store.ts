// SQL of the texts that can be found and of their words.

import type { EventKind, PersonId, SessionId } from '@heddle/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Compilable, compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { queries as db, type SearchTextRow } from './search-tables.ts'

/** Numbers for each millisecond; what does not fit takes the next ones. */
const idsPerMs = 1_024

export const selectText = compileOnce<{ sourceId: string }, SearchTextRow>((place) =>
  db.selectFrom('search_texts').selectAll().where('source_id', '=', place('sourceId')),
)

const insertText = compileOnce<SearchTextRow, unknown>((place) =>
  db.insertInto('search_texts').values({
    id: place('id'),
    source_id: place('source_id'),
    session_id: place('session_id'),
    seq: place('seq'),
    places: place('places'),
    words: place('words'),
  }),
)

/** Both tables always hold the same: the index is told of a text exactly what its row says. */
export async function putText(t: Tx, row: SearchTextRow): Promise<void> {
  const { id, places, words } = row
  await t.run(insertText(row))
  await t.run(
    compiled(sql`insert into search_words (rowid, places, words) values (${id}, ${places}, ${words})`),
  )
}

export async function removeText(t: Tx, { id, places, words }: SearchTextRow): Promise<void> {
  await t.run(
    compiled(
      sql`insert into search_words (search_words, rowid, places, words) values ('delete', ${id}, ${places}, ${words})`,
    ),
  )
  await t.run(db.deleteFrom('search_texts').where('id', '=', id))
}

/** The next free number for what was said at that time. */
export async function chooseTextId(r: Reader, saidAt: number): Promise<number> {
  for (let from = saidAt * idsPerMs; ; from += idsPerMs) {
    const taken = await r.one(selectLastId({ from, before: from + idsPerMs }))
    const id = taken?.id === undefined || taken.id === null ? from : taken.id + 1
    if (id < from + idsPerMs) return id
  }
}

const selectLastId = compileOnce<{ from: number; before: number }, { id: number | null }>((place) =>
  db
    .selectFrom('search_texts')
    .select((e) => e.fn.max<number | null>('id').as('id'))
    .where('id', '>=', place('from'))
    .where('id', '<', place('before')),
)

/** Of one session, from a number on. */
export const selectTextsFrom = compileOnce<
  { sessionId: SessionId; from: number; limit: number },
  SearchTextRow
>((place) =>
  db
    .selectFrom('search_texts')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .where('id', '>=', place('from'))
    .orderBy('id')
    .limit(place('limit')),
)

/** A session of which there is more to take in. */
export interface Behind {
  id: SessionId
  seq: number
  search_seq: number
  search_from: number
  visibility: 'private' | 'team'
}

// Spelled as in the index, so that it is used.
const isBehind = sql<boolean>`is_behind = 1`
const behindColumns = ['id', 'seq', 'search_seq', 'search_from', 'visibility'] as const

/** The latest activity first: what is spoken of now is looked for now. */
export const selectBehind = compileOnce<{ limit: number }, Behind>((place) =>
  db
    .selectFrom('sessions')
    .select(behindColumns)
    .where(isBehind)
    .orderBy('active_at', 'desc')
    .limit(place('limit')),
)

export const selectOneBehind = compileOnce<{ id: SessionId }, Behind>((place) =>
  db.selectFrom('sessions').select(behindColumns).where('id', '=', place('id')).where(isBehind),
)

/** Of the latest `among` those that the person may see. */
export function selectBehindOf(
  r: Reader,
  personId: PersonId,
  { among, limit }: { among: number; limit: number },
): Promise<{ id: SessionId }[]> {
  return r.all(
    compiled<{ id: SessionId }>(sql`
      select id from (
        select id, visibility from sessions where ${isBehind} order by active_at desc limit ${among}
      ) as behind
      where visibility = 'team' or ${isListed(sql.ref('behind.id'), personId)}
      limit ${limit}`),
  )
}

/** An entry of the log as far as one must know before its content is read. */
export interface LogOutline {
  seq: number
  kind: EventKind
  target_seq: number | null
  bytes: number
}

export const selectOutlineAfter = compileOnce<
  { sessionId: SessionId; after: number; limit: number },
  LogOutline
>((place) =>
  db
    .selectFrom('session_events')
    .select(['seq', 'kind', 'target_seq', sql<number>`octet_length(payload)`.as('bytes')])
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .orderBy('seq')
    .limit(place('limit')),
)

export const markTakenIn = compileOnce<{ id: SessionId; seq: number; from: number }, unknown>((place) =>
  db
    .updateTable('sessions')
    .set({
      search_seq: place('seq'),
      search_from: place('from'),
      is_behind: sql<0 | 1>`case when seq > ${place('seq')} or ${place('from')} > 0 then 1 else 0 end`,
    })
    .where('id', '=', place('id')),
)

/** Who may see the session has changed: what was taken in of it has to learn that. */
export const letRetag = compileOnce<{ id: SessionId }, unknown>((place) =>
  db
    .updateTable('sessions')
    .set({ search_from: 1, is_behind: 1 })
    .where('id', '=', place('id'))
    .where('search_seq', '>', 0),
)

export const selectListed = compileOnce<{ id: SessionId }, { person_id: PersonId }>((place) =>
  db
    .selectFrom('session_participants')
    .select('person_id')
    .where('session_id', '=', place('id'))
    .orderBy('person_id'),
)

/** The first word of the index from there on, below an end. No look at how often it occurs. */
export function selectNextTerm(
  r: Reader,
  from: string,
  below: string,
): Promise<{ term: string } | undefined> {
  return r.one(
    compiled<{ term: string }>(
      sql`select term from search_terms where term >= ${from} and term < ${below} limit 1`,
    ),
  )
}

export interface Candidate {
  id: number
  session_id: SessionId
  seq: number
  source_id: string
  title: string
}

/** What matches and the person may see, the newest first. The index is asked first, always: it gives them in that order. */
export function selectMatching(
  r: Reader,
  asked: { match: string; personId: PersonId; before: number; limit: number },
): Promise<Candidate[]> {
  const { match, personId, before, limit } = asked
  return r.all(
    compiled<Candidate>(sql`
      select texts.id, texts.session_id, texts.seq, texts.source_id, sessions.title
      from search_words
      cross join search_texts as texts on texts.id = search_words.rowid
      cross join sessions on sessions.id = texts.session_id
      where search_words match ${match} and search_words.rowid < ${before}
        and (sessions.visibility = 'team' or ${isListed(sql.ref('sessions.id'), personId)})
      order by search_words.rowid desc
      limit ${limit} + 0`),
  )
}

function isListed(sessionId: RawBuilder<unknown>, personId: PersonId): RawBuilder<boolean> {
  return sql`exists (
    select listed.person_id from session_participants as listed
    where listed.session_id = ${sessionId} and listed.person_id = ${personId})`
}

function compiled<Row = unknown>(query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(db) }
}
