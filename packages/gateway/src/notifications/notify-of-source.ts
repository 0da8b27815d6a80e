// Tells those of something that was said whom it concerns; and takes back what has not left, once it is not said any more.

import type { EventId, ReplyId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { chooseRecipients, concernedBy } from './choose-recipients.ts'
import { selectOfReply, selectOfSource } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'
import { callOff } from './call-off.ts'
import { readListeners } from './read-listeners.ts'
import { readSource } from './read-source.ts'
import { tellPeople } from './tell-people.ts'

/** Again after an edit: whoever was told of it before is not told again, and whoever is new in it is. */
export async function notifyOfSource(deps: RoomDeps, t: Tx, sourceEventId: EventId): Promise<void> {
  const on = deps.turnedOn()
  if (!on.notifications) return
  const source = await readSource(deps, t, sourceEventId)
  if (source === undefined || source.text === null) return
  if (source.threadId !== null && !on.threads) return
  const listeners = await readListeners(deps, t, concernedBy(source))
  const { sessionId, threadId, replyId, eventId, seq, namedSeq, actor } = source
  const what = {
    sourceEventId,
    causedByEventId: sourceEventId,
    sessionId,
    threadId,
    replyId,
    eventId,
    seq,
    namedSeq,
    actor,
  }
  await tellPeople(deps, t, what, chooseRecipients(source, listeners), listeners)
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
