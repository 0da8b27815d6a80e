// The people room of a simulated program, with passwords that cost nothing.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import type { Ids } from '../../src/foundation/ids.ts'
import type { Random } from '../../src/foundation/random.ts'
import type { FactTeller } from '../../src/foundation/work/facts.ts'
import { createPeople } from '../../src/people/create-people.ts'
import { createGuessLimiter } from '../../src/people/guess-limiter.ts'
import type { Passwords } from '../../src/people/passwords.ts'
import type { People } from '../../src/people/people.ts'

export function openWorldPeople(deps: {
  store: Store
  clock: Clock
  ids: Ids
  random: Random
  facts: FactTeller
  passwords: Passwords
}): People {
  return createPeople({
    ...deps,
    read: deps.store.read,
    guesses: createGuessLimiter({ clock: deps.clock }),
    settings: { inviteExpireHours: () => 72, signInExpireDays: () => 365 },
  })
}
