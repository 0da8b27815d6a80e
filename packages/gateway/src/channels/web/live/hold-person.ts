// When what someone may do has changed, nothing more reaches them until it has been looked up: the logs they follow
// wait, and what may be missed is left out.

import { closeCodes, type PersonId } from '@heddle/contract'
import type { Caller, Callers, Hold } from './callers.ts'
import type { LiveDeps } from './live-deps.ts'
import { LogScope } from './log-scope.ts'
import type { RecheckScopes } from './recheck-scopes.ts'

export interface HoldPersonDeps extends Pick<LiveDeps, 'log'> {
  callers: Callers
  scopes: RecheckScopes
}

/** Holds from this very moment; resolves when the rights are known and what was lost is taken away. */
export async function holdPerson(deps: HoldPersonDeps, personId: PersonId): Promise<void> {
  await Promise.all(deps.callers.ofPerson(personId).map((caller) => hold(deps, caller)))
}

function hold(deps: HoldPersonDeps, caller: Caller): Promise<void> {
  // One that has not begun yet will see this change as well: a person with many tokens loses all of them at once.
  if (caller.hold?.isBegun === false) return caller.hold.check
  const mine: Hold = {
    isBegun: false,
    isOver: false,
    check: Promise.resolve()
      .then(() => {
        mine.isBegun = true
        return check(deps, caller)
      })
      .finally(() => {
        mine.isOver = true
      }),
  }
  caller.hold = mine
  const scopes = new Set(Array.from(caller.sockets, (socket) => socket.scopes).flat())
  for (const scope of scopes) if (scope instanceof LogScope) scope.hold(mine.check)
  return mine.check
}

async function check({ callers, scopes, log }: HoldPersonDeps, caller: Caller): Promise<void> {
  try {
    if (await callers.refresh(caller)) await scopes.recheck(caller)
  } catch (error) {
    // When it cannot be found out the answer is no; they may ask again.
    log.error('rights behind live connections could not be looked up', { error })
    for (const socket of caller.sockets) socket.end(closeCodes.restart, 'come back in a moment')
  }
}
