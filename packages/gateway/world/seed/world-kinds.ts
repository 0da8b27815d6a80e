// Every kind of simulated world.

import { findPlant, plants } from '../plants/plants.ts'
import { openPlacesWorlds } from '../places/open-places-worlds.ts'
import { placesPlants } from '../places/plants/places-plants.ts'
import { openSessionsWorlds } from '../sessions/open-sessions-worlds.ts'
import { sessionsPlants } from '../sessions/plants/sessions-plants.ts'
import { openTreesWorlds } from '../trees/open-trees-worlds.ts'
import { treesPlants } from '../trees/plants/trees-plants.ts'
import { placesStates, sessionsStates, storeStates, treesStates } from '../watch/sometimes.ts'
import { prepareGround } from './ground.ts'
import { runSeed } from './run-seed.ts'
import type { WorldKind, WorldName } from './world-kind.ts'

export const worldKinds: Readonly<Record<WorldName, WorldKind>> = {
  store: {
    standardSteps: 500,
    plantNames: plants.map(({ name }) => name),
    rareStates: storeStates,
    async open(folder) {
      const ground = prepareGround(folder)
      return ({ plantName, ...options }, onLine) => {
        const plant = plantName === undefined ? undefined : findPlant(plantName)
        return runSeed(ground, { ...options, ...(plant && { plant }), ...(onLine && { onLine }) })
      }
    },
  },
  sessions: {
    standardSteps: 400,
    plantNames: sessionsPlants.map(({ name }) => name),
    rareStates: sessionsStates,
    open: openSessionsWorlds,
  },
  trees: {
    standardSteps: 500,
    plantNames: treesPlants.map(({ name }) => name),
    rareStates: treesStates,
    open: openTreesWorlds,
  },
  places: {
    standardSteps: 700,
    plantNames: placesPlants.map(({ name }) => name),
    rareStates: placesStates,
    open: openPlacesWorlds,
  },
}
