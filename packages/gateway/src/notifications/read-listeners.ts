// What has to be known of whoever may be told something, of all of them at once: the number of questions to the store does
// not grow with that of the people.

import { isWanted, notificationChannels, type NotificationChannel, type PersonId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Person } from '../people/people.ts'
import type { Recipient } from './choose-recipients.ts'
import type { RoomDeps } from './notifications-deps.ts'

export interface Listener {
  person: Person
  mutesChatter: boolean
  /** Here, and wherever they have linked an account: as far as they want such things there. */
  reachedOn(reason: Recipient['reason']): NotificationChannel[]
}

/** Whoever is no member, or no longer, is not in it. */
export async function readListeners(
  { people }: Pick<RoomDeps, 'people'>,
  r: Reader,
  ids: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, Listener>> {
  if (ids.length === 0) return new Map()
  const known = await people.readPeople(r, ids)
  const preferences = await people.preferencesOfAll(r, ids)
  const links = await people.linksOfAll(r, ids)
  const listeners = new Map<PersonId, Listener>()
  for (const [id, person] of known) {
    const wanted = preferences.get(id)?.notifications
    if (person.state !== 'active' || wanted === undefined) continue
    const linked = new Set((links.get(id) ?? []).map(({ channel }) => channel))
    listeners.set(id, {
      person,
      mutesChatter: wanted.muteChatter,
      reachedOn: (reason) =>
        notificationChannels.filter(
          (channel) => (channel === 'in_app' || linked.has(channel)) && isWanted(wanted, reason, channel),
        ),
    })
  }
  return listeners
}
