// Lays the ground of the worlds of places and runs seeds on it.

import type { RunSeed } from '../seed/world-kind.ts'
import { preparePlacesGround } from './places-ground.ts'
import { findPlacesPlant } from './plants/places-plants.ts'
import { runPlacesSeed } from './run-places-seed.ts'

export async function openPlacesWorlds(folder: string): Promise<RunSeed> {
  const ground = await preparePlacesGround(folder)
  return ({ plantName, ...options }, onLine) => {
    const plant = plantName === undefined ? undefined : findPlacesPlant(plantName)
    return runPlacesSeed(ground, { ...options, ...(plant && { plant }), ...(onLine && { onLine }) })
  }
}
