// Puts the room together.

import { limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { createBytesInFlight } from '../foundation/files/bytes-in-flight.ts'
import { unreachable } from '../foundation/states.ts'
import { resumeAccount } from './accounts.ts'
import type { DeliverDeps, RoomDeps } from './deliver-deps.ts'
import type { Deliveries } from './delivery.ts'
import {
  countOpen,
  deleteSettledBefore,
  selectByPlatformId,
  selectDelivery,
  selectOfCause,
  selectOpened,
} from './delivery-store.ts'
import { drainLane } from './drain-lane.ts'
import { enqueueEdit, enqueueRemoval } from './enqueue-change.ts'
import { enqueueMessage, holdMessage } from './enqueue-message.ts'
import { enqueueClosing, enqueueOpening } from './enqueue-place.ts'
import { isToWait } from './is-to-wait.ts'
import { deliveryOfItem, itemOfRow, namedIn, placeOf } from './item.ts'
import { deleteLanesBefore } from './lane-store.ts'
import { listDeliveries } from './list-deliveries.ts'
import { createOutages } from './outages.ts'
import { renameSpeaker } from './rename-speaker.ts'
import { dismiss, resend } from './resend.ts'
import { sweepCopies } from './sweep-copies.ts'
import { redact, withdraw } from './withdraw.ts'

const forgottenAtOnce = 500

export function createDeliveries(given: DeliverDeps): Deliveries {
  const outcomes = new Map<string, number>()
  const deps: RoomDeps = {
    ...given,
    times: given.times ?? { timeoutMs: limits.deliveryTimeoutMs, settleMs: limits.deliverySettleMs },
    filesInFlight: createBytesInFlight(limits.deliveryFileBytesInFlightMax),
    outages: createOutages(),
    lookedAt: new Map(),
    count(t: Tx, channel, outcome) {
      const name = `${channel ?? 'nowhere'} ${outcome}`
      t.afterCommit(() => outcomes.set(name, (outcomes.get(name) ?? 0) + 1))
    },
  }
  return {
    async enqueue(t, item) {
      const place = item.kind === 'open' ? item.under : item.place
      // On the web, appending an event is the delivery.
      if (place.channel === 'web')
        throw new Error(`nothing is sent to the web: ${item.kind} for ${item.cause}`)
      switch (item.kind) {
        case 'message':
          return enqueueMessage(deps, t, item)
        case 'edit':
          return enqueueEdit(deps, t, item)
        case 'delete':
          return enqueueRemoval(deps, t, item)
        case 'open':
          return enqueueOpening(deps, t, item)
        case 'close':
          return enqueueClosing(deps, t, item)
        default:
          return unreachable(item)
      }
    },
    hold: (t, item, detail) => holdMessage(deps, t, item, detail),
    withdraw: (t, cause, why) => withdraw(deps, t, cause, why),
    redact: (t, id) => redact(deps, t, id),
    renameSpeaker: (t, sessionId, speaker) => renameSpeaker(deps, t, sessionId, speaker),

    async read(r, id) {
      const row = await r.one(selectDelivery({ id }))
      return row && deliveryOfItem(itemOfRow(row))
    },
    readByCause: async (r, cause) =>
      (await r.all(selectOfCause({ cause }))).map((row) => deliveryOfItem(itemOfRow(row))),
    list: (r, input, page) => listDeliveries(deps, r, input, page),
    resend: async (t, id, place) => deliveryOfItem(await resend(deps, t, id, place)),
    dismiss: async (t, id, by, why) => deliveryOfItem(await dismiss(deps, t, id, by, why)),

    canOpen(under) {
      const opener = deps.channels.find(under.channel, under.accountId)?.opener
      return opener !== undefined && (opener.canOpenUnder?.(under) ?? true)
    },
    listOpened: async (r, sessionId) =>
      (await r.all(selectOpened({ sessionId }))).flatMap((row) => placeOf(itemOfRow(row)) ?? []),

    isOwn: async (r, place, platformId) =>
      (await r.one(selectByPlatformId(namedIn(place, platformId)))) !== undefined,
    async findByPlatformId(r, place, platformId) {
      const rows = await r.all(selectByPlatformId(namedIn(place, platformId)))
      const row = rows.find(({ kind }) => kind === 'message' || kind === 'open')
      return row && deliveryOfItem(itemOfRow(row))
    },

    drain: (job, destination) => drainLane(deps, job, destination),
    sweepCopies: (job, id) => sweepCopies(deps, job, id),
    resumeAccount: (t, channel, accountId) => resumeAccount(deps, t, { channel, accountId }),
    isToWait: (r, place) => isToWait(deps, r, place),
    async forgetOld(t) {
      const before = t.now - limits.deliveriesKeptMs
      const deliveries = await deleteSettledBefore(t, before, forgottenAtOnce)
      const lanes = await deleteLanesBefore(t, before, forgottenAtOnce)
      return deliveries === forgottenAtOnce || lanes === forgottenAtOnce
    },
    figures: () => ({ outcomes }),
    counts: countOpen,
  }
}
