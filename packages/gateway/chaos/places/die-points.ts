// The moments at which a gateway ends itself, by the numbers of the faults in docs/spec. Each is seen from the outside of the
// rooms: a transaction by what it writes, a request by its kind.

import { between } from '../chaos-round.ts'

export type DiePoint =
  | {
      kind: 'commit'
      when: 'before' | 'after'
      /** The beginning of a statement of the transaction, and a value in it. */
      writes: string
      value?: string
    }
  | { kind: 'request'; when: 'before' | 'after'; call: string }

const around = (writes: string, value?: string): DiePoint[] =>
  (['before', 'after'] as const).map((when) => ({
    kind: 'commit',
    when,
    writes,
    ...(value !== undefined && { value }),
  }))
const asking = (call: string): DiePoint[] =>
  (['before', 'after'] as const).map((when) => ({ kind: 'request', when, call }))

export const diePoints: Readonly<Record<string, readonly DiePoint[]>> = {
  'F1, F2': [...asking('events.poll'), ...around('insert into "arrivals"')],
  F5: around('insert into "runs"'),
  F6: around('insert into "facts"', 'run_finished'),
  F7: around('insert into "deliveries"'),
  'F8, F10': asking('send'),
  F11: around('update "deliveries"', 'sent'),
  F12: [...asking('history'), ...asking('delete'), ...around('update "deliveries"', 'unknown')],
  F13: [...asking('thread.open'), ...around('insert into "bindings"')],
  F15: [...around('update "bindings"', 'ended'), ...asking('thread.close')],
  F16: [...around('insert into "kept_arrivals"'), ...around('delete from "kept_arrivals"')],
  F18: around('insert into "facts"', 'stop_asked'),
  F19: around('update "bindings"', 'idle'),
}

export interface ArmedPoint {
  name: string
  point: DiePoint
  /** At which of them. */
  nth: number
}

export function choosePoint(): ArmedPoint {
  const [name, points] = pick(Object.entries(diePoints))
  return { name, point: pick(points), nth: Math.floor(between(1, 4)) }
}

function pick<T>(list: readonly T[]): T {
  const [one] = list.slice(Math.floor(Math.random() * list.length))
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
