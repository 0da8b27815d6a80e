// What a guest said becomes the member's that they turned out to be: some entries at a time, until none is left (CNV6).

import type { GuestId, PersonId, SessionId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Person } from '../people/people.ts'
import { attend } from './attendance-store.ts'
import { payloadOf } from './log.ts'
import { giveEvent, giveSaid, giveTurns, giveWaiting, selectEventsOfGuest } from './reattribute-store.ts'
import { addParticipant, selectParticipants, selectSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { EventRow } from './sessions-tables.ts'

const eventsAtOnce = 200

export async function reattributeGuest(
  deps: RoomDeps,
  job: Job,
  { guestId, personId }: { guestId: GuestId; personId: PersonId },
): Promise<void> {
  for (;;) {
    const given = await job.step(async (t) => {
      // Whoever asks is nobody: it is the house that looks for the name.
      const person = await deps.people.readMember(t, { kind: 'operator', name: 'Heddle' }, personId)
      const events = await t.all(selectEventsOfGuest({ guestId, limit: eventsAtOnce }))
      for (const event of events) await give(t, event, person)
      const sessions = new Set(events.map(({ session_id: id }) => id))
      for (const id of sessions) await giveSession(deps, t, id, guestId, person)
      // Agents know by whose name it was said.
      if (events.length > 0) t.afterCommit(deps.keptPasts.noteChange)
      return events.length
    })
    if (given < eventsAtOnce) return job.commit(async () => undefined)
  }
}

async function give(t: Tx, event: EventRow, { id, name, handle }: Person): Promise<void> {
  const payload = payloadOf(event)
  const isMessage = event.kind === 'message.user' && event.redacted_at === null
  const told = isMessage ? JSON.stringify({ ...payload, handle }) : event.payload
  await t.run(giveEvent({ sessionId: event.session_id, seq: event.seq, personId: id, name, payload: told }))
}

async function giveSession(
  deps: RoomDeps,
  t: Tx,
  id: SessionId,
  guestId: GuestId,
  person: Person,
): Promise<void> {
  const who = { sessionId: id, guestId, personId: person.id }
  await t.run(giveWaiting(who))
  await t.run(giveTurns(who))
  await t.run(giveSaid(who))
  const session = await t.one(selectSession({ id }))
  if (!session) return
  if (session.visibility === 'team') await t.run(attend({ id, personId: person.id }))
  // Their own talk, to which nobody else was ever listed.
  else if (session.parent_id === null && (await t.all(selectParticipants({ id }))).length === 0) {
    await addParticipant(t, id, person.id, session.active_at)
  }
  t.afterCommit(() => deps.feed.listed(id))
}
