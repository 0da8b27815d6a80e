// All mistakes planted in the world of sessions.

import { doorPlants } from './door-plants.ts'
import { forkPlants } from './fork-plants.ts'
import type { SessionsPlant } from './sessions-plant.ts'
import { turnPlants } from './turn-plants.ts'

export const sessionsPlants: readonly SessionsPlant[] = [...doorPlants, ...turnPlants, ...forkPlants]

export function findSessionsPlant(name: string): SessionsPlant | undefined {
  return sessionsPlants.find((plant) => plant.name === name)
}
