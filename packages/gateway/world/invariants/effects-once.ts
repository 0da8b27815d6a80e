// Facts, reactions and work are one machine: at any moment each reaction to a fact is either still on record or has
// had its effect, never both, never neither; and so is all other work.

import { reactionsOf } from '../load/work-kinds.ts'
import type { Invariant } from './invariant.ts'

interface Standing {
  what: string
  kind: string
  effects: number
  open: number
}

const ofFacts = `
  select f.id as what, f.kind as fact, r.value as kind,
    (select count(*) from world_effects e where e.what = f.id and e.kind = r.value) as effects,
    (select count(*) from work w where w.fact_id = f.id and w.kind = r.value) as open
  from facts f, json_each(?) plan, json_each(plan.value) r
  where plan.key = f.kind`

const ofPuts = `
  select p.what as what, p.kind as kind,
    (select count(*) from world_effects e where e.what = p.what and e.kind = p.kind) as effects,
    (select count(*) from work w where w.key = p.key and w.subject = p.what and w.kind = p.kind) as open
  from world_puts p`

export const everyReactionOnce: Invariant = {
  rule: 'once',
  at: 'start',
  check: ({ rows }) =>
    [...rows<Standing>(ofFacts, [JSON.stringify(reactionsOf)]), ...rows<Standing>(ofPuts)].flatMap(judge),
}

function judge({ what, kind, effects, open }: Standing): string[] {
  if (effects > 1) return [`${kind} of ${what} had its effect ${effects} times`]
  if (effects === 1 && open > 0) return [`${kind} of ${what} had its effect and is still on record`]
  if (effects === 0 && open === 0) return [`${kind} of ${what} is lost`]
  return open > 1 ? [`${kind} of ${what} is on record ${open} times`] : []
}
