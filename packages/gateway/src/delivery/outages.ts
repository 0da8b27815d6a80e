// Whether an account is in an outage: so many requests in a row that came to nothing, in whichever conversation. In memory
// alone: after a start all that waits is tried anyway, once the account is connected.

import type { Tx } from '../foundation/database/store.ts'
import type { SendOutcome } from './ports.ts'

/** One conversation that fails among others that do not is no outage. */
const inARow = 5

export interface Outages {
  /** True if an outage is over by this. */
  note(t: Tx, account: { channel: string; accountId: string }, what: 'trouble' | 'answer'): boolean
}

export function createOutages(): Outages {
  const troubles = new Map<string, number>()
  return {
    note(t, { channel, accountId }, what) {
      const name = `${channel}/${accountId}`
      const before = troubles.get(name) ?? 0
      // The transaction may run again.
      t.afterCommit(() => {
        if (what === 'answer') troubles.delete(name)
        else troubles.set(name, (troubles.get(name) ?? 0) + 1)
      })
      return what === 'answer' && before >= inARow
    },
  }
}

/** Undefined where it says nothing of the platform as a whole: somebody was told to wait, or is not welcome. */
export function newsOf(outcome: SendOutcome | { kind: 'opened' }): 'trouble' | 'answer' | undefined {
  if (outcome.kind === 'sent' || outcome.kind === 'opened') return 'answer'
  if (outcome.kind === 'unknown') return 'trouble'
  return outcome.why === 'later' && outcome.retryAfterMs === undefined ? 'trouble' : undefined
}
