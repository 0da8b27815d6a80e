// The direct conversation with somebody on a channel, through an account of theirs that can be reached.

import { limits, type NotificationChannel, type PersonId } from '@heddle/contract'
import type { Link } from '../people/people.ts'
import { linksOn } from './judge-held.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { DirectOutcome } from './ports.ts'

export interface Opened {
  outcome: OpenedPlace
  /** Whose conversation it is. Absent: none of theirs could be asked for. */
  link?: Link
}

/** `absent`: whoever serves the channel is not connected right now. */
export type OpenedPlace = DirectOutcome | { kind: 'absent'; detail: string }

export async function openDirectPlace(
  deps: RoomDeps,
  to: { personId: PersonId; channel: NotificationChannel },
  signal: AbortSignal,
): Promise<Opened> {
  const links = linksOn(await deps.store.read((r) => deps.people.linksOf(r, to.personId)), to.channel)
  for (const link of links) {
    const place = deps.directPlaces.find(to.channel, link.accountId)
    if (!place) continue
    return { link, outcome: await withinTime(deps, signal, (within) => place.open(link.platformId, within)) }
  }
  const [first] = links
  const detail = `The account ${first?.accountId ?? ''} of ${to.channel} is not connected.`
  return { outcome: { kind: 'absent', detail } }
}

async function withinTime(
  deps: RoomDeps,
  signal: AbortSignal,
  open: (within: AbortSignal) => Promise<DirectOutcome>,
): Promise<DirectOutcome> {
  const over = new AbortController()
  const cancel = deps.clock.timer(limits.notifyOpenTimeoutMs, () => over.abort())
  try {
    return await open(AbortSignal.any([signal, over.signal]))
  } finally {
    cancel()
  }
}
