// From the row of a credential to the actor it stands for.

import { type Scope, type SessionId, scopes } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { PersonActor } from './actor.ts'
import {
  type AccountCredentialRow,
  type SignInCredentialRow,
  selectAccountById,
  selectSignInById,
  selectTokenById,
  type TokenCredentialRow,
} from './credential-store.ts'

/** The actor as the rows say it is now; undefined once its credential or its person is gone. */
export async function refreshActor(
  r: Reader,
  actor: PersonActor,
  now: number,
): Promise<PersonActor | undefined> {
  const { credential } = actor
  if (credential.kind === 'sign_in') {
    const row = await r.one(selectSignInById({ id: credential.id, now }))
    return row && actorOfSignIn(row)
  }
  if (credential.kind === 'channel') {
    const { id, heardBy } = credential
    const row = await r.one(selectAccountById({ id, personId: actor.personId }))
    return row && actorOfAccount(row, heardBy)
  }
  const row = await r.one(selectTokenById({ id: credential.id, now }))
  return row && actorOfToken(row)
}

export function actorOfSignIn(row: SignInCredentialRow): PersonActor {
  return { ...personIn(row), scopes, credential: { kind: 'sign_in', id: row.id } }
}

export function actorOfToken(row: TokenCredentialRow): PersonActor {
  return { ...personIn(row), scopes: scopesFrom(row.scopes), credential: { kind: 'token', id: row.id } }
}

/** Whoever holds somebody's account on a platform can speak and act as them, and not run the place. */
const channelScopes: readonly Scope[] = ['read', 'write']

export function actorOfAccount(row: AccountCredentialRow, heardBy?: SessionId): PersonActor {
  return { ...personIn(row), scopes: channelScopes, credential: { kind: 'channel', id: row.id, heardBy } }
}

/** A word that is no scope gives nothing. */
export function scopesFrom(text: string): Scope[] {
  const words = text.split(' ')
  return scopes.filter((scope) => words.includes(scope))
}

function personIn(row: SignInCredentialRow | TokenCredentialRow | AccountCredentialRow) {
  return {
    kind: 'person',
    personId: row.person_id,
    handle: row.handle,
    name: row.name,
    role: row.role,
  } as const
}
