// What stands outside of the rooms of a world: the platforms that they write to and hear from, and what the configuration
// says of places there. It outlives the program; what connects the two lives and dies with it.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import type { Log } from '../../src/foundation/logging/log.ts'
import type { Deliveries, OutboundChannels } from '../../src/delivery/delivery.ts'
import type { People } from '../../src/people/people.ts'
import type { PlaceRules } from '../../src/routing/place-rules.ts'
import type { HistoryReaders, TypingSigns } from '../../src/routing/ports.ts'
import type { Routing } from '../../src/routing/routing.ts'
import { createTestPlaceRules } from '../../test-support/test-place-rules.ts'
import type { CrashableDisk } from '../disk/crashable-disk.ts'
import type { Life } from '../time/life.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { openChatPlatform } from './chat-platform.ts'

export interface Outside {
  readonly placeRules: PlaceRules
  connect(around: OutsideLife): Connection
}

/** The life that it is connected for. */
export interface OutsideLife {
  life: Life
  disk: CrashableDisk
  clock: Clock
  random: SeededRandom
  log: Log
}

export interface Connection {
  /** As the rooms of that runner reach them. */
  channelsOf(runner: string): OutboundChannels
  readonly histories: HistoryReaders
  /** Absent: nobody outside sees that somebody is about to write, or what is not finished. */
  readonly typing?: TypingSigns
  /** Begins to hear. */
  start(door: { store: Store; routing: Routing; people: People; deliveries: Deliveries }): Promise<void>
  stop(): Promise<void>
}

/** A platform that takes everything at once, and of which nothing is heard. */
export function openSilentOutside(): Outside {
  const channels = openChatPlatform()
  return {
    placeRules: createTestPlaceRules(),
    connect: () => ({
      channelsOf: () => channels,
      histories: { find: () => undefined },
      start: async () => undefined,
      stop: async () => undefined,
    }),
  }
}
