// Which files a message has: found when it is admitted, forgotten when it is redacted, and copied with it. All in the
// transaction of the message itself. To read a file and to attach it are two things: whoever attaches what somebody else
// showed them would show it to others.

import {
  atLeast,
  type AttachmentJson,
  type EventId,
  type FileId,
  type PersonId,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, People } from '../../people/people.ts'
import {
  deleteFile,
  deleteLinksOf,
  deleteLinksTo,
  hasLinks,
  insertLink,
  isSeenBy,
  noteContentUse,
  selectFile,
  selectLinksOf,
  standsIn,
} from './file-store.ts'
import type { SessionRow } from '../sessions-tables.ts'
import type { FileRow } from './file-tables.ts'
import type { StoredFile } from './files.ts'

/** In the order given. One that is not there, or not for this actor, is named by its place. */
export async function findAttachments(
  people: Pick<People, 'authorize'>,
  t: Tx,
  actor: Actor,
  session: AttachingSession,
  ids: readonly string[],
): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const [i, id] of ids.entries()) {
    const field = `attachments[${i}]`
    if (ids.indexOf(id) < i) {
      throw refused('bad_input', { issues: [{ field, message: 'is given twice' }] })
    }
    const row = await selectFile(t, id as FileId)
    if (!row || !(await mayAttach(people, t, actor, session, row))) {
      throw refused('unknown_file', { issues: [{ field, message: 'is no file that you may attach' }] })
    }
    found.push(fileOfRow(row))
  }
  return found
}

export async function linkFiles(
  t: Tx,
  sessionId: SessionId,
  eventId: EventId,
  files: readonly Pick<StoredFile, 'id'>[],
): Promise<void> {
  for (const [position, { id }] of files.entries()) {
    await insertLink(t, { event_id: eventId, file_id: id, session_id: sessionId, position, answer_of: null })
  }
}

/** The same, of what stands in another entry already; one that was redacted since is left out. */
export async function linkAttachments(
  t: Tx,
  sessionId: SessionId,
  eventId: EventId,
  attachments: readonly AttachmentJson[] = [],
): Promise<void> {
  // The edge: this room wrote the ids of its own files there.
  const there: FileRow[] = []
  for (const { id } of attachments) {
    const row = await selectFile(t, id as FileId)
    if (row) there.push(row)
  }
  await linkFiles(t, sessionId, eventId, there)
}

/**
 * The event has no files any more, and what is taken back no other event has either. Files that none has are gone; their
 * bytes are removed after the commit. True if there were some.
 */
export async function forgetFiles(
  t: Tx,
  eventId: EventId,
  isTakenBack: (file: FileRow) => boolean,
): Promise<boolean> {
  const links = await selectLinksOf(t, eventId)
  if (links.length === 0) return false
  await deleteLinksOf(t, eventId)
  for (const { file_id: id } of links) {
    const row = await selectFile(t, id)
    if (row === undefined) continue
    if (isTakenBack(row)) await deleteLinksTo(t, id)
    else if (await hasLinks(t, id)) continue
    await dropFile(t, row)
  }
  return true
}

export async function dropFile(t: Tx, row: FileRow): Promise<void> {
  await deleteFile(t, row)
  await noteContentUse(t, row.hash)
}

/** Whose it is, and whoever looks after the place: they mean the file, wherever it was attached again. */
export function mayTakeBack(actor: Actor, row: FileRow): boolean {
  if (actor.kind === 'operator') return true
  if (actor.kind !== 'person') return false
  return row.owner_id === actor.personId || atLeast(actor.role, 'admin')
}

/** Where someone wants to attach a file. They may write there. */
export type AttachingSession = Pick<SessionRow, 'id' | 'forked_from'>

/** What is one's own, and what stands in this very session or in the one whose past it has: there it was shown already. */
async function mayAttach(
  people: Pick<People, 'authorize'>,
  t: Tx,
  actor: Actor,
  session: AttachingSession,
  row: FileRow,
): Promise<boolean> {
  if (isOwn(actor, row)) return true
  // Brought along from outside a moment ago: nobody's, and nowhere else.
  if (actor.kind === 'guest') return row.owner_id === null && !(await hasLinks(t, row.id))
  if (!people.authorize(actor, 'file.read', { kind: 'place' }).ok) return false
  if (await standsIn(t, row.id, session.id)) return true
  const source = session.forked_from
  return source !== null && isSeenBy(t, row.id, readerOf(actor), source)
}

/** Its owner may, and whoever may read a session that it stands in. */
export async function mayRead(
  people: Pick<People, 'authorize'>,
  r: Reader,
  actor: Actor,
  row: FileRow,
): Promise<boolean> {
  if (isOwn(actor, row)) return true
  if (!people.authorize(actor, 'file.read', { kind: 'place' }).ok) return false
  return isSeenBy(r, row.id, readerOf(actor))
}

function isOwn(actor: Actor, row: FileRow): boolean {
  return actor.kind === 'person' && row.owner_id === actor.personId
}

function readerOf(actor: Actor): PersonId | undefined {
  return actor.kind === 'person' ? actor.personId : undefined
}

export function fileOfRow(row: FileRow): StoredFile {
  return {
    id: row.id,
    hash: row.hash,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    ownerId: row.owner_id,
    createdAt: row.created_at,
  }
}

/** As a message carries it. */
export function attachmentOf(file: StoredFile): AttachmentJson {
  const { id, name, mediaType, bytes, width, height } = file
  return { id, name, mediaType, bytes, ...(width !== null && height !== null && { width, height }) }
}

export async function describeFiles(r: Reader, ids: readonly string[]): Promise<AttachmentJson[]> {
  const found: AttachmentJson[] = []
  for (const id of ids) {
    const row = await selectFile(r, id as FileId)
    if (row) found.push(attachmentOf(fileOfRow(row)))
  }
  return found
}
