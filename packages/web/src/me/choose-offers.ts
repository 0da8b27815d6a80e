// What is offered to whom. The server decides; this only keeps from showing what it would refuse.

import { atLeast, type PersonJson, type Role, roles, type Scope, scopes } from '@heddle/contract'

export interface Offers {
  invites: boolean
  team: boolean
  audit: boolean
  /** To begin one, and to write. */
  sessions: boolean
}

export function chooseOffers(role: Role): Offers {
  const isAdmin = atLeast(role, 'admin')
  return { invites: isAdmin, team: isAdmin, audit: isAdmin, sessions: atLeast(role, 'member') }
}

/** Nobody hands out more than they hold. */
export function grantableRoles(mine: Role): Role[] {
  return roles.filter((role) => atLeast(mine, role))
}

export function grantableScopes(mine: Role): Scope[] {
  return scopes.filter((scope) => atLeast(mine, scopeNeeds[scope]))
}

const scopeNeeds: Record<Scope, Role> = { read: 'viewer', write: 'viewer', admin: 'admin' }

export type MemberAction = 'role' | 'rename' | 'remove'

type Ranked = Pick<PersonJson, 'id' | 'role'>

/** Admins manage up to admins, owners everyone. Of oneself an owner may step down; the rest stands in the settings. */
export function memberActions(me: Ranked, other: Ranked): MemberAction[] {
  if (me.id === other.id) return me.role === 'owner' ? ['role'] : []
  if (!atLeast(me.role, 'admin') || !atLeast(me.role, other.role)) return []
  return ['role', 'rename', 'remove']
}
