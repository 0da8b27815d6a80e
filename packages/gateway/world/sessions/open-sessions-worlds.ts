// Lays the ground of the sessions worlds and runs seeds on it.

import type { RunSeed } from '../seed/world-kind.ts'
import { findSessionsPlant } from './plants/sessions-plants.ts'
import { runSessionsSeed } from './run-sessions-seed.ts'
import { prepareSessionsGround } from './sessions-ground.ts'

export async function openSessionsWorlds(folder: string): Promise<RunSeed> {
  const ground = await prepareSessionsGround(folder)
  return ({ plantName, ...options }, onLine) => {
    const plant = plantName === undefined ? undefined : findSessionsPlant(plantName)
    return runSessionsSeed(ground, { ...options, ...(plant && { plant }), ...(onLine && { onLine }) })
  }
}
