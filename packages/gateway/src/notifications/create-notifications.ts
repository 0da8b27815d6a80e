// Puts the room together.

import { limits } from '@heddle/contract'
import { dispatch } from './dispatch.ts'
import { followDelivery } from './follow-delivery.ts'
import { callOffLost } from './call-off-lost.ts'
import { callOffAll, createInbox } from './inbox.ts'
import { selectOpenCounts } from './notification-delivery-store.ts'
import { deleteBefore, selectAnyUnread } from './notification-store.ts'
import type { Notifications } from './notifications.ts'
import { defaultGrace, type NotificationsDeps, type RoomDeps } from './notifications-deps.ts'
import { listOutside } from './list-outside.ts'
import { notifyOfSource, withdrawReply, withdrawSource } from './notify-of-source.ts'
import {
  notifyOfApproval,
  notifyOfDelivery,
  notifyOfRun,
  notifyOfTurn,
  settleApproval,
} from './notify-of-work.ts'

export function createNotifications(outer: NotificationsDeps): Notifications {
  const outcomes = new Map<string, number>()
  const deps: RoomDeps = {
    ...outer,
    turnedOn: outer.turnedOn ?? (() => ({ notifications: true, threads: true, mentions: true })),
    grace: outer.grace ?? defaultGrace,
    count(t, channel, what) {
      const name = `${channel} ${what}`
      t.afterCommit(() => outcomes.set(name, (outcomes.get(name) ?? 0) + 1))
    },
  }
  return {
    ...createInbox(deps),
    isOn: () => deps.turnedOn().notifications,
    listOutside: (r, actor, page) => listOutside(deps, r, actor, page),
    notifyOfSource: (t, id) => notifyOfSource(deps, t, id),
    withdrawSource: (t, id) => withdrawSource(deps, t, id),
    withdrawReply: (t, id) => withdrawReply(deps, t, id),
    notifyOfApproval: (t, id) => notifyOfApproval(deps, t, id),
    settleApproval: (t, id) => settleApproval(deps, t, id),
    notifyOfTurn: (t, id, tookMs) => notifyOfTurn(deps, t, id, tookMs),
    notifyOfRun: (t, id) => notifyOfRun(deps, t, id),
    notifyOfDelivery: (t, id) => notifyOfDelivery(deps, t, id),
    dispatch: (job, to) => dispatch(deps, job, to),
    callOffLost: (t, cause) => callOffLost(deps, t, cause),
    followDelivery: (t, cause) => followDelivery(deps, t, cause),
    async followRead(t, { personId, sessionId, threadId, seq }) {
      const where = threadId === null ? { isOutsideThreads: true, besidesApprovals: true } : { threadId }
      await callOffAll(deps, t, { personId, sessionId, upTo: seq, ...where })
    },
    hasUnread: async (r, personId, sessionId) =>
      (await r.one(selectAnyUnread({ personId, sessionId }))) !== undefined,
    async forgetOld(t) {
      const most = limits.notificationsAtOnceMax
      return (await deleteBefore(t, t.now - limits.notificationsKeptMs, most)) === most
    },
    figures: () => ({ outcomes }),
    async counts(r) {
      const open = await selectOpenCounts(r)
      return new Map(open.map(({ channel, status, count }) => [`${channel} ${status}`, count]))
    },
  }
}
