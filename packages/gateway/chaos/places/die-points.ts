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

export const at = (when: 'before' | 'after', writes: string, value?: string): DiePoint => ({
  kind: 'commit',
  when,
  writes,
  ...(value !== undefined && { value }),
})
export const around = (writes: string, value?: string): DiePoint[] => [
  at('before', writes, value),
  at('after', writes, value),
]
export const asking = (call: string): DiePoint[] => [
  { kind: 'request', when: 'before', call },
  { kind: 'request', when: 'after', call },
]

export const diePoints = {
  F1: [{ kind: 'request', when: 'after', call: 'events.poll' }, at('before', 'insert into "arrivals"')],
  F2: [at('after', 'insert into "arrivals"')],
  F3: around('insert into "session_drafts"'),
  F4: [
    at('after', 'insert into "session_events"', 'tool.call'),
    at('before', 'insert into "session_events"', 'tool.result'),
  ],
  F5: around('insert into "runs"'),
  F6: around('insert into "facts"', 'run_finished'),
  F7: around('insert into "deliveries"'),
  F8: [{ kind: 'request', when: 'before', call: 'send' }],
  F10: [{ kind: 'request', when: 'after', call: 'send' }],
  F11: [at('after', 'update "deliveries"', 'sent')],
  F12: [...asking('history'), ...asking('delete'), ...around('update "deliveries"', 'unknown')],
  F13: [...asking('thread.open'), ...around('insert into "bindings"')],
  F15: [...around('update "bindings"', 'unfocus'), ...asking('thread.close')],
  F16: [...around('insert into "kept_arrivals"'), ...around('delete from "kept_arrivals"')],
  F18: around('insert into "facts"', 'stop_asked'),
  F19: [...around('update "bindings"', 'idle'), ...around('update "sessions"', 'archived')],
} as const satisfies Readonly<Record<string, readonly DiePoint[]>>

export type PointName = keyof typeof diePoints

export interface ArmedPoint<N extends string = PointName> {
  name: N
  point: DiePoint
  /** At which of them. */
  nth: number
}

export function choosePoint(hitsOf: (name: PointName) => number): ArmedPoint {
  return choosePointOf(diePoints, hitsOf)
}

/** Mostly one of those at which it has ended least often so far. */
export function choosePointOf<N extends string>(
  table: Readonly<Record<N, readonly DiePoint[]>>,
  hitsOf: (name: NoInfer<N>) => number,
): ArmedPoint<N> {
  // The names of the table, and no others.
  const names = Object.keys(table) as N[]
  const fewest = Math.min(...names.map(hitsOf))
  const rare = names.filter((name) => hitsOf(name) === fewest)
  const name = pick(Math.random() < rareShare ? rare : names)
  const nth = hitsOf(name) === 0 ? 1 : Math.floor(between(1, 4))
  return { name, point: pick<DiePoint>(table[name]), nth }
}

const rareShare = 0.6

function pick<T>(list: readonly T[]): T {
  const [one] = list.slice(Math.floor(Math.random() * list.length))
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
