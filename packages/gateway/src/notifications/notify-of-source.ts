// Tells those of something that was said whom it concerns; and takes back what has not left, once it is not said any more.

import type { EventId, PersonId, ReplyId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { chooseRecipients, concernedBy } from './choose-recipients.ts'
import { selectOfReply, selectOfSource } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'
import { callOff } from './call-off.ts'
import { tellPeople } from './tell-people.ts'

/** Again after an edit: whoever was told of it before is not told again, and whoever is new in it is. */
export async function notifyOfSource(deps: RoomDeps, t: Tx, sourceEventId: EventId): Promise<void> {
  if (!deps.isOn()) return
  const source = await deps.sources.read(t, sourceEventId)
  if (source === undefined || source.text === null) return
  if (source.threadId !== null && !deps.hasThreads()) return
  const listeners = new Map<PersonId, { mutesChatter: boolean }>()
  for (const personId of concernedBy(source)) {
    const person = await deps.people.readPerson(t, personId)
    if (person?.state !== 'active') continue
    const { notifications } = await deps.people.preferencesOf(t, personId)
    listeners.set(personId, { mutesChatter: notifications.muteChatter })
  }
  const { sessionId, threadId, replyId, eventId, seq, actor } = source
  const what = {
    sourceEventId,
    causedByEventId: sourceEventId,
    sessionId,
    threadId,
    replyId,
    eventId,
    seq,
    actor,
  }
  await tellPeople(deps, t, what, chooseRecipients(source, listeners))
}

export async function withdrawSource(deps: RoomDeps, t: Tx, sourceEventId: EventId): Promise<void> {
  await withdrawAll(deps, t, await t.all(selectOfSource({ sourceEventId })))
}

export async function withdrawReply(deps: RoomDeps, t: Tx, replyId: ReplyId): Promise<void> {
  await withdrawAll(deps, t, await t.all(selectOfReply({ replyId })))
}

/** There is nothing left to read, so nobody has to. */
async function withdrawAll(deps: RoomDeps, t: Tx, rows: readonly NotificationRow[]): Promise<void> {
  await callOff(deps, t, rows, 'source_deleted')
}
