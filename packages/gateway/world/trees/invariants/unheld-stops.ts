// I22: a turn that was asked to stop and that nobody has in hand ends soon, also where the program keeps dying: no slot has to
// be free for that, and nothing has to come due.

import type { FaultKind } from '../../faults/fault-kinds.ts'
import type { TreesShape } from '../trees-shape.ts'
import type { TreesInvariant } from './trees-evidence.ts'

const endMs = 10_000

/** Between two of them the program writes and goes by its clock as ever. */
const passing: readonly FaultKind[] = [
  'kill',
  'kill-at-point',
  'kill-at-statement',
  'kill-at-start',
  'power-cut',
  'power-cut-at-point',
  'run-twice',
  'stop',
  'kill-while-stopping',
  'interrupt',
  'pinned-reader',
]

export function unheldStops({ faults, runners }: TreesShape): TreesInvariant[] {
  // Of several runners one that died keeps what it had until its lease is over.
  if (runners > 1 || !faults.every((kind) => passing.includes(kind))) return []
  let unheldSince = new Map<string, number>()
  return [
    {
      rule: 'I22',
      at: 'commit',
      check({ rows, truth }) {
        const unheld = rows<{ id: string }>(
          `select id from turns t where ended_at is null and stop_asked_at is not null and not exists
           (select 1 from work where key = 'session:' || t.session_id and state = 'running')`,
        )
        unheldSince = new Map(
          unheld.map(({ id }) => [id, Math.max(unheldSince.get(id) ?? truth.now, truth.begunAt)]),
        )
        return [...unheldSince]
          .filter(([, since]) => since < truth.now - endMs)
          .map(([id]) => `${id} was asked to stop, nobody has it in hand, and it does not end`)
      },
    },
  ]
}
