// What can have happened. A fact is written in the transaction of its cause, in the past tense, and says only which
// rows to look at.

import type { InviteId, PersonId } from './ids.ts'
import type { Role } from './roles.ts'

export interface Facts {
  person_joined: { personId: PersonId; role: Role; inviteId: InviteId | null }
  role_changed: { personId: PersonId; from: Role; to: Role }
  /** A credential or a whole account lost its access. */
  access_revoked: { personId: PersonId; what: 'person' | 'sign_in' | 'token' | 'role'; id: string }
}

export type FactKind = keyof Facts
export type Fact = { [K in FactKind]: { kind: K; payload: Facts[K] } }[FactKind]
