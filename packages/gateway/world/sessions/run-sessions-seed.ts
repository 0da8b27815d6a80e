// Runs the world of sessions of one seed.

import type { SeedResult } from '../seed/seed-result.ts'
import { sessionsInvariants } from './invariants/sessions-invariants.ts'
import { startAgentsClient } from './load/agents-client.ts'
import { chooseSessionsAct } from './load/sessions-acts.ts'
import { calmModel } from './model/model-habits.ts'
import type { SessionsPlant } from './plants/sessions-plant.ts'
import { type AgentsSeedOptions, runAgentsSeed } from './run-agents-seed.ts'
import { createSessionsCast } from './sessions-cast.ts'
import type { SessionsGround } from './sessions-ground.ts'
import { chooseSessionsShape, type SessionsShape } from './sessions-shape.ts'
import { createSessionsTruth } from './sessions-truth.ts'
import { noteStatesAfterCrash, noteStatesAtRest } from './watch/note-states.ts'
import { createSeededRandom } from '../time/seeded-random.ts'

export interface SessionsSeedOptions extends AgentsSeedOptions {
  plant?: SessionsPlant
  /** Instead of what the seed drew; a plant brings its own. */
  focus?: Partial<SessionsShape>
}

const name = 'sessions'

export function runSessionsSeed(ground: SessionsGround, options: SessionsSeedOptions): Promise<SeedResult> {
  const { plant } = options
  const truth = createSessionsTruth()
  const shape = {
    ...chooseSessionsShape(createSeededRandom(`${name} ${options.seed}`).stream('shape')),
    ...(options.focus ?? plant?.focus),
  }
  return runAgentsSeed(ground, options, {
    name,
    shape,
    plant,
    truth,
    invariants: sessionsInvariants,
    cast: ({ sometimes, isFaulty }) =>
      createSessionsCast({
        windowTokens: shape.windowTokens,
        truth,
        sometimes,
        habits: () => (isFaulty() ? shape.model : calmModel),
      }),
    startClient: (scene, client) =>
      startAgentsClient({
        ...scene,
        ...client,
        thinkMs: shape.thinkMs,
        chooseAct: () => chooseSessionsAct(shape.mix, client.random, truth),
      }),
    noteStatesAfterCrash,
    noteStatesAtRest,
    counts: (rows) => ({
      'messages acknowledged': [...truth.said.values()].filter(({ received }) => received).length,
      turns: rows<{ count: number }>('select count(*) as count from turns')[0]?.count ?? 0,
      'model calls': truth.counts.modelCalls,
      'tool calls': truth.counts.toolCalls,
      'words on calls': truth.words.size,
      'events shown to followers': truth.counts.eventsShown,
    }),
  })
}
