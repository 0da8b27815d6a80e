// Runs the world of trees of one seed.

import type { SeedResult } from '../seed/seed-result.ts'
import { startAgentsClient } from '../sessions/load/agents-client.ts'
import { type AgentsSeedOptions, runAgentsSeed } from '../sessions/run-agents-seed.ts'
import { calmModel } from '../sessions/model/model-habits.ts'
import type { SessionsGround } from '../sessions/sessions-ground.ts'
import { noteStatesAfterCrash, noteStatesAtRest } from './watch/note-tree-states.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { treesInvariants } from './invariants/trees-invariants.ts'
import { chooseTreeAct } from './load/tree-acts.ts'
import type { TreesPlant } from './plants/trees-plant.ts'
import { createTreesCast } from './trees-cast.ts'
import { chooseTreesShape, type TreesShape } from './trees-shape.ts'
import { createTreesTruth } from './trees-truth.ts'

export interface TreesSeedOptions extends AgentsSeedOptions {
  plant?: TreesPlant
  /** Instead of what the seed drew; a plant brings its own. */
  focus?: Partial<TreesShape>
}

const name = 'trees'

export function runTreesSeed(ground: SessionsGround, options: TreesSeedOptions): Promise<SeedResult> {
  const { plant } = options
  const shape = {
    ...chooseTreesShape(createSeededRandom(`${name} ${options.seed}`).stream('shape')),
    ...(options.focus ?? plant?.focus),
    ...(options.faults && { faults: options.faults }),
  }
  const truth = createTreesTruth(shape.spawnsMax)
  const calm = { ...shape.model, ...calmModel, skipChance: 0, lieChance: 0 }
  return runAgentsSeed(ground, options, {
    name,
    shape: withLane(shape),
    plant,
    truth,
    invariants: treesInvariants(shape),
    cast: ({ sometimes, isFaulty }) =>
      createTreesCast({
        limits: shape.limits,
        truth,
        sometimes,
        habits: () => (isFaulty() ? shape.model : calm),
      }),
    startClient: (scene, client) =>
      startAgentsClient({
        ...scene,
        ...client,
        thinkMs: shape.thinkMs,
        chooseAct: () => chooseTreeAct(shape.mix, client.random, truth),
      }),
    noteStatesAfterCrash,
    noteStatesAtRest,
    counts: (rows) => ({
      turns: countOf(rows('select count(*) as count from turns')),
      runs: countOf(rows('select count(*) as count from runs')),
      'runs two deep or more': countOf(rows('select count(*) as count from runs where depth >= 2')),
      'runs that succeeded': countOf(rows("select count(*) as count from runs where state = 'succeeded'")),
      'runs that were stopped': countOf(rows("select count(*) as count from runs where state = 'cancelled'")),
      'model calls': truth.counts.modelCalls,
      'tool calls': truth.counts.toolCalls,
    }),
  })
}

/** A plant may bring other limits than the seed drew; the slots follow them. */
function withLane(shape: TreesShape): TreesShape {
  const subagent = { cap: shape.limits.maxConcurrent, fair: true }
  return { ...shape, lanes: { ...shape.lanes, subagent } }
}

const countOf = ([row]: { count: number }[]): number => row?.count ?? 0
