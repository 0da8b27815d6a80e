// Something was said to what was bound in a place, waited for its turn, and what it was for ended meanwhile: by unfocus, by a
// kill. The farewell does not say that it was not heard, and silence would look as if it had been (CHN7).

import type { Tx } from '../../foundation/database/store.ts'
import { selectLastEndedAt } from '../bindings/binding-store.ts'
import { isEndSilent } from '../bindings/write-notices.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { KeptArrivalRow } from '../routing-tables.ts'
import { arrivalIn } from './keep-arrival.ts'
import { sayInPlace } from './say-in-place.ts'

const text =
  'What was written here last was not heard: what it was for is no longer bound here. Write it again with a mention, and I answer.'

export async function tellLeftBehind(deps: RoutingRoom, t: Tx, head: KeptArrivalRow): Promise<void> {
  const { conversation } = arrivalIn(head)
  // Where bindings are off, nothing is said of any (BND11).
  if (!deps.placeRules.threadBindings(conversation.channel, conversation.accountId).enabled) return
  const ended = await t.one(selectLastEndedAt(conversation))
  if (ended?.ended_at == null || ended.ended_at < head.created_at) return
  if (ended.end_reason === null || isEndSilent(ended.end_reason)) return
  // Once, however many waited.
  const arrival = { conversation, eventId: `left:${ended.id}` }
  await sayInPlace(deps, t, { arrival, what: 'answer', text })
}
