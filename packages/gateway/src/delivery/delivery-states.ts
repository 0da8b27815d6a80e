// How far something has come, and where it can go from there.

import type { DeliveryState } from '@heddle/contract'
import { defineStates } from '../foundation/states.ts'

export const states = defineStates<DeliveryState>('delivery', {
  queued: ['sending', 'waiting', 'rejected', 'gave_up', 'withdrawn'],
  // Again `sending`: what can be done twice without harm is simply done again after a crash.
  sending: ['sending', 'sent', 'waiting', 'unknown', 'rejected', 'gave_up', 'withdrawn'],
  waiting: ['sending', 'queued', 'rejected', 'gave_up', 'withdrawn'],
  // Never straight to `sending`: whether it is there has to be read first, or somebody has to say so.
  unknown: ['queued', 'sent', 'gave_up', 'withdrawn'],
  // What was said can be removed again.
  sent: ['withdrawn'],
  // What was sent again may be there from before, and be found late.
  rejected: ['queued', 'sent', 'withdrawn'],
  gave_up: ['queued', 'sent', 'withdrawn'],
  withdrawn: [],
})

/** Proven: nothing of it has left, so that it may still be changed or called off. */
export function hasNotLeft(state: DeliveryState): boolean {
  return state === 'queued' || state === 'waiting'
}
