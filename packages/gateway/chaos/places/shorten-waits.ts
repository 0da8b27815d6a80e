// Loaded into a gateway before anything else: what takes seconds and minutes in production takes tenths of them here, in
// the same proportions, so that a round comes to rest within seconds.

import { limits } from '@heddle/contract'

type Waits = { readonly [K in keyof typeof limits]?: number | readonly number[] }

export const shortWaits = {
  deliveryTimeoutMs: 700,
  deliverySettleMs: 1_000,
  deliveryReconcileMs: 4_000,
  deliveryUnknownLookMsMax: 1_500,
  deliveryBackoffFirstMs: 50,
  deliveryBackoffMaxMs: 1_000,
  deliveryPausedLookMs: 300,
  deliverySweepsMs: [800, 2_400],
  deliverySweepAgainMs: 500,
  deliverySweptForMs: 40_000,
  refusedRequestsWindowMs: 20_000,
  placeWaitMs: 2_500,
  historyReadMs: 600,
  bindingTtlMsMin: 500,
} satisfies Waits

/** `slowness`: on a machine with much else to do everything takes so many times as long. */
export function shortenWaits(slowness: number, more: Waits = {}): void {
  const scaled = Object.entries({ ...shortWaits, ...more }).map(([name, wait]) => [
    name,
    typeof wait === 'number' ? wait * slowness : wait.map((ms) => ms * slowness),
  ])
  Object.assign(limits, Object.fromEntries(scaled))
}
