// Runs the world of places of one seed.

import type { SeedResult } from '../seed/seed-result.ts'
import { startAgentsClient } from '../sessions/load/agents-client.ts'
import { type AgentsSeedOptions, runAgentsSeed } from '../sessions/run-agents-seed.ts'
import type { SessionsGround } from '../sessions/sessions-ground.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { createTreesCast } from '../trees/trees-cast.ts'
import { placesInvariants } from './invariants/places-invariants.ts'
import { choosePlaceAct } from './load/place-acts.ts'
import { askingTool, chooseLongWords, choosePlaceCalls } from './model/choose-place-calls.ts'
import { calmed } from './model/place-habits.ts'
import { choosePlacesShape, type PlacesShape } from './places-shape.ts'
import { createPlacesTruth } from './places-truth.ts'
import { openOutside } from './platform/open-outside.ts'
import { soundPlatform } from './platform/platform-habits.ts'
import { mindManners, openTown } from './platform/town.ts'
import type { PlacesPlant } from './plants/places-plant.ts'
import { noteStatesAfterCrash, noteStatesAtRest } from './watch/note-place-states.ts'
import { createRequestWatch } from './watch/watch-requests.ts'

export interface PlacesSeedOptions extends AgentsSeedOptions {
  plant?: PlacesPlant
  /** Instead of what the seed drew; a plant brings its own. */
  focus?: Partial<PlacesShape>
}

const name = 'places'

export function runPlacesSeed(ground: SessionsGround, options: PlacesSeedOptions): Promise<SeedResult> {
  const { plant } = options
  const shape = {
    ...choosePlacesShape(createSeededRandom(`${name} ${options.seed}`).stream('shape')),
    ...(options.focus ?? plant?.focus),
    ...(options.faults && { faults: options.faults }),
  }
  const calm = calmed(shape.model)
  const truth = createPlacesTruth(shape.spawnsMax)
  return runAgentsSeed(ground, options, {
    name,
    shape,
    plant,
    truth,
    invariants: placesInvariants(shape),
    cast: ({ sometimes, isFaulty }) => {
      const habits = () => (isFaulty() ? shape.model : calm)
      return createTreesCast({
        limits: shape.limits,
        truth,
        sometimes,
        habits,
        chooseCalls: (request, _, random) => choosePlaceCalls(request, habits(), random, truth),
        chooseLastWords: (_, random) => chooseLongWords(habits(), random, truth),
        tools: ({ routing }) => ({
          asking: [askingTool],
          origins: [{ tools: (place, signal) => routing().messageTools.tools(place, signal) }],
        }),
      })
    },
    outside({ scheduler, isFaulty, breaches, sometimes }, random) {
      const habits = shape.platform
      const town = openTown({ scheduler, random, habits, settings: shape.places, isFaulty })
      truth.found(town)
      mindManners(town, habits)
      return openOutside({
        town,
        scheduler,
        transitMs: habits.transitMs,
        watch: createRequestWatch({
          truth,
          breaches,
          sometimes,
          scheduler,
          resentByHand: truth.resentByHand,
        }),
        plantReach: plant?.reach,
      })
    },
    startClient: (scene, client) =>
      startAgentsClient({
        ...scene,
        ...client,
        isWebOnly: true,
        thinkMs: shape.thinkMs,
        chooseAct: () => choosePlaceAct(shape, client.random, truth),
      }),
    isQuietOutside() {
      mindManners(truth.town, { ...soundPlatform, namesMissed: shape.platform.namesMissed })
      const { platform, accounts } = truth.town
      return accounts.every(({ botId }) => platform.state.bots.get(botId)?.feed.pending() === 0)
    },
    noteStatesAfterCrash,
    noteStatesAtRest: (rows, sometimes) => noteStatesAtRest(rows, sometimes, truth),
    counts: (rows) => ({
      turns: countOf(rows('select count(*) as count from turns')),
      runs: countOf(rows('select count(*) as count from runs')),
      bindings: countOf(rows('select count(*) as count from bindings')),
      'bindings outside': countOf(rows("select count(*) as count from bindings where channel <> 'web'")),
      revivals: countOf(rows('select count(*) as count from sessions where continues_id is not null')),
      'messages written outside': truth.written.length,
      deliveries: countOf(rows('select count(*) as count from deliveries')),
      'deliveries sent': countOf(rows("select count(*) as count from deliveries where state = 'sent'")),
      'sent after nobody knew': countOf(rows('select count(*) as count from deliveries where is_resent = 1')),
      'requests to the platform': truth.town.platform.truth.requests.length,
    }),
  })
}

const countOf = ([row]: { count: number }[]): number => row?.count ?? 0
