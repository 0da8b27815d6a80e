// What an invite is worth now. It never gives more than its maker still has: when the maker is removed or loses the
// role, what they left open is as good as withdrawn, before anybody has cleaned up.

import type { InviteRow } from './invite-store.ts'
import type { Invite } from './people-values.ts'
import { mayLetIn } from './rules.ts'

export function chooseInviteState(row: InviteRow, now: number): Invite['state'] {
  if (row.used_at !== null) return 'used'
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at <= now) return 'expired'
  return makerStillMay(row) ? 'open' : 'revoked'
}

function makerStillMay(row: InviteRow): boolean {
  // Without a maker it came from the command line, which nobody can take away.
  if (row.created_by === null) return true
  return row.maker_state === 'active' && row.maker_role !== null && mayLetIn(row.maker_role, row.role)
}
