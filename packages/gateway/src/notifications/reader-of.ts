// Somebody as a reader: for the question whether they may see or decide something, asked on their behalf.

import { scopes, type SignInId } from '@heddle/contract'
import type { Person, PersonActor } from '../people/people.ts'

/** No credential of theirs vouches for it: whatever writes looks for one, and refuses. */
const noSignIn = 'sgn_none' as SignInId

export function readerOf({ id: personId, handle, name, role }: Person): PersonActor {
  return {
    kind: 'person',
    personId,
    handle,
    name,
    role,
    scopes,
    credential: { kind: 'sign_in', id: noSignIn },
  }
}
