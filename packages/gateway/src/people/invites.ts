// Making, seeing and withdrawing invites.

import { limits, refused } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import { chooseInviteState } from './choose-invite-state.ts'
import { inviteOfRow, newInvite } from './invite.ts'
import {
  countOpenInvites,
  insertInvite,
  selectInvite,
  selectInvites,
  withdrawInvite,
} from './invite-store.ts'
import { cleanLine, cleanRole, cleanWhole } from './judge-input.ts'
import type { Invites } from './people.ts'
import type { RoomDeps } from './people-deps.ts'

const hourMs = 3_600_000

export function createInvites(deps: RoomDeps): Invites {
  const { gate } = deps

  return {
    async listInvites(r, actor, page, now) {
      gate.demand(actor, 'invite.read', { kind: 'place' })
      const rows = await r.all(selectInvites(decodeCursor('invites', page.cursor), page.limit + 1))
      return pageOfRows(
        rows,
        page.limit,
        'invites',
        (row) => row.id,
        (row) => inviteOfRow(row, now),
      )
    },

    async createInvite(t, actor, input) {
      const role = cleanRole(input.role)
      const note = cleanLine(input.note ?? '', 'note', 0, limits.inviteNoteCharsMax)
      const hours = input.expiresInHours ?? deps.settings.inviteExpireHours()
      cleanWhole(hours, 'expiresInHours', 1, limits.inviteExpireHoursMax)
      const { row, code } = newInvite(deps, t.now, {
        kind: 'invite',
        role,
        note,
        createdBy: actor.kind === 'person' ? actor.personId : null,
        expiresAt: t.now + hours * hourMs,
      })
      await gate.permit(t, actor, 'invite.create', { kind: 'invite', id: row.id, role }, { role, note })
      const open = await t.one(countOpenInvites(t.now))
      if (open && open.count >= limits.openInvitesMax) {
        throw refused('limit_reached', {
          message: `There are ${limits.openInvitesMax} open invites already. Withdraw some first.`,
        })
      }
      await t.run(insertInvite(row))
      // Read back with its maker, whose role decides what it is worth.
      const stored = await t.one(selectInvite(row.id))
      if (!stored) throw new Error('an invite is gone in the transaction that made it')
      return { invite: inviteOfRow(stored, t.now), code }
    },

    async revokeInvite(t, actor, id) {
      gate.demandTry(actor, 'invite.revoke')
      const row = await t.one(selectInvite(id))
      if (!row) throw refused('not_found')
      await gate.permit(t, actor, 'invite.revoke', { kind: 'invite', id, role: row.role }, { role: row.role })
      const state = chooseInviteState(row, t.now)
      if (state === 'used') throw refused('invite_invalid', { message: 'This invite was used already.' })
      await t.run(withdrawInvite(id, t.now))
    },
  }
}
