import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId, SessionId } from '@heddle/contract'
import { openTestStore } from '../../../test-support/open-test-store.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { selectApprovals, selectWaitingIn } from './approval-store.ts'

test('[AGT6] those that wait are found without reading through those that were decided', async () => {
  await using place = openTestStore()
  const filter = { personId: 'per_1' as PersonId, isPending: true, limit: 10 }
  for (const before of [undefined, 'apr_1']) {
    const plan = await planOf(place.store, selectApprovals({ ...filter, sessionId: undefined, before }))
    assert.match(plan, /approvals USING INDEX approvals_pending/)
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/)
  }
  const sessionId = 'ses_1' as SessionId
  for (const isPending of [true, false]) {
    const query = selectApprovals({ ...filter, isPending, sessionId, before: undefined })
    assert.doesNotMatch(await planOf(place.store, query), /SCAN|TEMP B-TREE/)
  }
  const waiting = await planOf(place.store, selectWaitingIn({ sessionId }))
  assert.doesNotMatch(waiting, /SCAN|TEMP B-TREE/)
})
