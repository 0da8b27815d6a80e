// All planted mistakes.

import { diskPlants } from './disk-plants.ts'
import type { Plant } from './plant.ts'
import { storePlants } from './store-plants.ts'
import { workPlants } from './work-plants.ts'

export const plants: readonly Plant[] = [...diskPlants, ...storePlants, ...workPlants]

export function findPlant(name: string): Plant | undefined {
  return plants.find((plant) => plant.name === name)
}
