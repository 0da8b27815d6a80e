// What goes wrong on the platform in a round: some of the kinds, each at a rate of its own.

import type { Fault, FaultPlan } from '@heddle/emulators/loopback/faults'
import { type CallKind, callKinds } from '@heddle/emulators/loopback/platform-words'
import { between } from '../chaos-round.ts'

type MakeFault = () => Fault
type ChosenFault = { make: MakeFault; rate: number; on: readonly CallKind[] }

const chance = () => Math.random() < 0.5
const statuses = [500, 502, 503, 504]
/** Where a request hangs, whoever hears would hang with it until the connection is given up. */
const hearing: readonly CallKind[] = ['me', 'events.open', 'events.poll']
const others = callKinds.filter((kind) => !hearing.includes(kind))

const faults: Readonly<Record<string, { make: MakeFault; on: readonly CallKind[] }>> = {
  rate_limited: {
    make: () => ({
      kind: 'rate_limited',
      retryAfterMs: Math.round(between(300, 2_500)),
      scope: Math.random() < 0.3 ? 'account' : 'conversation',
    }),
    on: others,
  },
  status: {
    make: () => {
      const status = statuses[Math.floor(Math.random() * statuses.length)] ?? 500
      // Behind a door that nobody answers at, nothing is done.
      return { kind: 'status', status, isDone: status !== 502 && chance() }
    },
    on: callKinds,
  },
  silence: { make: () => ({ kind: 'silence', isDone: chance() }), on: others },
  late: { make: () => ({ kind: 'late', ms: Math.round(between(100, 900)) }), on: others },
  reset: { make: () => ({ kind: 'reset', isDone: chance() }), on: callKinds },
  empty: { make: () => ({ kind: 'empty' }), on: others },
  garbage: { make: () => ({ kind: 'garbage' }), on: callKinds },
  delay: { make: () => ({ kind: 'delay', ms: Math.round(between(20, 500)) }), on: callKinds },
  unreachable: { make: () => ({ kind: 'unreachable' }), on: callKinds },
}

/** `count` is told of each that happens. */
export function chooseFaults(count: (kind: string) => void): FaultPlan {
  const chosen: ChosenFault[] = Object.values(faults)
    .filter(() => Math.random() < 0.6)
    .map((fault) => ({ ...fault, rate: between(0.02, 0.15) }))
  return ({ kind }) => {
    // After each of those one waits longer and longer before one listens again.
    const share = hearing.includes(kind) ? 0.2 : 1
    const one = chosen.find(({ on, rate }) => on.includes(kind) && Math.random() < rate * share)
    const fault = one?.make()
    if (fault) count(fault.kind)
    return fault
  }
}
