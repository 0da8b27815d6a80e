// How far something has come on a channel, from what the outbox knows of its message. Pure.

import type { DeliveryState, NotificationStatus } from '@heddle/contract'

const statuses: Readonly<Record<DeliveryState, NotificationStatus>> = {
  queued: 'pending',
  sending: 'pending',
  waiting: 'retrying',
  unknown: 'unknown',
  sent: 'delivered',
  rejected: 'failed',
  gave_up: 'failed',
  withdrawn: 'suppressed',
}

export function chooseStatus({
  state,
  attempts,
}: {
  state: DeliveryState
  attempts: number
}): NotificationStatus {
  // What was looked for and is not there is about to be sent again.
  if (state === 'queued' && attempts > 0) return 'retrying'
  return statuses[state]
}
