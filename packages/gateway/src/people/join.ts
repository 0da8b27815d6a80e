// Coming in: the link that makes the first owner, and the use of any link.

import { refused } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { chooseInviteState } from './choose-invite-state.ts'
import { hashIfSecret } from './credential-secret.ts'
import { inviteOfRow, newInvite } from './invite.ts'
import {
  insertInvite,
  type InviteRow,
  selectInvite,
  selectInviteByHash,
  takeInvite,
  withdrawOwnerLinks,
} from './invite-store.ts'
import { cleanHandle, cleanName } from './judge-input.ts'
import { judgePassword } from './judge-password.ts'
import { openSignIn } from './open-sign-in.ts'
import type { Joining } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { makePerson } from './person.ts'
import { selectOwners } from './person-store.ts'
import { prepared } from './prepared.ts'

const ownerLinkMs = 24 * 3_600_000

export function createJoining(deps: RoomDeps): Joining {
  const { gate } = deps

  /** The open invite behind a code. A wrong code is counted as a guess, before anything costly is done for it. */
  async function inviteBehind(r: Reader, code: string, address: string, now: number): Promise<InviteRow> {
    const hash = hashIfSecret(code.trim(), 'invite', 'ownerLink')
    const row = hash && (await r.one(selectInviteByHash(hash)))
    if (row && chooseInviteState(row, now) === 'open') return row
    deps.guesses.countWrongSecret(address, code)
    throw refused('invite_invalid')
  }

  return {
    needsOwner: async (r) => (await r.one(selectOwners())) === undefined,

    async openOwnerLink(t) {
      if (await t.one(selectOwners())) return undefined
      await t.run(withdrawOwnerLinks(t.now))
      const { row, code } = newInvite(deps, t.now, {
        kind: 'owner_link',
        role: 'owner',
        note: '',
        createdBy: null,
        expiresAt: t.now + ownerLinkMs,
      })
      // Whoever starts the program or runs its command line holds the data folder.
      const operator = { kind: 'operator', name: 'operator' } as const
      await gate.permit(
        t,
        operator,
        'invite.create',
        { kind: 'invite', id: row.id, role: 'owner' },
        {
          role: 'owner',
          ownerLink: true,
        },
      )
      await t.run(insertInvite(row))
      return { invite: inviteOfRow({ ...row, maker_state: null, maker_role: null }, t.now), code }
    },

    async previewJoin(r, { code, address }, now) {
      const row = await inviteBehind(r, code, address, now)
      return { role: row.role, expiresAt: row.expires_at }
    },

    async prepareJoin(input) {
      const row = await deps.read((r) => inviteBehind(r, input.code, input.address, deps.clock.wall()))
      const handle = cleanHandle(input.handle)
      const name = cleanName(input.name)
      judgePassword(input.password, { handle, name })
      const passwordHash = await deps.passwords.hash(input.password)
      const { address, device } = input
      return prepared<'join'>({ inviteId: row.id, handle, name, passwordHash, address, device })
    },

    async join(t, ready) {
      const invite = await t.one(selectInvite(ready.inviteId))
      if (!invite || chooseInviteState(invite, t.now) !== 'open') throw refused('invite_invalid')
      const personId = deps.ids.make('person')
      if ((await t.run(takeInvite(invite.id, personId, t.now))) === 0) throw refused('invite_invalid')
      const person = await makePerson(t, { ...ready, id: personId, role: invite.role })
      if (person.role === 'owner') await t.run(withdrawOwnerLinks(t.now))
      const signedIn = await openSignIn(deps, t, person, ready)
      await gate.recordAllowed(
        t,
        signedIn.actor,
        'join.accept',
        { kind: 'invite', id: invite.id, role: invite.role },
        { personId, handle: person.handle, role: person.role, address: ready.address },
      )
      await deps.facts.tell(t, 'person_joined', { personId, role: person.role, inviteId: invite.id })
      return signedIn
    },
  }
}
