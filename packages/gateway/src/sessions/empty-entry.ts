// The content of one entry goes, with every copy of it in forks; the places stay.

import type { EventActor } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { skeletonOf } from './choose-skeleton.ts'
import { chooseMessageTitle } from './choose-title.ts'
import { forgetTraces } from './compaction/forget-traces.ts'
import { emptyEvent } from './event-store.ts'
import { forgetFiles } from './files/attach-files.ts'
import type { FileRow } from './files/file-tables.ts'
import { forgetWaiting } from './inbox.ts'
import { append, type NewEvent, payloadOf } from './log.ts'
import { readCopies } from './read-copies.ts'
import { isQuoted } from './read-quoting.ts'
import { forgetText } from './search/take-in-logs.ts'
import { selectSession, updateSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { EventRow } from './sessions-tables.ts'
import { forgetLastLine } from './subagents/redact-run.ts'

/** As many copies go in one transaction; the rest follows by durable work. */
export const copiesAtOnce = 50

/** `isTakenBack`: a file that goes from every other message too. */
export async function emptyWithCopies(
  deps: RoomDeps,
  t: Tx,
  row: EventRow,
  by: EventActor,
  isTakenBack: (file: FileRow) => boolean,
): Promise<void> {
  const hadFiles = await emptyRow(deps, t, row, by, isTakenBack)
  const copies = await readCopies(t, row, copiesAtOnce + 1)
  for (const copy of copies.slice(0, copiesAtOnce)) await emptyCopy(deps, t, copy, by)
  const isMore = copies.length > copiesAtOnce || (await isQuoted(t, row))
  const { session_id: sessionId, id } = row
  await deps.facts.tell(t, 'event_redacted', {
    sessionId,
    eventId: id,
    ...(isMore && { hasCopies: true }),
    ...(hadFiles && { hadFiles }),
  })
}

export async function emptyCopy(deps: RoomDeps, t: Tx, copy: EventRow, by: EventActor): Promise<void> {
  // The last of them may be the last that has a file.
  const hadFiles = await emptyRow(deps, t, copy, by, () => false)
  const { session_id: sessionId, id: eventId } = copy
  await deps.facts.tell(t, 'event_redacted', {
    sessionId,
    eventId,
    ...((await isQuoted(t, copy)) && { hasCopies: true }),
    ...(hadFiles && { hadFiles }),
  })
}

/** Says whether bytes may be idle now. */
async function emptyRow(
  deps: RoomDeps,
  t: Tx,
  row: EventRow,
  by: EventActor,
  isTakenBack: (file: FileRow) => boolean,
): Promise<boolean> {
  const { session_id: sessionId } = row
  const payload = { targetId: row.id, targetSeq: row.seq, by: by.name }
  const events: NewEvent[] = [{ kind: 'event.redacted', actor: by, payload, isRow: false }]
  await emptyEvent(t, sessionId, row.seq, JSON.stringify(skeletonOf(row)))
  await forgetText(t, row.id)
  await forgetLastLine(t, row)
  await forgetWaiting(deps, t, row)
  const hadFiles = await forgetFiles(t, row.id, isTakenBack)
  const session = await t.one(selectSession({ id: sessionId }))
  if (session?.title_from === 'first_message' && session.title === titleGivenBy(row)) {
    await updateSession(t, sessionId, { title: '', title_from: 'none', search_text: '' })
    events.push({ kind: 'session.changed', actor: by, payload: { fields: ['title'] }, isRow: false })
  }
  await append(deps, t, sessionId, events)
  await forgetTraces(deps, t, row, by)
  t.afterCommit(() => deps.feed.listed(sessionId))
  return hadFiles
}

function titleGivenBy(row: EventRow): string {
  return row.kind === 'message.user' ? chooseMessageTitle(payloadOf(row)) : ''
}
