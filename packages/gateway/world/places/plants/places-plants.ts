// All mistakes planted in the world of places.

import { deliveryPlants } from './delivery-plants.ts'
import type { PlacesPlant } from './places-plant.ts'
import { routingPlants } from './routing-plants.ts'
import { saidPlants } from './said-plants.ts'

export const placesPlants: readonly PlacesPlant[] = [...deliveryPlants, ...routingPlants, ...saidPlants]

export function findPlacesPlant(name: string): PlacesPlant | undefined {
  return placesPlants.find((plant) => plant.name === name)
}
