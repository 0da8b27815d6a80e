// What waits in the outbox may wait for hours, for a platform that does not answer. Before each try it is looked at once more,
// as when it was put there, and each of what it tells of by itself (NTF2): what no longer holds is suppressed, and where the
// message would say something else by now, or reach an account that is not theirs any more, the rest is told anew instead.

import type { Suppression } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { type StandingRow, chooseSaying } from './choose-saying.ts'
import { readItem } from './describe-notification.ts'
import { triesOf } from './follow-delivery.ts'
import { wakeDispatch } from './hold-back.ts'
import { judgeHeld, linksOn } from './judge-held.ts'
import { isAddressedTo, isOwnCause, isSayingStill } from './message-cause.ts'
import { type DueRow, selectTold, updateDelivery } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow } from './notifications-tables.ts'
import { tellNews } from './tell-news.ts'

export async function callOffLost(deps: RoomDeps, t: Tx, cause: string): Promise<boolean> {
  if (!isOwnCause(cause)) return false
  const told = await selectTold(t, cause)
  const standing: StandingRow[] = []
  for (const row of told) {
    const judged = await judgeHeld(deps, t, row)
    if (judged.kind === 'send') standing.push({ ...row, reason: judged.reason })
    else await suppress(deps, t, row, judged.why)
  }
  const [first] = standing
  // Nothing of it holds; or it was called off with an earlier part of the same message.
  if (!first) return true
  const item = await readItem(deps, t, cause)
  const { person_id: personId, channel } = first.delivery
  const links = linksOn(await deps.people.linksOf(t, personId), channel)
  // The place was chosen when it was put there: whose account it was may be a stranger by now.
  const isTheirs = links.some((link) => isAddressedTo(cause, link))
  // What may be there already is not said in other words: it would be there twice.
  const isToSay = isSayingStill(cause, chooseSaying(standing).saying) || item?.isResent === true
  if (isTheirs && isToSay) return false
  const tries = triesOf(item, told)
  for (const row of standing) {
    const attempts = row.delivery.attempts + tries
    const status = attempts === 0 ? 'held' : 'retrying'
    await change(deps, t, row, { cause: null, status, attempts, due_at: t.now })
  }
  await wakeDispatch(deps, t, personId, channel, t.now)
  return true
}

async function suppress(deps: RoomDeps, t: Tx, row: DueRow, why: Suppression): Promise<void> {
  await change(deps, t, row, { cause: null, status: 'suppressed', why })
  deps.count(t, row.delivery.channel, 'suppressed')
}

async function change(
  deps: RoomDeps,
  t: Tx,
  { delivery, notification }: DueRow,
  to: Partial<NotificationDeliveryRow>,
): Promise<void> {
  await updateDelivery(t, delivery, to)
  await tellNews(deps, t, 'notification.changed', [notification])
}
