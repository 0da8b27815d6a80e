// On which side of a link somebody stands: signed in here, or with an account elsewhere. A code leads from one side to
// the other, never to the same.

import { type GuestId, type PersonId, refused } from '@heddle/contract'
import type { Actor } from '../actor.ts'
import type { LinkCodesTable } from '../people-tables.ts'

export type LinkSide = { kind: 'member'; personId: PersonId } | { kind: 'account'; guestId: GuestId }

export function sideOf(actor: Actor): LinkSide {
  if (actor.kind === 'guest' && actor.admitted) return { kind: 'account', guestId: actor.guestId }
  if (actor.kind !== 'person') throw refused(actor.kind === 'anonymous' ? 'not_signed_in' : 'not_allowed')
  if (actor.credential.kind === 'channel') return { kind: 'account', guestId: actor.credential.id }
  return { kind: 'member', personId: actor.personId }
}

export function codeFits(side: LinkSide, code: Pick<LinkCodesTable, 'person_id' | 'guest_id'>): boolean {
  return side.kind === 'member' ? code.guest_id !== null : code.person_id !== null
}
