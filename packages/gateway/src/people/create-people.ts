// Puts the room together.

import { createAuditTrail } from './audit.ts'
import { createMemberChanges } from './change-member.ts'
import { createOneself } from './change-me.ts'
import { createNewMembers } from './create-member.ts'
import { createGate } from './gate.ts'
import { createGuests } from './guests.ts'
import { createInvites } from './invites.ts'
import { createJoining } from './join.ts'
import { createLinks } from './links/create-links.ts'
import { createMemberLists } from './list-members.ts'
import type { People } from './people.ts'
import type { PeopleDeps, RoomDeps } from './people-deps.ts'
import { createRecognition } from './recognise.ts'
import { createSigningIn } from './sign-in.ts'
import { createSweeps } from './sweeps.ts'
import { createTokens } from './tokens.ts'

export function createPeople(outer: PeopleDeps): People {
  const gate = createGate(outer)
  const deps: RoomDeps = { ...outer, gate }
  return {
    authorize: gate.authorize,
    mayTry: gate.mayTry,
    demand: gate.demand,
    permit: gate.permit,
    recordRefusal: gate.recordRefusal,
    recordDeed: gate.recordDeed,
    ...createRecognition(deps),
    ...createJoining(deps),
    ...createSigningIn(deps),
    ...createOneself(deps),
    ...createTokens(deps),
    ...createMemberLists(deps),
    ...createNewMembers(deps),
    ...createMemberChanges(deps),
    ...createInvites(deps),
    ...createAuditTrail(deps),
    ...createGuests(deps),
    ...createLinks(deps),
    ...createSweeps(deps),
  }
}
