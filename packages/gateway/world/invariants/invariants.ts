// Every rule over the database, in one list.

import { acknowledgedIsThere, sentHadItsRow } from './acknowledged.ts'
import { givenUpForAReason, nothingIsLeft } from './at-rest.ts'
import { everyReactionOnce } from './effects-once.ts'
import { databaseIsWhole } from './integrity.ts'
import type { Invariant } from './invariant.ts'
import { inOrder, oneAtATime, someoneCalls } from './key-order.ts'
import { noTimerIsLost, timersFireOnce } from './timers.ts'

export const invariants: readonly Invariant[] = [
  databaseIsWhole,
  acknowledgedIsThere,
  sentHadItsRow,
  everyReactionOnce,
  inOrder,
  oneAtATime,
  someoneCalls,
  timersFireOnce,
  nothingIsLeft,
  givenUpForAReason,
  noTimerIsLost,
]
