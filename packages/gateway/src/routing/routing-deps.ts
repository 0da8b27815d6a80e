// What this room is built from.

import type { Agents } from '../agents/agents.ts'
import type { WorkspaceFolders } from '../agents/tools/files/workspace-folder.ts'
import type { Deliveries } from '../delivery/delivery.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Store } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { WorkQueue } from '../foundation/work/work-queue.ts'
import type { People } from '../people/people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { BindingService } from './bindings/bindings.ts'
import type { PlaceRules } from './place-rules.ts'
import type { HistoryReaders } from './ports.ts'

export interface RoutingDeps {
  store: Store
  clock: Clock
  random: Random
  ids: Ids
  log: Log
  facts: FactTeller
  timers: Pick<WorkQueue, 'schedule' | 'bringForward' | 'cancel'>
  people: People
  agents: Agents
  sessions: Sessions
  deliveries: Deliveries
  /** What the configuration says of places; asked anew each time. */
  placeRules: PlaceRules
  histories: HistoryReaders
  /** The folders of agents, for what they attach. Loaded when it is first asked for. */
  folders(): Promise<WorkspaceFolders>
  /** A short text that two different texts do not share, and from which neither can be had. */
  fingerprint(text: string): Uint8Array
}

/** The same, as the parts of the room get it. */
export interface RoutingRoom extends RoutingDeps {
  bindings: BindingService
}

/** The agent of a place that nobody configured. */
export const defaultAgentId = 'main'
