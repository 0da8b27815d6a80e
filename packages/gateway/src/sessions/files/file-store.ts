// SQL of files: what they are, which messages have them, and which bytes nobody needs any more.

import type { EventId, FileId, PersonId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { type EventFileRow, type FileContentRow, type FileRow, queries as db } from './file-tables.ts'

export function selectFile(r: Reader, id: FileId): Promise<FileRow | undefined> {
  return r.one(db.selectFrom('files').selectAll().where('id', '=', id))
}

/**
 * Whether it stands in a session that this person may see; for everyone's eyes when nobody is named. In that session, if
 * one is.
 */
export async function isSeenBy(
  r: Reader,
  fileId: FileId,
  personId: PersonId | undefined,
  sessionId?: SessionId,
): Promise<boolean> {
  const everywhere = db
    .selectFrom('event_files')
    .innerJoin('sessions', 'sessions.id', 'event_files.session_id')
    .select('event_files.event_id')
    .where('event_files.file_id', '=', fileId)
    .limit(1)
  const links =
    sessionId === undefined ? everywhere : everywhere.where('event_files.session_id', '=', sessionId)
  if (personId === undefined) return (await r.one(links)) !== undefined
  const seen = links.where((e) =>
    e.or([
      e('sessions.visibility', '=', 'team'),
      e.exists(
        e
          .selectFrom('session_participants')
          .select('session_participants.person_id')
          .whereRef('session_participants.session_id', '=', 'event_files.session_id')
          .where('session_participants.person_id', '=', personId),
      ),
    ]),
  )
  return (await r.one(seen)) !== undefined
}

/** With it goes what its owner keeps. */
export async function insertFile(t: Tx, row: FileRow): Promise<void> {
  await t.run(db.insertInto('files').values(row))
  if (row.owner_id !== null) await addKeptBytes(t, row.owner_id, row.bytes)
}

export async function deleteFile(t: Tx, row: Pick<FileRow, 'id' | 'owner_id' | 'bytes'>): Promise<void> {
  await t.run(db.deleteFrom('files').where('id', '=', row.id))
  if (row.owner_id !== null) await addKeptBytes(t, row.owner_id, -row.bytes)
}

async function addKeptBytes(t: Tx, ownerId: PersonId, bytes: number): Promise<void> {
  await t.run(
    db
      .insertInto('file_owners')
      .values({ owner_id: ownerId, bytes })
      .onConflict((conflict) =>
        conflict.column('owner_id').doUpdateSet((e) => ({ bytes: e('file_owners.bytes', '+', bytes) })),
      ),
  )
}

export async function selectKeptBytes(r: Reader, ownerId: PersonId): Promise<number> {
  const row = await r.one(db.selectFrom('file_owners').select('bytes').where('owner_id', '=', ownerId))
  return row?.bytes ?? 0
}

export async function countUnused(r: Reader, ownerId: PersonId): Promise<number> {
  const row = await r.one(
    db
      .selectFrom('files')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ownerId)
      .where('unused_since', 'is not', null),
  )
  return row?.count ?? 0
}

export function selectUnusedBefore(r: Reader, before: number, limit: number): Promise<FileRow[]> {
  return r.all(
    db
      .selectFrom('files')
      .selectAll()
      .where('unused_since', '<=', before)
      .orderBy('unused_since')
      .orderBy('id')
      .limit(limit),
  )
}

