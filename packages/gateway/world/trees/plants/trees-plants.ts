// All mistakes planted in the world of trees.

import { announcementPlants } from './announcement-plants.ts'
import { stopPlants } from './stop-plants.ts'
import { treePlants } from './tree-plants.ts'
import type { TreesPlant } from './trees-plant.ts'

export const treesPlants: readonly TreesPlant[] = [...announcementPlants, ...treePlants, ...stopPlants]

export function findTreesPlant(name: string): TreesPlant | undefined {
  return treesPlants.find((plant) => plant.name === name)
}
