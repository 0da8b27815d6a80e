// The tables of this room as the migrations make them.

import type { AuditId, GuestId, InviteId, PersonId, Role, SignInId, TokenId } from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'

export interface PeopleTables {
  handles: HandlesTable
  people: PeopleTable
  guests: GuestsTable
  link_codes: LinkCodesTable
  invites: InvitesTable
  sign_ins: SignInsTable
  tokens: TokensTable
  audit: AuditTable
}

export const queries = queriesOver<PeopleTables>()

export interface HandlesTable {
  handle: string
  owner_kind: 'person' | 'agent'
  owner_id: string
}

export interface PeopleTable {
  id: PersonId
  handle: string
  name: string
  role: Role
  state: 'active' | 'removed'
  password_hash: string | null
  time_zone: string | null
  search_text: string
  preferences: string
  swept_at: number | null
  version: number
  created_at: number
  updated_at: number
}

export interface GuestsTable {
  id: GuestId
  channel: string
  account_id: string
  platform_id: string
  name: string
  person_id: PersonId | null
  created_at: number
  linked_at: number | null
}

/** Either a member made it, or an account elsewhere. */
export interface LinkCodesTable {
  code_hash: Uint8Array
  person_id: PersonId | null
  guest_id: GuestId | null
  created_at: number
  expires_at: number
}

export interface InvitesTable {
  id: InviteId
  kind: 'invite' | 'owner_link'
  code_hash: Uint8Array
  role: Role
  note: string
  created_by: PersonId | null
  created_at: number
  expires_at: number
  used_at: number | null
  used_by: PersonId | null
  revoked_at: number | null
}

export interface SignInsTable {
  id: SignInId
  token_hash: Uint8Array
  person_id: PersonId
  device: string
  address: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

export interface TokensTable {
  id: TokenId
  token_hash: Uint8Array
  person_id: PersonId
  name: string
  scopes: string
  made_by: TokenId | null
  created_at: number
  last_used_at: number | null
  expires_at: number | null
}

export interface AuditTable {
  id: AuditId
  at: number
  actor_kind: string
  actor_id: string | null
  actor_name: string
  action: string
  outcome: 'allowed' | 'refused'
  resource: string | null
  detail: string
}
