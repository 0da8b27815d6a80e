// Files that an agent attaches. They stand with the call that attached them; those for an answer only until the turn has
// one, so that whoever redacts the answer takes them along. A turn that ends without one leaves them on an entry of their
// own: what was attached is never out of sight.

import {
  badField,
  type EventId,
  type FileId,
  limits,
  refused,
  type SessionId,
  type TurnId,
} from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { selectEventById } from '../event-store.ts'
import { selectTurn } from '../turns/turn-store.ts'
import { fileOfRow, linkFiles } from './attach-files.ts'
import {
  deleteForAnswer,
  insertLink,
  selectFile,
  selectFilesOf,
  selectForAnswer,
  selectMadeIn,
  standsIn,
} from './file-store.ts'
import type { StoredFile } from './files.ts'

/** By the id of its `tool.call`. */
export interface FileCall {
  sessionId: SessionId
  callEventId: EventId
  turnId: TurnId
}

export async function giveToCall(t: Tx, call: FileCall, ids: readonly FileId[]): Promise<StoredFile[]> {
  await assertStands(t, call)
  const files = await loadFiles(t, ids)
  await linkFiles(t, call.sessionId, call.callEventId, files)
  return files
}

/** Those that the answer has already, by name and content, are not given to it twice. */
export async function giveToAnswer(t: Tx, call: FileCall, ids: readonly FileId[]): Promise<StoredFile[]> {
  const { sessionId: session_id, callEventId: event_id, turnId } = call
  await assertStands(t, call)
  const given = (await selectForAnswer(t, turnId)).map(fileOfRow)
  const isGiven = (file: StoredFile) =>
    given.some(({ hash, name }) => hash === file.hash && name === file.name)
  const fresh = (await loadFiles(t, ids)).filter((file) => !isGiven(file))
  const most = limits.attachmentsMax
  if (given.length + fresh.length > most) {
    const before = given.length === 0 ? '' : `; this one has ${given.length} already`
    throw badField('attachments', `are too many: an answer carries ${most} files at most${before}`)
  }
  for (const [i, { id }] of fresh.entries()) {
    const position = given.length + i
    await insertLink(t, { event_id, file_id: id, session_id, position, answer_of: turnId })
  }
  return [...given, ...fresh]
}

/** As far as they are still there. */
export async function filesOfCall(r: Reader, callEventId: EventId): Promise<StoredFile[]> {
  return (await selectFilesOf(r, callEventId)).map(fileOfRow)
}

export async function filesForAnswer(r: Reader, turnId: TurnId): Promise<StoredFile[]> {
  return (await selectForAnswer(r, turnId)).map(fileOfRow)
}

/** The answer is on record. */
export async function moveToAnswer(
  t: Tx,
  { sessionId, turnId }: Pick<FileCall, 'sessionId' | 'turnId'>,
  answerId: EventId,
  files: readonly StoredFile[],
): Promise<void> {
  await linkFiles(t, sessionId, answerId, files)
  await deleteForAnswer(t, turnId)
}

/** Something that was shown in this session already, whoever brought it. */
export async function findInSession(
  r: Reader,
  sessionId: SessionId,
  id: string,
): Promise<StoredFile | undefined> {
  const row = await selectFile(r, id as FileId)
  return row && (await standsIn(r, row.id, sessionId)) ? fileOfRow(row) : undefined
}

/** In the transaction that keeps one, so that calls side by side get no further. */
export async function assertMayMake(t: Tx, sessionId: SessionId, bytes: number): Promise<void> {
  const made = await selectMadeIn(t, sessionId)
  const { filesOfAgentsPerSessionMax: most, filesOfAgentsBytesPerSessionMax: mostBytes } = limits
  if (made.count < most && made.bytes + bytes <= mostBytes) return
  throw refused('limit_reached', {
    message: `Agents may attach ${most} files of ${mostBytes / 1_073_741_824} GB together in one session, and this would be more.`,
  })
}

async function loadFiles(t: Tx, ids: readonly FileId[]): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const id of ids) {
    const row = await selectFile(t, id)
    // Redacted a moment ago, wherever else it stood.
    if (row === undefined) throw refused('unknown_file')
    files.push(fileOfRow(row))
  }
  return files
}

/** What is redacted while its call is under way gets no files any more: nobody would take them away again. */
async function assertStands(t: Tx, { callEventId, turnId }: FileCall): Promise<void> {
  const call = await t.one(selectEventById({ id: callEventId }))
  if (call === undefined || call.redacted_at !== null) {
    throw refused('not_found', { message: 'This call was redacted while it was under way.' })
  }
  const turn = await t.one(selectTurn({ id: turnId }))
  if (turn === undefined || turn.ended_at !== null) throw new Error('the turn of this call is over')
}
