// Opening a thread about one event of the timeline. There is one for each.

import { type EventId, limits, type PersonId, refused, threadJson } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { Entry, TalkedOf } from '../sessions/sessions.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ThreadRow } from './collaboration-tables.ts'
import type { WholeThread } from './collaboration.ts'
import { assertOn, personOf, threadOf, wholeOf } from './read-thread.ts'
import { insertThread, selectNthThread, selectThreadOf } from './thread-store.ts'

export async function openThread(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  idOrKey: string,
  anchorEventId: string,
): Promise<{ thread: WholeThread; isNew: boolean }> {
  assertOn(deps)
  const session = await deps.sessions.permitTalk(t, actor, idOrKey, 'thread.open')
  // The edge: whatever it is, there is an event of that id or none.
  const anchor = await findAnchor(deps, t, session, anchorEventId as EventId)
  const before = await t.one(selectThreadOf({ anchorEventId: anchor.eventId }))
  const row = before ?? (await putThread(deps, t, actor, session, anchor))
  const [thread] = await wholeOf(deps, t, actor, [row], session.mayRead)
  return { thread: thread!, isNew: before === undefined }
}

async function findAnchor(
  deps: CollaborationDeps,
  t: Tx,
  session: TalkedOf,
  eventId: EventId,
): Promise<Entry> {
  const [anchor] = await deps.sessions.readEntries(t, [eventId])
  if (anchor?.isRow && anchor.sessionId === session.id) return anchor
  throw refused('not_found', {
    message: 'There is no such entry on this timeline.',
    issues: [{ field: 'anchorEventId', message: 'is no entry of this session’s timeline' }],
  })
}

async function putThread(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  session: TalkedOf,
  anchor: Entry,
): Promise<ThreadRow> {
  if (await t.one(selectNthThread({ sessionId: session.id, n: limits.threadsPerSessionMax - 1 }))) {
    throw refused('limit_reached', {
      message: `There are ${limits.threadsPerSessionMax} discussions in this session, and that is as many as one may have.`,
    })
  }
  const { personId } = personOf(actor)
  const row: Omit<ThreadRow, 'event_id'> = {
    id: deps.ids.make('thread'),
    session_id: session.id,
    anchor_event_id: anchor.eventId,
    anchor_place: anchor.place,
    // An event by a person has a person's id.
    anchor_author_id: anchor.actor.kind === 'person' ? (anchor.actor.id as PersonId) : null,
    // What was redacted before can be discussed like what is redacted later.
    state: anchor.isRedacted ? 'orphaned_anchor' : 'active',
    resolved_at: null,
    resolved_by: null,
    created_by: personId,
    created_at: t.now,
    updated_at: t.now,
    last_reply_at: null,
    reply_count: 0,
    last_reply_seq: 0,
    version: 1,
  }
  const event = await deps.sessions.recordTalk(t, actor, session.id, {
    kind: 'thread.opened',
    payload: ({ eventId }) => ({ thread: threadJson(threadOf({ ...row, event_id: eventId }, new Map())) }),
    causedBy: anchor.eventId,
  })
  const whole = { ...row, event_id: event.eventId }
  await t.run(insertThread(whole))
  return whole
}
