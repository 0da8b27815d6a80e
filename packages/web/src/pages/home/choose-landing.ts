// Where the address "/" leads: whoever is new or has nothing yet into a first session, everyone else to the list. Pure:
// the page carries it out.

import type { Role } from '@heddle/contract'
import { chooseOffers } from '../../me/choose-offers.ts'

export interface LandingFacts {
  role: Role
  /** They joined a moment ago: a team's sessions are in sight already, but none of them is theirs. */
  hasJustJoined: boolean
  /** How many sessions they see, as far as it matters; undefined while unknown. */
  sessions: number | undefined
  /** The same for archived ones: somebody who put everything away has begun long ago. */
  archived: number | undefined
  /** The lists could not be read. */
  isUnreadable: boolean
}

export type Landing =
  | { kind: 'list'; reason: 'cannot_begin' | 'has_sessions' | 'has_archived' | 'unreadable' }
  | { kind: 'begin'; reason: 'just_joined' | 'has_none' }
  | { kind: 'wait' }

export function chooseLanding(facts: LandingFacts): Landing {
  if (!chooseOffers(facts.role).sessions) return { kind: 'list', reason: 'cannot_begin' }
  if (facts.hasJustJoined) return { kind: 'begin', reason: 'just_joined' }
  // The list's own page says what is wrong, and tries again.
  if (facts.isUnreadable) return { kind: 'list', reason: 'unreadable' }
  if (facts.sessions === undefined) return { kind: 'wait' }
  if (facts.sessions > 0) return { kind: 'list', reason: 'has_sessions' }
  if (facts.archived === undefined) return { kind: 'wait' }
  return facts.archived > 0 ? { kind: 'list', reason: 'has_archived' } : { kind: 'begin', reason: 'has_none' }
}
