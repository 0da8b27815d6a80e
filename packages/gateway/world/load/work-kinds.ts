// The kinds of work in the simulated world, their lanes, and what each fact sets off.

import type { Lanes } from '../../src/foundation/work/lanes.ts'
import type { ReactionPlans } from '../../src/foundation/work/work-queue.ts'
import type { SeededRandom } from '../time/seeded-random.ts'

export const reactionPlans: ReactionPlans = {
  access_revoked: [
    { kind: 'sweep', key: (payload) => payload.personId },
    { kind: 'announce', key: (payload) => payload.personId },
  ],
  person_joined: [{ kind: 'greet', key: (payload) => payload.personId }],
  role_changed: [{ kind: 'refresh', key: (payload) => `team-of-${payload.to}`, lane: 'chores' }],
}

/** Which reactions a fact must have had in the end. */
export const reactionsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(reactionPlans).map(([fact, plans]) => [fact, plans.map((plan) => plan.kind)]),
)

/** Work that fails every time, and after how many attempts it is given up. */
export const poisonAttemptsMax = 3
/** A timer that may be given up when it fails twice. */
export const frailAttemptsMax = 2

export function chooseLanes(random: SeededRandom): Lanes {
  return {
    reactions: { cap: random.between(1, 5), isEager: true },
    timers: { cap: random.between(1, 4) },
    chores: { cap: random.between(1, 4) },
    shares: { cap: random.between(1, 3), fair: true },
    posts: { cap: random.between(1, 3) },
  }
}

export const laneOfKind: Readonly<Record<string, string>> = {
  sweep: 'reactions',
  announce: 'reactions',
  greet: 'reactions',
  refresh: 'chores',
  chore: 'chores',
  poison: 'chores',
  share: 'shares',
  ring: 'timers',
  frail: 'timers',
  tick: 'timers',
  post: 'posts',
  rounds: 'timers',
}

/** Some timers stand in one line with chores. */
export function keyOfTimer(name: string): string {
  const number = Number(name.split(':')[1])
  return number % 2 === 0 ? (choreKeys[number % choreKeys.length] as string) : name
}

export const choreKeys = ['room-a', 'room-b', 'room-c'] as const
export const sharers = ['ant', 'bee', 'cat', 'dog'] as const
export const people = ['per_1', 'per_2', 'per_3', 'per_4', 'per_5'] as const
