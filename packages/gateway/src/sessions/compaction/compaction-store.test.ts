import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestStore } from '../../../test-support/open-test-store.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { selectCompactionBefore, selectCompactionsAfter, selectCompactionsOver } from './compaction-store.ts'

test('[SES8] summaries are found without reading the log through', async () => {
  await using place = openTestStore()
  const sessionId = 'ses_1' as SessionId
  for (const query of [
    selectCompactionBefore({ sessionId, before: 9 }),
    selectCompactionsAfter({ sessionId, seq: 1 }),
    selectCompactionsOver({ sessionId, seq: 1 }),
  ]) {
    const plan = await planOf(place.store, query)
    assert.match(plan, /COVERING INDEX session_compactions/)
    assert.match(plan, /session_events USING PRIMARY KEY \(session_id=\? AND seq=\?\)/)
    assert.doesNotMatch(plan, /SCAN/)
  }
})
