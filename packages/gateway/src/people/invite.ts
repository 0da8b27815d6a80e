// An invite as this room writes and reads it.

import type { PersonId, Role } from '@heddle/contract'
import type { Ids } from '../foundation/ids.ts'
import type { Random } from '../foundation/random.ts'
import { chooseInviteState } from './choose-invite-state.ts'
import { makeSecret } from './credential-secret.ts'
import type { InviteRow } from './invite-store.ts'
import type { InvitesTable } from './people-tables.ts'
import type { Invite } from './people-values.ts'

export interface NewInvite {
  kind: InvitesTable['kind']
  role: Role
  note: string
  createdBy: PersonId | null
  expiresAt: number
}

export function newInvite(
  deps: { ids: Ids; random: Random },
  now: number,
  invite: NewInvite,
): { row: InvitesTable; code: string } {
  const secret = makeSecret(deps.random, invite.kind === 'owner_link' ? 'ownerLink' : 'invite')
  const row: InvitesTable = {
    id: deps.ids.make('invite'),
    kind: invite.kind,
    code_hash: secret.hash,
    role: invite.role,
    note: invite.note,
    created_by: invite.createdBy,
    created_at: now,
    expires_at: invite.expiresAt,
    used_at: null,
    used_by: null,
    revoked_at: null,
  }
  return { row, code: secret.text }
}

export function inviteOfRow(row: InviteRow, now: number): Invite {
  return {
    id: row.id,
    role: row.role,
    note: row.note,
    state: chooseInviteState(row, now),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedBy: row.used_by,
  }
}
