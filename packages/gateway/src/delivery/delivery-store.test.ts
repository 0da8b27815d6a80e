import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryFilters, deliveryStates, type SessionId } from '@heddle/contract'
import { openTestStore } from '../../test-support/open-test-store.ts'
import { planOf } from '../../test-support/plan-of.ts'
import type { Compilable } from '../foundation/database/query.ts'
import type { Tx } from '../foundation/database/store.ts'
import {
  deleteSettledBefore,
  selectExpiredOpenings,
  selectHead,
  selectNextLane,
  selectOpenInLane,
  selectPage,
} from './delivery-store.ts'
import { deleteLanesBefore } from './lane-store.ts'
import { copyQuotes, selectQuoting } from './quote-store.ts'

test('[OPS6] no question to the outbox reads through what is long settled, or sorts what it reads', async () => {
  await using h = openTestStore()
  const plans: string[] = []
  const note = async (query: Compilable<unknown>) => {
    plans.push(await planOf(h.store, query))
  }
  // The cast is the test's: only what is asked counts, and nothing is answered.
  const looker = {
    all: async (query: Compilable<unknown>) => note(query).then(() => []),
    run: async (query: Compilable<unknown>) => note(query).then(() => 0),
  } as unknown as Tx
  await note(selectHead({ destination: 'chat/bot/c1' }))
  await note(selectNextLane({ after: 'chat/bot/', before: 'chat/bot0' }))
  await note(selectExpiredOpenings({ destination: 'chat/bot/c1', now: 5, limit: 5 }))
  await note(selectQuoting({ quotedId: 'evt_1' }))
  await note(copyQuotes({ from: 'a', to: 'b' }))
  await selectOpenInLane(looker, 'chat/bot/c1', ['edit', 'delete'], 5)
  await deleteSettledBefore(looker, 5, 5)
  await deleteLanesBefore(looker, 5, 5)
  for (const of of [...deliveryFilters, ...deliveryStates]) {
    await selectPage(looker, { of, sessionId: undefined, before: 'dlv_5', limit: 5 })
    await selectPage(looker, { of, sessionId: 'ses_1' as SessionId, before: 'dlv_5', limit: 5 })
  }
  for (const plan of plans) {
    assert.doesNotMatch(plan, /TEMP B-TREE/, plan)
    assert.doesNotMatch(plan, /SCAN (?!.*USING)/, plan)
  }
  assert.match(plans[0] ?? '', /deliveries_in_lane \(destination=\?\)/)
  assert.match(plans[1] ?? '', /deliveries_in_lane \(destination>\? AND destination<\?\)/)
  assert.match(plans[2] ?? '', /deliveries_to_open \(destination=\? AND expires_at<\?\)/)
})
