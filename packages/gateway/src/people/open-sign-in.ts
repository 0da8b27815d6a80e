// Signs a person in: the row, the secret for their cookie, and the end of their oldest sign-in when there are too many.

import { limits, scopes } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { makeSecret } from './credential-secret.ts'
import { endSignInsOf } from './end-credentials.ts'
import { cutLine } from './judge-input.ts'
import type { Person, SignedIn } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { dayMs } from './recognise.ts'
import { insertSignIn, selectSignInsBeyond } from './sign-in-store.ts'

const deviceCharsMax = 200
const addressCharsMax = 64

export async function openSignIn(
  deps: RoomDeps,
  t: Tx,
  person: Person,
  from: { address: string; device: string },
): Promise<SignedIn> {
  const id = deps.ids.make('signIn')
  const secret = makeSecret(deps.random, 'signIn')
  const expiresAt = t.now + deps.settings.signInExpireDays() * dayMs
  await t.run(
    insertSignIn({
      id,
      token_hash: secret.hash,
      person_id: person.id,
      device: cutLine(from.device, deviceCharsMax),
      address: cutLine(from.address, addressCharsMax),
      created_at: t.now,
      last_seen_at: t.now,
      expires_at: expiresAt,
    }),
  )
  for (const old of await t.all(selectSignInsBeyond(person.id, limits.signInsPerPersonMax))) {
    await endSignInsOf(t, deps.facts, person.id, { only: old.id })
  }
  return {
    person,
    actor: {
      kind: 'person',
      personId: person.id,
      handle: person.handle,
      name: person.name,
      role: person.role,
      scopes,
      credential: { kind: 'sign_in', id },
    },
    secret: secret.text,
    expiresAt,
  }
}
