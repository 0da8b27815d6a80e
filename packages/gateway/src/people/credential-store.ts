// Finds the active person behind a credential: one indexed query each, because every request asks. Expired ones and
// those of removed people are not found, so nothing has to be deleted first for a revocation to act.

import type { GuestId, PersonId, Role, SignInId, TokenId } from '@heddle/contract'
import { compileOnce } from '../foundation/database/query.ts'
import { queries } from './people-tables.ts'

export interface CredentialRow {
  person_id: PersonId
  handle: string
  name: string
  role: Role
  last_used_at: number
}

export interface SignInCredentialRow extends CredentialRow {
  id: SignInId
}

export interface TokenCredentialRow extends CredentialRow {
  id: TokenId
  scopes: string
  expires_at: number | null
}

export interface AccountCredentialRow extends Omit<CredentialRow, 'last_used_at'> {
  id: GuestId
}

const signIns = queries
  .selectFrom('sign_ins')
  .innerJoin('people', 'people.id', 'sign_ins.person_id')
  .where('people.state', '=', 'active')
  .select([
    'sign_ins.id',
    'sign_ins.last_seen_at as last_used_at',
    'people.id as person_id',
    'people.handle',
    'people.name',
    'people.role',
  ])

const tokens = queries
  .selectFrom('tokens')
  .innerJoin('people', 'people.id', 'tokens.person_id')
  .where('people.state', '=', 'active')
  .select((e) => [
    'tokens.id',
    'tokens.scopes',
    'tokens.expires_at',
    e.fn.coalesce('tokens.last_used_at', e.lit(0)).as('last_used_at'),
    'people.id as person_id',
    'people.handle',
    'people.name',
    'people.role',
  ])

export const selectSignInByHash = compileOnce<{ hash: Uint8Array; now: number }, SignInCredentialRow>(
  (place) =>
    signIns.where('sign_ins.token_hash', '=', place('hash')).where('sign_ins.expires_at', '>', place('now')),
)

export const selectTokenByHash = compileOnce<{ hash: Uint8Array; now: number }, TokenCredentialRow>((place) =>
  tokens
    .where('tokens.token_hash', '=', place('hash'))
    .where((e) => e.or([e('tokens.expires_at', 'is', null), e('tokens.expires_at', '>', place('now'))])),
)

export const selectSignInById = compileOnce<{ id: SignInId; now: number }, SignInCredentialRow>((place) =>
  signIns.where('sign_ins.id', '=', place('id')).where('sign_ins.expires_at', '>', place('now')),
)

export const selectTokenById = compileOnce<{ id: TokenId; now: number }, TokenCredentialRow>((place) =>
  tokens
    .where('tokens.id', '=', place('id'))
    .where((e) => e.or([e('tokens.expires_at', 'is', null), e('tokens.expires_at', '>', place('now'))])),
)

export const touchSignIn = compileOnce<{ id: SignInId; now: number; before: number; end: number }, unknown>(
  (place) =>
    queries
      .updateTable('sign_ins')
      .set({ last_seen_at: place('now'), expires_at: place('end') })
      .where('id', '=', place('id'))
      .where('last_seen_at', '<=', place('before'))
      .where('expires_at', '>', place('now')),
)

export const touchToken = compileOnce<{ id: TokenId; now: number; before: number }, unknown>((place) =>
  queries
    .updateTable('tokens')
    .set({ last_used_at: place('now') })
    .where('id', '=', place('id'))
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', place('before'))])),
)

const accounts = queries
  .selectFrom('guests')
  .innerJoin('people', 'people.id', 'guests.person_id')
  .where('people.state', '=', 'active')
  .select(['guests.id', 'people.id as person_id', 'people.handle', 'people.name', 'people.role'])

export const selectLinkedAccount = compileOnce<
  { channel: string; accountId: string; platformId: string },
  AccountCredentialRow
>((place) =>
  accounts
    .where('guests.channel', '=', place('channel'))
    .where('guests.account_id', '=', place('accountId'))
    .where('guests.platform_id', '=', place('platformId')),
)

export const selectAccountById = compileOnce<{ id: GuestId; personId: PersonId }, AccountCredentialRow>(
  (place) => accounts.where('guests.id', '=', place('id')).where('people.id', '=', place('personId')),
)
