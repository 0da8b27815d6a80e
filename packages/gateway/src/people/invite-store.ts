// The rows of invites and owner links.

import type { InviteId, PersonId, Role } from '@heddle/contract'
import type { Compilable } from '../foundation/database/query.ts'
import { type InvitesTable, queries } from './people-tables.ts'

/** An invite together with what its maker is now, on whom it depends. */
export type InviteRow = Omit<InvitesTable, 'code_hash'> & {
  maker_state: 'active' | 'removed' | null
  maker_role: Role | null
}

const invites = queries
  .selectFrom('invites')
  .leftJoin('people', 'people.id', 'invites.created_by')
  .select([
    'invites.id',
    'invites.kind',
    'invites.role',
    'invites.note',
    'invites.created_by',
    'invites.created_at',
    'invites.expires_at',
    'invites.used_at',
    'invites.used_by',
    'invites.revoked_at',
    'people.state as maker_state',
    'people.role as maker_role',
  ])

export function insertInvite(row: InvitesTable): Compilable<unknown> {
  return queries.insertInto('invites').values(row)
}

export function selectInvite(id: InviteId): Compilable<InviteRow> {
  return invites.where('invites.id', '=', id)
}

export function selectInviteByHash(hash: Uint8Array): Compilable<InviteRow> {
  return invites.where('invites.code_hash', '=', hash)
}

/** Newest first. */
export function selectInvites(before: string | undefined, limit: number): Compilable<InviteRow> {
  const query = invites.orderBy('invites.id', 'desc').limit(limit)
  return before === undefined ? query : query.where('invites.id', '<', before as InviteId)
}

export function countOpenInvites(now: number): Compilable<{ count: number }> {
  return queries
    .selectFrom('invites')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
}

/** Changes no row unless the invite is still open: of two at once, one finds it taken. */
export function takeInvite(id: InviteId, usedBy: PersonId, now: number): Compilable<unknown> {
  return queries
    .updateTable('invites')
    .set({ used_at: now, used_by: usedBy })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
}

export function withdrawInvite(id: InviteId, now: number): Compilable<unknown> {
  return withdrawOpen(now).where('id', '=', id)
}

export function withdrawOwnerLinks(now: number): Compilable<unknown> {
  return withdrawOpen(now).where('kind', '=', 'owner_link')
}

export function withdrawInvitesOf(maker: PersonId, now: number): Compilable<unknown> {
  return withdrawOpen(now).where('created_by', '=', maker)
}

/** Those into any of these roles. */
export function withdrawInvitesInto(
  roles: readonly Role[],
  maker: PersonId,
  now: number,
): Compilable<unknown> {
  return withdrawOpen(now).where('created_by', '=', maker).where('role', 'in', roles)
}

function withdrawOpen(now: number) {
  return queries
    .updateTable('invites')
    .set({ revoked_at: now })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
}
