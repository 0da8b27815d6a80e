// What goes wrong on purpose, and when. A plan is asked once for each request, in the order in which they come.

import type { CallKind } from './platform-words.ts'
import type { PlatformRandom } from './platform-time.ts'

export type Fault =
  | { kind: 'rate_limited'; retryAfterMs: number; scope: 'conversation' | 'account' }
  /** Such an answer; what was asked was done all the same, or was not. */
  | { kind: 'status'; status: number; isDone: boolean }
  /** No answer, until the other side gives up. */
  | { kind: 'silence'; isDone: boolean }
  /** No answer, and it is done only after a while. */
  | { kind: 'late'; ms: number }
  | { kind: 'reset'; isDone: boolean }
  /** Done, but the answer says nothing. */
  | { kind: 'empty' }
  /** Done, but the answer is no JSON. */
  | { kind: 'garbage' }
  | { kind: 'delay'; ms: number }
  /** Nobody takes the request. */
  | { kind: 'unreachable' }

export interface FaultQuestion {
  kind: CallKind
  conversationId: string | undefined
}

export type FaultPlan = (question: FaultQuestion) => Fault | undefined

export const noFaults: FaultPlan = () => undefined

export interface PlannedFault {
  /** Absent: whatever is asked. */
  on?: CallKind | readonly CallKind[]
  in?: string
  /** How many such requests go well before; 0 by default. */
  after?: number
  /** How many have it; 1 by default. */
  times?: number
  fault: Fault
}

/** The first in the list that is due is the one. */
export function scriptFaults(list: readonly PlannedFault[]): FaultPlan {
  const left = list.map((planned) => ({ ...planned, after: planned.after ?? 0, times: planned.times ?? 1 }))
  return (question) => {
    for (const planned of left) {
      if (planned.times === 0 || !isMeant(planned, question)) continue
      if (planned.after > 0) {
        planned.after--
        continue
      }
      planned.times--
      return planned.fault
    }
    return undefined
  }
}

/** Each with its own rate, from 0 to 1; together at most 1. */
export function seedFaults(
  random: PlatformRandom,
  rates: readonly (Pick<PlannedFault, 'on' | 'in' | 'fault'> & { rate: number })[],
): FaultPlan {
  return (question) => {
    let drawn = random.fraction()
    for (const planned of rates) {
      if (!isMeant(planned, question)) continue
      if (drawn < planned.rate) return planned.fault
      drawn -= planned.rate
    }
    return undefined
  }
}

function isMeant(planned: Pick<PlannedFault, 'on' | 'in'>, { kind, conversationId }: FaultQuestion): boolean {
  const kinds = planned.on === undefined ? [kind] : [planned.on].flat()
  return kinds.includes(kind) && (planned.in === undefined || planned.in === conversationId)
}
