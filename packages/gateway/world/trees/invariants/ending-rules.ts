// I22, SUB12, SUB16: what was stopped stays stopped with all that is below it, begins nothing more, and nobody but somebody's
// word ends what is persistent.

import type { Rows } from '../../invariants/invariant.ts'
import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'
import type { TreesInvariant } from './trees-evidence.ts'

export const cutRunsEndSo: TreesInvariant = {
  rule: 'I22',
  at: 'start',
  check: ({ rows, truth }) =>
    rows<{ id: string; state: string; ending: string | null }>('select id, state, ending from runs')
      // The edge between SQL and the ids of the contract.
      .filter(({ id }) => truth.cut.has(id as never))
      .filter(({ ending, state }) => ending === null || !['queued', 'running', ending].includes(state))
      .map(({ id, state, ending }) => `${id} was stopped for certain, is ${state} and will be ${ending}`),
}

export const stoppedTurnsSpawnNothing = noneOf(
  'I22',
  'commit',
  `select r.id, t.id as turn from runs r join session_events e on e.id = r.call_event_id
   join turns t on t.id = e.turn_id
   where t.stop_asked_at is not null and r.created_at > t.stop_asked_at`,
  (row) => `${row['id']} was spawned by ${row['turn']} after that had been asked to stop`,
)

interface PersistentRow {
  id: string
  session_id: string
  state: string
  is_over: number
}

export const persistentStays: TreesInvariant = {
  rule: 'SUB16',
  at: 'start',
  check({ rows, truth }) {
    const persistent = rows<PersistentRow>(
      `select r.id, r.session_id, r.is_over, s.state from runs r join sessions s on s.id = r.session_id
       where r.mode = 'session' and (r.is_over = 1 or s.state in ('over', 'archived'))`,
    )
    if (persistent.length === 0) return []
    const parents = readParents(rows)
    const killers = readKillers(rows)
    return persistent.flatMap(({ id, session_id, state, is_over }) => {
      if (is_over === 0) return [`the persistent ${id} is ${state}, and nobody ended it`]
      for (let at: string | null = session_id; at !== null; at = parents.get(at) ?? null) {
        // The edge between SQL and the ids of the contract.
        if (truth.endAsked.has(at as never) || (at !== session_id && killers.has(at))) return []
      }
      return [`the persistent ${id} is over, and nobody asked for that`]
    })
  },
}

function readParents(rows: Rows): Map<string, string | null> {
  const all = rows<{ id: string; parent_id: string | null }>('select id, parent_id from sessions')
  return new Map(all.map(({ id, parent_id }) => [id, parent_id]))
}

/** Sessions whose agent killed something. */
function readKillers(rows: Rows): Set<string> {
  const all = rows<{ id: string }>(
    `select distinct session_id as id from session_events where kind = 'tool.call'
     and payload ->> '$.name' = 'subagents' and payload ->> '$.arguments' like '%"kill"%'`,
  )
  return new Set(all.map(({ id }) => id))
}
