// All mistakes planted in the world of sessions.

import { approvalPlants } from './approval-plants.ts'
import { compactionPlants } from './compaction-plants.ts'
import { doorPlants } from './door-plants.ts'
import { forkPlants } from './fork-plants.ts'
import type { SessionsPlant } from './sessions-plant.ts'
import { turnPlants } from './turn-plants.ts'

export const sessionsPlants: readonly SessionsPlant[] = [
  ...doorPlants,
  ...turnPlants,
  ...forkPlants,
  ...compactionPlants,
  ...approvalPlants,
]

export function findSessionsPlant(name: string): SessionsPlant | undefined {
  return sessionsPlants.find((plant) => plant.name === name)
}
