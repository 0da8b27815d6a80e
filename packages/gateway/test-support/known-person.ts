// Someone who is signed in, as a test of the door needs them: who they are, and the headers by which they are known.

import type { Role, Scope } from '@heddle/contract'
import type { PersonActor } from '../src/people/people.ts'
import type { TestPeople } from './open-test-people.ts'

export interface KnownPerson {
  actor: PersonActor
  headers: Record<string, string>
  /** Of a token with these scopes. */
  token(scopes: readonly Scope[]): Promise<Record<string, string>>
}

export async function knownPerson(house: TestPeople, handle: string, role: Role): Promise<KnownPerson> {
  const { secret, actor } = await house.signedIn(handle, role)
  return {
    actor,
    headers: { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' },
    token: async (scopes) => ({ Authorization: `Bearer ${(await house.tokenOf(actor, scopes)).secret}` }),
  }
}
