// Whether a platform has asked for patience, in a place or for the whole account: on record with what waits for it, so that
// it is known after a restart too (I30).

import { type ConversationRef, placeName } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { readPause } from './accounts.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectHead } from './delivery-store.ts'

export async function isToWait(
  { store }: Pick<RoomDeps, 'store'>,
  r: Reader,
  place: ConversationRef,
): Promise<boolean> {
  const now = store.now()
  const { paused_until: pausedUntil } = await readPause(r, place)
  if (pausedUntil !== null && pausedUntil > now) return true
  const head = await r.one(selectHead({ destination: placeName(place) }))
  return head?.reason === 'rate_limited' && head.next_at > now
}
