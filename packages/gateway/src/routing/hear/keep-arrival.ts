// Keeps what cannot be let in yet, because something slow stands before it: it is taken in the order of its place.

import { limits, placeName } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Heard } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { KeptArrivalRow } from '../routing-tables.ts'
import { type Arrival, keptReason } from './arrival.ts'
import { insertKept, selectFirstKept, selectKeptRange } from './hear-store.ts'
import type { Hearing } from './look-at-arrival.ts'
import { noteArrival, noteUnheard } from './note-arrival.ts'
import { sayInPlace } from './say-in-place.ts'

export async function hasKept(r: Reader, place: string): Promise<boolean> {
  return (await r.one(selectFirstKept({ place }))) !== undefined
}

export async function keepArrival(
  deps: RoutingRoom,
  t: Tx,
  arrival: Arrival,
  { binding, speaker, parsed }: Hearing,
): Promise<Heard> {
  const { conversation, eventId } = arrival
  const place = placeName(conversation)
  const { count = 0, first = null, last = null } = (await t.one(selectKeptRange({ place }))) ?? {}
  if (count >= limits.arrivalsKeptPerPlaceMax) {
    // Said once for as long as it is full: the one that stands first is the cause.
    await sayInPlace(deps, t, {
      arrival: { conversation, eventId: `full:${first}` },
      binding,
      what: 'answer',
      text: `${count} messages wait here already. What is written meanwhile is not heard.`,
    })
    return noteUnheard(t, arrival, 'too_many_kept')
  }
  await t.run(
    insertKept({
      place,
      number: (last ?? 0) + 1,
      channel: conversation.channel,
      account_id: conversation.accountId,
      conversation_id: conversation.conversationId,
      event_id: eventId,
      event: JSON.stringify(arrival),
      created_at: t.now,
    }),
  )
  await noteArrival(t, arrival, { reason: keptReason })
  // It is said by now, whenever it is taken; neither a command nor a program keeps anything bound (BND12).
  if (binding && parsed.kind === 'text' && !speaker.isBot) await deps.bindings.touch(t, binding.id)
  await deps.facts.tell(t, 'arrival_kept', { place })
  return { kind: 'kept', deduped: false }
}

export function arrivalIn({ event }: KeptArrivalRow): Arrival {
  // Written above, from what the door had validated.
  return JSON.parse(event) as Arrival
}
