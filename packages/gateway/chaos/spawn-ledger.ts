// What people asked for and were told in a round of sub-agents, so that it can be held against what is left.

import { allSpawns, type PlannedSpawn, type SpawnPlan } from './spawn-plan.ts'

/** A message with a plan, or a last one without. */
export interface SaidPlan {
  sessionId: string
  clientMessageId: string
  plan: SpawnPlan | null
  isAcknowledged: boolean
}

/** A person's own spawn. */
export interface AskedSpawn {
  sessionId: string
  /** Whose answer was lost asks again under the same one. */
  key: string
  spawn: PlannedSpawn
  /** Once it is accepted. */
  runId?: string
}

export interface SpawnLedger {
  roots: { id: string; isStopAsked: boolean }[]
  said: SaidPlan[]
  asked: AskedSpawn[]
  acknowledged: number
  wrongAnswers: string[]
}

export function createSpawnLedger(): SpawnLedger {
  return { roots: [], said: [], asked: [], acknowledged: 0, wrongAnswers: [] }
}

/** By their ids, wherever in the tree of that root they stand. */
export function plannedBelow({ said, asked }: SpawnLedger, rootId: string): Map<string, PlannedSpawn> {
  const plans = said.filter(({ sessionId }) => sessionId === rootId).map(({ plan }) => plan)
  const own = asked.filter(({ sessionId }) => sessionId === rootId).map(({ spawn }) => spawn)
  const spawns = [
    ...plans.flatMap((plan) => (plan === null ? [] : allSpawns(plan))),
    ...own.flatMap((spawn) => [spawn, ...(spawn.below === null ? [] : allSpawns(spawn.below))]),
  ]
  return new Map(spawns.map((spawn) => [spawn.id, spawn]))
}
