// Runs the world of places of one seed.

import type { SeedResult } from '../seed/seed-result.ts'
import { startAgentsClient } from '../sessions/load/agents-client.ts'
import { type AgentsSeedOptions, runAgentsSeed } from '../sessions/run-agents-seed.ts'
import type { SessionsGround } from '../sessions/sessions-ground.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { createTreesCast } from '../trees/trees-cast.ts'
import { placesInvariants } from './invariants/places-invariants.ts'
import { choosePlaceAct } from './load/place-acts.ts'
import { chooseLongWords, choosePlaceCalls } from './model/choose-place-calls.ts'
import { calmed } from './model/place-habits.ts'
import { choosePlacesShape, type PlacesShape } from './places-shape.ts'
import { createPlacesTruth, type PlacesTruth } from './places-truth.ts'
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
  let truth: PlacesTruth | undefined
  const known = () => {
    if (truth === undefined) throw new Error('the world has not begun')
    return truth
  }
  return runAgentsSeed(ground, options, {
    name,
    shape,
    plant,
    truth: openTruth,
    invariants: placesInvariants(shape),
  })
}
