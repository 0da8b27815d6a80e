// People of a platform who have no account here. Who they are is their immutable id there; names come and go.

import { limits } from '@heddle/contract'
import type { Ids } from '../foundation/ids.ts'
import { actorOfAccount } from './credential-actor.ts'
import { selectLinkedAccount } from './credential-store.ts'
import { upsertGuest } from './guest-store.ts'
import { cutLine } from './judge-input.ts'
import type { Guests } from './people.ts'

export function createGuests(deps: { ids: Ids }): Guests {
  return {
    async rememberGuest(t, input) {
      const { channel, accountId, platformId } = input
      if (channel === '' || accountId === '' || platformId === '') {
        throw new Error('a guest is known by channel, account and platform id, and one of them is empty')
      }
      const row = await t.one(
        upsertGuest({
          id: deps.ids.make('guest'),
          channel,
          account_id: accountId,
          platform_id: platformId,
          name: cutLine(input.name, limits.nameCharsMax),
          person_id: null,
          created_at: t.now,
          linked_at: null,
        }),
      )
      if (!row) throw new Error('a guest was neither made nor found')
      return { id: row.id, channel, accountId, platformId, name: row.name, personId: row.person_id }
    },

    async recogniseAccount(r, account) {
      const row = await r.one(selectLinkedAccount(account))
      return row && actorOfAccount(row)
    },
  }
}
