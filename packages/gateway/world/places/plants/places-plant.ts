// A mistake put in on purpose between the rooms and the places that they hear and write to.

import type { Reach } from '@heddle/emulators/loopback/reach-platform'
import type { RoomsPlant } from '../../sessions/plants/sessions-plant.ts'
import type { PlacesShape } from '../places-shape.ts'

export interface PlacesPlant extends RoomsPlant {
  /** The way to the platform as the channel has it. */
  reach?(reach: Reach): Reach
  /** A world in which it shows sooner: the code without the mistake must hold there as well. */
  focus?: Partial<PlacesShape>
}
