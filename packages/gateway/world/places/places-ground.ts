// What every world of places stands on: the people of the sessions worlds, most of them with an account on the platform.

import type { PersonActor } from '../../src/people/people.ts'
import { prepareSessionsGround, type SessionsGround } from '../sessions/sessions-ground.ts'
import { linkedPeople } from './platform/town.ts'

/** Of both accounts that a world may have. */
const accountIds = ['main', 'second']

export function preparePlacesGround(folder: string): Promise<SessionsGround> {
  return prepareSessionsGround(folder, async (t, room, people) => {
    for (const handle of linkedPeople) {
      const person = people.find((one) => one.handle === handle)
      for (const accountId of accountIds) if (person) await link(t, room, person, accountId)
    }
  })
}

type Settle = NonNullable<Parameters<typeof prepareSessionsGround>[1]>

async function link(
  t: Parameters<Settle>[0],
  room: Parameters<Settle>[1],
  person: PersonActor,
  accountId: string,
): Promise<void> {
  const account = { channel: 'loopback', accountId, platformId: person.handle, name: person.handle }
  const { id: guestId, name } = await room.rememberGuest(t, account)
  const { code } = await room.offerLink(t, { kind: 'guest', guestId, name, admitted: {} })
  if (!(await room.useCode(t, person, code))) throw new Error(`${person.handle} could not be linked`)
}
