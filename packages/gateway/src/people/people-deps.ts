// What this room is built from.

import type { Clock } from '../foundation/clock.ts'
import type { Store } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { InnerGate } from './gate.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { Passwords } from './passwords.ts'
import type { PeopleSettings } from './people.ts'

export interface PeopleDeps {
  clock: Clock
  ids: Ids
  random: Random
  /** For what is looked up before a transaction begins. */
  read: Store['read']
  facts: FactTeller
  passwords: Passwords
  guesses: GuessLimiter
  settings: PeopleSettings
}

/** The same, as the parts of the room get it. */
export interface RoomDeps extends PeopleDeps {
  gate: InnerGate
}