export async function insertLink(t: Tx, row: EventFileRow): Promise<void> {
  await t.run(
    db
      .insertInto('event_files')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
  await t.run(db.updateTable('files').set({ unused_since: null }).where('id', '=', row.file_id))
}

/** In their order. */
export function selectLinksOf(r: Reader, eventId: EventId): Promise<EventFileRow[]> {
  return r.all(
    db
      .selectFrom('event_files')
      .selectAll()
      .where('event_id', '=', eventId)
      .orderBy('position')
      .orderBy('file_id'),
  )
}

/** The files of an entry, in their order. */
export function selectFilesOf(r: Reader, eventId: EventId): Promise<FileRow[]> {
  return r.all(
    db
      .selectFrom('event_files')
      .innerJoin('files', 'files.id', 'event_files.file_id')
      .selectAll('files')
      .where('event_files.event_id', '=', eventId)
      .orderBy('event_files.position')
      .orderBy('files.id'),
  )
}

/** What the answer of a turn will carry, in its order. */
export function selectForAnswer(r: Reader, turnId: TurnId): Promise<FileRow[]> {
  return r.all(
    db
      .selectFrom('event_files')
      .innerJoin('files', 'files.id', 'event_files.file_id')
      .selectAll('files')
      .where('event_files.answer_of', '=', turnId)
      .orderBy('event_files.position')
      .orderBy('files.id'),
  )
}

/** They stand with the answer now, and with the calls no longer. */
export async function deleteForAnswer(t: Tx, turnId: TurnId): Promise<void> {
  await t.run(db.deleteFrom('event_files').where('answer_of', '=', turnId))
}

/** What agents attached in a session, as far as it is still there. */
export async function selectMadeIn(
  r: Reader,
  sessionId: SessionId,
): Promise<{ count: number; bytes: number }> {
  const row = await r.one(
    db
      .selectFrom('files')
      .select((e) => [e.fn.countAll<number>().as('count'), e.fn.sum<number | null>('bytes').as('bytes')])
      .where('made_in', '=', sessionId),
  )
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 }
}

export async function deleteLinksOf(t: Tx, eventId: EventId): Promise<void> {
  await t.run(db.deleteFrom('event_files').where('event_id', '=', eventId))
}

/** However many there are, they are small. */
export async function deleteLinksTo(t: Tx, fileId: FileId): Promise<void> {
  await t.run(db.deleteFrom('event_files').where('file_id', '=', fileId))
}

export async function standsIn(r: Reader, fileId: FileId, sessionId: SessionId): Promise<boolean> {
  const found = await r.one(
    db
      .selectFrom('event_files')
      .select('event_id')
      .where('file_id', '=', fileId)
      .where('session_id', '=', sessionId)
      .limit(1),
  )
  return found !== undefined
}

export async function hasLinks(r: Reader, fileId: FileId): Promise<boolean> {
  const found = await r.one(
    db.selectFrom('event_files').select('event_id').where('file_id', '=', fileId).limit(1),
  )
  return found !== undefined
}

/** Before its bytes are put in their place: from here on a sweep knows of them, whatever happens. */
export async function expectContent(t: Tx, hash: string, bytes: number): Promise<void> {
  await t.run(
    db
      .insertInto('file_contents')
      .values({ hash, bytes, idle_since: t.now })
      .onConflict((conflict) => conflict.column('hash').doNothing()),
  )
}

/** A file is this now, or none is any more. */
export async function noteContentUse(t: Tx, hash: string): Promise<void> {
  const used = await t.one(db.selectFrom('files').select('id').where('hash', '=', hash).limit(1))
  await t.run(
    db
      .updateTable('file_contents')
      .set({ idle_since: used === undefined ? t.now : null })
      .where('hash', '=', hash),
  )
}

/** The longest idle first. */
export async function selectIdleContents(r: Reader, limit: number): Promise<string[]> {
  const rows = await r.all(
    db
      .selectFrom('file_contents')
      .select('hash')
      .where('idle_since', 'is not', null)
      .orderBy('idle_since')
      .limit(limit),
  )
  return rows.map(({ hash }) => hash)
}

export function selectContent(r: Reader, hash: string): Promise<FileContentRow | undefined> {
  return r.one(db.selectFrom('file_contents').selectAll().where('hash', '=', hash))
}

/** Only while no file is this, whatever its row says. */
export async function deleteContent(t: Tx, hash: string): Promise<void> {
  await t.run(
    db
      .deleteFrom('file_contents')
      .where('hash', '=', hash)
      .where('idle_since', 'is not', null)
      .where(sql<boolean>`not exists (select 1 from files where files.hash = file_contents.hash)`),
  )
}

/** By hash, from after that one on: for looking at all of them in pages. */
export function selectContentsAfter(r: Reader, after: string, limit: number): Promise<FileContentRow[]> {
  return r.all(
    db.selectFrom('file_contents').selectAll().where('hash', '>', after).orderBy('hash').limit(limit),
  )
}
