// Signing in with handle and password, seeing where one is signed in, and ending it.

import { badField, limits, normalizeHandle, refused } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import type { PersonActor } from './actor.ts'
import { endSignInsOf } from './end-credentials.ts'
import { personOf } from './gate.ts'
import { openSignIn } from './open-sign-in.ts'
import type { SigningIn, SignIn, SignInInput } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { personOfRow } from './person.ts'
import { replaceHash, selectPassword, selectPasswordByHandle, selectPerson } from './person-store.ts'
import { prepared } from './prepared.ts'
import { type SignInRow, selectSignIns } from './sign-in-store.ts'

export function createSigningIn(deps: RoomDeps): SigningIn {
  const { gate } = deps

  async function prepareSignIn(input: SignInInput) {
    // Cut, so that what an attacker sends as a handle cannot fill the limiter's memory.
    const handle = normalizeHandle(input.handle.slice(0, 4 * limits.handleCharsMax))
    const attempt = deps.guesses.begin(handle, input.address)
    try {
      const found = await deps.read((r) => r.one(selectPasswordByHandle(handle)))
      const checkedHash = found?.password_hash ?? undefined
      const { ok, stale } = await deps.passwords.verify(input.password, checkedHash)
      if (!ok || !found || checkedHash === undefined) {
        attempt.wrong()
        throw refused('wrong_credentials')
      }
      attempt.right()
      const betterHash = stale ? await deps.passwords.hash(input.password) : undefined
      const { address, device } = input
      return prepared<'sign_in'>({ personId: found.id, checkedHash, betterHash, address, device })
    } finally {
      attempt.withdraw()
    }
  }

  return {
    prepareSignIn,

    async signIn(t, ready) {
      const row = await t.one(selectPerson(ready.personId))
      const password = await t.one(selectPassword(ready.personId))
      // Removed, or given another password, since it was checked.
      if (!row || password?.password_hash !== ready.checkedHash) throw refused('wrong_credentials')
      if (ready.betterHash !== undefined) {
        await t.run(replaceHash(row.id, ready.checkedHash, ready.betterHash))
      }
      const signedIn = await openSignIn(deps, t, personOfRow(row), ready)
      const { credential } = signedIn.actor
      await gate.recordAllowed(
        t,
        signedIn.actor,
        'sign_in.create',
        { kind: 'sign_ins', personId: row.id, id: credential.id },
        { address: ready.address },
      )
      return signedIn
    },

    async signOut(t, actor) {
      const person = personOf(actor)
      if (person.credential.kind !== 'sign_in') {
        throw badField(
          'Authorization',
          'is a token; only a sign-in can be signed out. Revoke the token instead',
        )
      }
      const { id } = person.credential
      await gate.permit(t, actor, 'sign_in.end', { kind: 'sign_ins', personId: person.personId, id })
      await endSignInsOf(t, deps.facts, person.personId, { only: id })
    },

    async listSignIns(r, actor, page) {
      const person = personOf(actor)
      gate.demand(actor, 'self.read', { kind: 'sign_ins', personId: person.personId })
      const before = decodeCursor('sign_ins', page.cursor)
      const rows = await r.all(selectSignIns(person.personId, deps.clock.wall(), before, page.limit + 1))
      return pageOfRows(
        rows,
        page.limit,
        'sign_ins',
        (row) => row.id,
        (row) => signInOfRow(row, person),
      )
    },

    async endSignIns(t, actor, which) {
      const personId = which.personId ?? personOf(actor).personId
      const resource = {
        kind: 'sign_ins',
        personId,
        ...(which.id !== undefined && { id: which.id }),
      } as const
      await gate.permit(t, actor, 'sign_in.end', resource)
      const current =
        actor.kind === 'person' && actor.credential.kind === 'sign_in' ? actor.credential.id : undefined
      const ended = await endSignInsOf(
        t,
        deps.facts,
        personId,
        which.id === undefined ? { except: current } : { only: which.id },
      )
      if (which.id !== undefined && ended === 0) throw refused('not_found')
    },
  }
}

function signInOfRow(row: SignInRow, person: PersonActor): SignIn {
  return {
    id: row.id,
    personId: row.person_id,
    current: person.credential.id === row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
