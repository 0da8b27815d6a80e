// What a `prepare…` hands over to its verb: input already judged, passwords already hashed or checked. Only this room
// makes one; the brand keeps a door from writing it down itself.

import type { InviteId, PersonId, Role } from '@heddle/contract'

declare const brand: unique symbol
export type Prepared<K extends keyof PreparedContents> = PreparedContents[K] & { readonly [brand]: K }

export type PreparedJoin = Prepared<'join'>
export type PreparedSignIn = Prepared<'sign_in'>
export type PreparedChange = Prepared<'change'>
export type PreparedMember = Prepared<'member'>
export type PreparedLink = Prepared<'link'>
export type PreparedPassword = Prepared<'password'>

export interface PreparedContents {
  join: {
    readonly inviteId: InviteId
    readonly handle: string
    readonly name: string
    readonly passwordHash: string
    readonly address: string
    readonly device: string
  }
  sign_in: {
    readonly personId: PersonId
    /** What the password was checked against; another one in the row means that it was changed meanwhile. */
    readonly checkedHash: string
    /** Made with today's parameters, when the stored one was not. */
    readonly betterHash: string | undefined
    readonly address: string
    readonly device: string
  }
  change: {
    readonly handle: string | undefined
    readonly name: string | undefined
    readonly timeZone: string | null | undefined
    readonly password: { readonly checkedHash: string; readonly nextHash: string } | undefined
  }
  member: {
    readonly handle: string
    readonly name: string
    readonly role: Role
    readonly passwordHash: string | null
  }
  password: { readonly personId: PersonId; readonly passwordHash: string }
  link: { readonly codeHash: Uint8Array }
}

/** The brand exists for the compiler only, so putting it on is a cast. */
export function prepared<K extends keyof PreparedContents>(content: PreparedContents[K]): Prepared<K> {
  return content as Prepared<K>
}
