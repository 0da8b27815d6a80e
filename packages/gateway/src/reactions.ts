// What each fact sets off. This table is the only place where one room's news becomes another room's work; read it to
// know what happens after anything happens.

import type { FactKind, Facts } from '@heddle/contract'
import type { Job } from './foundation/work/job.ts'
import type { ReactionPlan } from './foundation/work/work-queue.ts'
import type { WorkDefinition } from './foundation/work/work-runner.ts'
import type { People } from './people/people.ts'

/** The rooms that react. */
export interface ReactingRooms {
  people: Pick<People, 'sweepAccess'>
}

interface Reaction<K extends FactKind> extends ReactionPlan<K> {
  run(rooms: ReactingRooms, job: Job, fact: Facts[K]): Promise<void>
}

type ReactionTable = { readonly [K in FactKind]?: readonly Reaction<K>[] }

export const reactions: ReactionTable = {
  access_revoked: [
    {
      kind: 'people.sweep-access',
      when: (fact) => fact.what === 'person',
      key: (fact) => `person:${fact.personId}`,
      run: (rooms, job, fact) => job.commit((t) => rooms.people.sweepAccess(t, fact.personId)),
    },
  ],
}

export function defineReactionWork(rooms: ReactingRooms): Record<string, WorkDefinition> {
  const kinds = Object.keys(reactions) as FactKind[]
  return Object.fromEntries(kinds.flatMap((kind) => workOf(kind, rooms)))
}

function workOf<K extends FactKind>(kind: K, rooms: ReactingRooms): [string, WorkDefinition][] {
  const list: readonly Reaction<K>[] = reactions[kind] ?? []
  return list.map((reaction) => [
    reaction.kind,
    // The text is the payload that the fact was told with, in this release or an earlier one.
    { run: (job) => reaction.run(rooms, job, JSON.parse(job.subject) as Facts[K]) },
  ])
}
