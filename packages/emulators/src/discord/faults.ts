// What goes wrong on purpose, and when. A plan is asked once for each request, in the order in which they come.

import type { PlatformRandom } from '../loopback/platform-time.ts'

export type LimitScope = 'user' | 'shared' | 'global'

export type Fault =
  /** `hasOddHeaders`: only its body says how long. */
  | { kind: 'rate_limited'; scope: LimitScope; retryAfterMs: number; hasOddHeaders?: boolean }
  /** Too many requests, says the edge before Discord, as a page of HTML. */
  | { kind: 'edge_limited'; retryAfterMs: number }
  /** Such an answer; what was asked was done all the same, or was not. */
  | { kind: 'status'; status: 413 | 500 | 502 | 503 | 504; isDone: boolean }
  /** The connection breaks: before a byte of the answer, or in its middle. */
  | { kind: 'drop'; isDone: boolean; isMidway?: boolean }
  /** No answer, until the other side gives up. */
  | { kind: 'hang'; isDone: boolean }
  /** No answer, and it is done only after a while. */
  | { kind: 'late'; ms: number }
  /** Done and answered, but only after a while. */
  | { kind: 'slow'; ms: number }
  /** Done, but the answer has no body. */
  | { kind: 'empty' }
  /** Done, but the answer is no JSON. */
  | { kind: 'garbage' }

export interface FaultQuestion {
  method: string
  /** As in the table of routes: `/channels/{channel_id}/messages`; '' where there is none. */
  route: string
  /** As it was asked. */
  path: string
  botId: string
}

export type FaultPlan = (question: FaultQuestion) => Fault | undefined

export const noFaults: FaultPlan = () => undefined

export interface PlannedFault {
  /** `POST /channels/{channel_id}/messages`, by the table or as it is asked; absent: whatever is asked. */
  on?: string | readonly string[]
  /** An id that the path names. */
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

function isMeant(planned: Pick<PlannedFault, 'on' | 'in'>, { method, route, path }: FaultQuestion): boolean {
  const patterns = planned.on === undefined ? undefined : [planned.on].flat()
  const isOn = patterns?.some((one) => one === `${method} ${route}` || one === `${method} ${path}`) ?? true
  return isOn && (planned.in === undefined || path.split('/').includes(planned.in))
}
