// A "no" to somebody in an outside place. What was refused is undone with its transaction; that it was, and why, is put on
// record and said in a second one.

import type { Refusal } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Heard, InboundEvent } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { repeatOf } from './arrival.ts'
import { lookAtArrival, lookAtSpeaker, type Written } from './look-at-arrival.ts'
import { markHeard } from './mark-heard.ts'
import { noteUnheard } from './note-arrival.ts'
import { sayInPlace } from './say-in-place.ts'

export async function refuseArrival(
  deps: RoutingRoom,
  t: Tx,
  event: InboundEvent,
  refusal: Refusal,
): Promise<Heard> {
  const look = await lookAtArrival(deps, t, event)
  if (look.kind === 'repeated') return repeatOf(look.arrival)
  if (look.kind === 'dropped') return { kind: 'ignored', reason: look.reason, deduped: false }
  // Also where nobody but those who are refused ever spoke, something may be missed later.
  await markHeard(t, event, look.kind === 'heard' ? look.hearing.speaker : look.speaker)
  await tellRefusal(deps, t, event, refusal)
  return noteUnheard(t, event, refusal.code)
}

/** To whoever may speak there; nobody else is told anything. */
export async function tellRefusal(deps: RoutingRoom, t: Tx, event: Written, refusal: Refusal): Promise<void> {
  const look = await lookAtSpeaker(deps, t, event)
  if (look.kind !== 'heard') return
  const { speaker, binding } = look.hearing
  if (refusal.code === 'not_allowed' && refusal.action && speaker.member) {
    await deps.people.recordRefusal(t, speaker.member, refusal.action, binding?.sessionId ?? null)
  }
  const session = binding && (await deps.sessions.see(t, { kind: 'system' }, binding.sessionId))
  const arrival = { conversation: event.conversation, eventId: wordFor(t, event, refusal) }
  await sayInPlace(deps, t, { arrival, session, binding, what: 'answer', text: refusal.message })
}

/** That it is full is not said to each who comes: whoever floods a place must not make us flood it too. */
function wordFor(t: Tx, { eventId }: Written, { code }: Refusal): string {
  return code === 'limit_reached' ? `full:${Math.floor(t.now / fullSaidEveryMs)}` : eventId
}

const fullSaidEveryMs = 5 * 60_000
