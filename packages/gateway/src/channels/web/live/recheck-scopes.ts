// Asks anew whether someone may still see what they follow, and takes away what they may not.

import type { Caller } from './callers.ts'

export interface RecheckScopes {
  recheck(caller: Caller): Promise<void>
}
