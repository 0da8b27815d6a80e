// Cleaning up what lets nobody in any more. Nothing depends on it having run: what is swept here was dead already.

import { withdrawInvitesOf } from './invite-store.ts'
import { deleteExpiredCodes, unlinkAllOf } from './links/link-store.ts'
import type { Sweeps } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { markSwept } from './person-store.ts'
import { dayMs } from './recognise.ts'
import { deleteExpiredSignIns, deleteSignIns } from './sign-in-store.ts'
import { deleteTokensEndedBefore, deleteTokensOf } from './token-store.ts'

const rowsPerSweepMax = 500
/** An expired token stays in its owner's list for a while, so that they see why a program stopped. */
const expiredTokenKeptMs = 30 * dayMs

export function createSweeps(deps: RoomDeps): Sweeps {
  return {
    async sweepAccess(t, personId) {
      if ((await t.run(markSwept(personId, t.now))) === 0) return
      const signIns = await t.all(deleteSignIns(personId, undefined))
      const tokens = await t.all(deleteTokensOf(personId))
      const invites = await t.run(withdrawInvitesOf(personId, t.now))
      const links = await t.run(unlinkAllOf(personId))
      await deps.gate.recordDeed(t, 'access.swept', personId, {
        signIns: signIns.length,
        tokens: tokens.length,
        invites,
        links,
      })
    },

    async expireSweep(t) {
      const signIns = await t.run(deleteExpiredSignIns(t.now, rowsPerSweepMax))
      const tokens = await t.run(deleteTokensEndedBefore(t.now - expiredTokenKeptMs, rowsPerSweepMax))
      const codes = await t.run(deleteExpiredCodes(t.now, rowsPerSweepMax))
      return [signIns, tokens, codes].includes(rowsPerSweepMax)
    },
  }
}
