// An announcement that its parent heard, or was to hear, and cannot tell: it is repeated at the top of the tree, once (RTE2).

import type { EventId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { selectEventById } from '../event-store.ts'
import { linkAttachments } from '../files/attach-files.ts'
import { append, payloadOf, systemActor } from '../log.ts'
import { updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow } from '../sessions-tables.ts'
import { setRootEvent } from './run-store.ts'
import type { RootTellingReason } from './subagents.ts'
import type { Announcement } from './write-announcement.ts'

/** False if it stands there already, or has nothing left to tell. */
export async function tellAtRoot(
  deps: RoomDeps,
  t: Tx,
  run: RunRow,
  why: RootTellingReason,
): Promise<boolean> {
  if (run.finished_event_id === null || run.root_event_id !== null || run.parent_id === run.root_id)
    return false
  const told = await readAnnouncement(t, run)
  if (told === null) return false
  const { eventId, ...announcement } = told
  // What is redacted where it was first said is redacted here too, and that is looked for in one step.
  const rootId = (await t.one(selectEventById({ id: eventId })))?.root_id ?? eventId
  const payload: Announcement = { ...announcement, toldFor: { sessionId: run.parent_id, why } }
  const [event] = await append(deps, t, run.root_id, [
    { kind: 'subagent.finished', actor: systemActor, payload, rootId, causedBy: run.spawned_event_id },
  ])
  if (event) {
    await setRootEvent(t, run.id, event.eventId)
    await linkAttachments(t, run.root_id, event.eventId, announcement.attachments)
  }
  if (told.untrusted) await updateSession(t, run.root_id, { is_tainted: 1 })
  return true
}

/** Null before the end, and once it was redacted. */
export async function readAnnouncement(
  r: Reader,
  { finished_event_id: id }: Pick<RunRow, 'finished_event_id'>,
): Promise<(Announcement & { eventId: EventId }) | null> {
  const event = id === null ? undefined : await r.one(selectEventById({ id }))
  if (!event || event.redacted_at !== null) return null
  // Written by this room, as that.
  return { ...(payloadOf(event) as unknown as Announcement), eventId: event.id }
}

/** What the announcement is a copy of. */
export async function readSource(
  r: Reader,
  { finished_event_id: id }: Pick<RunRow, 'finished_event_id'>,
): Promise<EventId | null> {
  const event = id === null ? undefined : await r.one(selectEventById({ id }))
  return event?.root_id ?? null
}
