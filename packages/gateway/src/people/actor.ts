// Who asks. Made at a door from the server's own rows, never from what the client says of itself.

import type { GuestId, PersonId, Role, Scope, SignInId, TokenId } from '@heddle/contract'

export type Actor =
  | PersonActor
  /** Someone known from a platform who has no account here. */
  | { kind: 'guest'; guestId: GuestId; name: string }
  /** Whoever can reach the data folder on the machine itself: the command line. */
  | { kind: 'operator'; name: string }
  /** Heddle itself, in reactions and timers. */
  | { kind: 'system' }
  | { kind: 'anonymous'; address: string }

export interface PersonActor {
  kind: 'person'
  personId: PersonId
  handle: string
  name: string
  role: Role
  /** What the credential allows at most; a sign-in allows everything the role does. */
  scopes: readonly Scope[]
  credential: { kind: 'sign_in'; id: SignInId } | { kind: 'token'; id: TokenId }
}
