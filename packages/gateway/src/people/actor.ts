// Who asks. Made at a door from the server's own rows, never from what the client says of itself.

import type { GuestId, PersonId, Role, Scope, SessionId, SignInId, TokenId } from '@heddle/contract'

export type Actor =
  | PersonActor
  | GuestActor
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
  credential: { kind: 'sign_in'; id: SignInId } | { kind: 'token'; id: TokenId } | ChannelCredential
}

/** An account on a platform that the person linked. It vouches for who speaks, in the place where they speak. */
export interface ChannelCredential {
  kind: 'channel'
  id: GuestId
  /** The session that hears them there, as routing chose it. */
  heardBy?: SessionId | undefined
}

/** Someone known from a platform who has no account here. */
export interface GuestActor {
  kind: 'guest'
  guestId: GuestId
  name: string
  /** Where they were let in to speak; absent: they may do nothing. */
  admitted?: {
    /** The session that hears them there, as routing chose it; absent until there is one. */
    heardBy?: SessionId | undefined
  }
}
