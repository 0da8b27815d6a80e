// A mistake put in on purpose into how agents give each other tasks.

import type { RoomsPlant } from '../../sessions/plants/sessions-plant.ts'
import type { TreesShape } from '../trees-shape.ts'

export interface TreesPlant extends RoomsPlant {
  /** A world in which it shows sooner: the code without the mistake must hold there as well. */
  focus?: Partial<TreesShape>
}
