// The states of a turn, as data. Who waits (for an approval, for children, for a place) will hold no slot.

import { defineStates } from '../../foundation/states.ts'

export type TurnState =
  | 'running'
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'cancelled'
  | 'interrupted'

export const turnStates = defineStates<TurnState>('turn', {
  running: ['waiting', 'succeeded', 'failed', 'timed_out', 'cancelled', 'interrupted'],
  waiting: ['running', 'failed', 'timed_out', 'cancelled', 'interrupted'],
  succeeded: [],
  failed: [],
  timed_out: [],
  cancelled: [],
  interrupted: [],
})
