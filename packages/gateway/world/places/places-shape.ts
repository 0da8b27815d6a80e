// How one seed's world of places is made: who is there, how long bindings last, how the platform behaves, which faults.

import { chooseFaultKinds } from '../faults/fault-kinds.ts'
import { type AgentsShape, chooseMachine } from '../sessions/sessions-shape.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { TreeLimits } from '../trees/trees-shape.ts'
import { choosePlaceMix, type PlaceMix } from './load/place-mix.ts'
import { choosePlaceHabits, type PlaceHabits } from './model/place-habits.ts'
import { choosePlatformHabits, type PlatformHabits } from './platform/platform-habits.ts'

export interface PlacesShape extends AgentsShape {
  mix: PlaceMix
  model: PlaceHabits
  limits: TreeLimits
  spawnsMax: number
  platform: PlatformHabits
  places: PlaceSettings
}

/** As the configuration has them. */
export interface PlaceSettings {
  /** Two programs of ours on one platform, which hear the same. */
  accounts: 1 | 2
  /** 0: for ever. */
  idleMs: number
  maxAgeMs: number
  archiveOnUnbind: boolean
  failClosed: boolean | undefined
  /** What agents write is shown while they write it. */
  streams?: boolean
}

export function choosePlacesShape(random: SeededRandom): PlacesShape {
  // Where the program itself is well, all that goes wrong is the platform's.
  const faults = random.chance(0.25) ? [] : chooseFaultKinds(random.stream('faults'))
  const freezes = faults.includes('freeze')
  const shape: PlacesShape = {
    clients: random.between(2, 4),
    followers: 1,
    runners: random.chance(freezes ? 0.8 : 0.3) ? 2 : 1,
    lanes: {
      reactions: { cap: random.between(1, 4), isEager: true },
      timers: { cap: random.pick([1, 2]) },
      deliveries: { cap: random.pick([1, 2, 4]) },
      turns: { cap: random.pick([1, 2, 8]) },
      subagent: { cap: placeLimits.maxConcurrent, fair: true },
    },
    thinkMs: freezes ? random.pick([1_500, 4_000]) : random.pick([400, 1_500, 4_000]),
    ...chooseMachine(random),
    faults,
    faultsPerStep: random.pick([0.005, 0.02, 0.04]),
    mix: choosePlaceMix(random),
    model: choosePlaceHabits(random.stream('model')),
    limits: placeLimits,
    spawnsMax: random.pick([6, 12, 20]),
    platform: choosePlatformHabits(random.stream('platform')),
    places: {
      accounts: random.chance(0.3) ? 2 : 1,
      idleMs: random.pick([20_000, 60_000, 300_000]),
      maxAgeMs: random.pick([0, 0, 120_000]),
      archiveOnUnbind: random.chance(0.7),
      failClosed: random.pick([undefined, undefined, true, false]),
      streams: random.chance(0.4),
    },
  }
  return random.chance(0.4) ? amongThreads(shape) : shape
}

/** Where most happens in conversations of sub-agents: they come, end, are written to and go on. */
export function amongThreads(shape: PlacesShape): PlacesShape {
  const { mix, model, platform, places } = shape
  return {
    ...shape,
    clients: 2,
    thinkMs: Math.max(shape.thinkMs, 1_500),
    latenessMs: Math.min(shape.latenessMs, 80),
    mix: { ...mix, write: 4, writeInThread: 14, burst: 5, say: 0, talk: 0, bind: 1, command: 3 },
    model: {
      ...model,
      weights: { text: 5, tools: 5, fail: 0, cut: 0, hang: 0, garbage: 0 },
      chunkMs: Math.min(model.chunkMs, 200),
      toolMs: 0,
      spawnChance: 0.95,
      threadChance: 0.95,
      waitChance: 0,
      deleteChance: Math.min(model.deleteChance, 0.2),
    },
    platform: {
      ...platform,
      transitMs: Math.min(platform.transitMs, 200),
      troubleRate: Math.min(platform.troubleRate, 0.15),
    },
    places: { ...places, accounts: 1, idleMs: Math.max(places.idleMs, 60_000) },
  }
}

export const placeLimits: TreeLimits = {
  maxSpawnDepth: 2,
  maxChildrenPerAgent: 5,
  maxConcurrent: 4,
  runTimeoutSeconds: 0,
  archiveAfterMinutes: 3,
  isPostDenied: false,
}
