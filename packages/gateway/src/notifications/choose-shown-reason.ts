// For which reason something that was told is shown, by what is turned on here: off is absent, also of what was told before
// (COL1). Pure.

import { notificationReasons, type NotificationReason } from '@heddle/contract'

export interface TurnedOn {
  notifications: boolean
  threads: boolean
  mentions: boolean
}

export interface ShownReason {
  reason: NotificationReason
  alsoReasons: NotificationReason[]
}

/** Undefined: it is not shown at all. Where mentions are off, whoever was also told of a reply was told of that. */
export function chooseShownReason(
  row: { reason: NotificationReason; alsoReasons: readonly NotificationReason[]; isOfThread: boolean },
  on: TurnedOn,
): ShownReason | undefined {
  if (!on.notifications || (row.isOfThread && !on.threads)) return undefined
  const all = [row.reason, ...row.alsoReasons]
  const left = on.mentions ? all : all.filter((reason) => reason !== 'mention')
  const [reason, ...alsoReasons] = notificationReasons.filter((one) => left.includes(one))
  return reason && { reason, alsoReasons }
}
