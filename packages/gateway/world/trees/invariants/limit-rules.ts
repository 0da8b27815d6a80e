// I23: no tree is deeper, and no session has more active sub-agents, than the configuration says, at any moment. How many
// turns run side by side is counted where they run.

import type { Rows } from '../../invariants/invariant.ts'
import type { TreeLimits } from '../trees-shape.ts'
import type { TreesInvariant } from './trees-evidence.ts'

export function limitRules({ maxSpawnDepth, maxChildrenPerAgent }: TreeLimits): TreesInvariant[] {
  return [
    {
      rule: 'I23',
      at: 'commit',
      check: ({ rows }) =>
        readCrowds(rows)
          .filter(({ active }) => active > maxChildrenPerAgent)
          .map(({ id, active }) => `${id} has ${active} active sub-agents, of ${maxChildrenPerAgent}`),
    },
    {
      rule: 'I23',
      at: 'commit',
      check: ({ rows }) =>
        readDepths(rows).flatMap(({ id, depth, said }) => {
          if (depth !== said) return [`${id} says that it is ${said} deep, and is ${depth}`]
          return depth > maxSpawnDepth ? [`${id} is ${depth} deep, of ${maxSpawnDepth}`] : []
        }),
    },
  ]
}

function readCrowds(rows: Rows): { id: string; active: number }[] {
  return rows(
    'select parent_id as id, count(*) as active from runs where ended_at is null group by parent_id',
  )
}

function readDepths(rows: Rows): { id: string; depth: number; said: number }[] {
  return rows(
    `with recursive tree (id, depth) as (
       select id, 0 from sessions where parent_id is null
       union all select s.id, t.depth + 1 from sessions s join tree t on s.parent_id = t.id)
     select r.id, t.depth, r.depth as said from runs r join tree t on t.id = r.session_id`,
  )
}
