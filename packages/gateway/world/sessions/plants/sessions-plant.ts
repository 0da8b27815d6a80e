// A mistake put in on purpose between two ports of the rooms in which agents work, to see that the world finds it.

import type { ToolSource } from '../../../src/agents/tools.ts'
import type { Deliveries, OutboundChannels } from '../../../src/delivery/delivery.ts'
import type { DeliverDeps } from '../../../src/delivery/deliver-deps.ts'
import type { Clock } from '../../../src/foundation/clock.ts'
import type { Store } from '../../../src/foundation/database/store.ts'
import type { WorkStore } from '../../../src/foundation/work/work-store.ts'
import type { Routing } from '../../../src/routing/routing.ts'
import type { RoutingDeps } from '../../../src/routing/routing-deps.ts'
import type { Sessions } from '../../../src/sessions/sessions.ts'
import type { SessionsDeps } from '../../../src/sessions/sessions-deps.ts'
import type { SessionsShape } from '../sessions-shape.ts'

type WorkTimers = SessionsDeps['timers'] & RoutingDeps['timers']

export interface RoomsPlant {
  name: string
  /** What somebody got wrong, as a sentence. */
  mistake: string
  /** Within how many seeds it must be found. */
  foundWithinSeeds: number
  /** The store as all rooms see it. */
  store?(store: Store): Store
  /** The store as the door sees it, which acknowledges. */
  doorStore?(store: Store): Store
  workStore?(workStore: WorkStore): WorkStore
  sessions?(sessions: Sessions): Sessions
  /** The store as those who send see it. */
  deliveryStore?(store: Store): Store
  deliveries?(deliveries: Deliveries): Deliveries
  deliveryTimers?(timers: DeliverDeps['timers']): DeliverDeps['timers']
  routing?(routing: Routing): Routing
  /** Platforms as the rooms reach them. */
  channels?(channels: OutboundChannels): OutboundChannels
  tools?(tools: ToolSource, clock: Clock): ToolSource
  fingerprint?(text: string): Uint8Array
  /** Those who follow are shown what the disk does not have yet. */
  publishesAtOnce?: boolean
  timers?(timers: WorkTimers, clock: Clock, store: Store): WorkTimers
}

export interface SessionsPlant extends RoomsPlant {
  /** A world in which it shows sooner: the code without the mistake must hold there as well. */
  focus?: Partial<SessionsShape>
}
