// Lays the ground of the worlds of trees and runs seeds on it.

import type { RunSeed } from '../seed/world-kind.ts'
import { prepareSessionsGround } from '../sessions/sessions-ground.ts'
import { findTreesPlant } from './plants/trees-plants.ts'
import { runTreesSeed } from './run-trees-seed.ts'

export async function openTreesWorlds(folder: string): Promise<RunSeed> {
  const ground = await prepareSessionsGround(folder)
  return ({ plantName, ...options }, onLine) => {
    const plant = plantName === undefined ? undefined : findTreesPlant(plantName)
    return runTreesSeed(ground, { ...options, ...(plant && { plant }), ...(onLine && { onLine }) })
  }
}
