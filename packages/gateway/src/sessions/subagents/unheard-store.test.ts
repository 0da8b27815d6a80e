import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { unheardOf, wakingIn } from './unheard-store.ts'

test('[SES4] which announcements wait is found by what waits, and not by reading through all runs', async () => {
  await using world = await openTestSessions()
  const sessionId = 'ses_1' as SessionId
  for (const query of [unheardOf({ sessionId }), wakingIn({ sessionId })]) {
    const plan = await planOf(world.store, query)
    assert.match(plan, /USING (COVERING )?INDEX runs_by_end/)
    assert.doesNotMatch(plan, /SCAN/)
  }
})
