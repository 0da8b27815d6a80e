import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { countActiveBelow } from './run-store.ts'

test('[UIW8] those at work below a page of sessions are counted from an index of them alone, however many have ended', async () => {
  await using world = await openTestSessions()
  const asked: string[] = []
  const reader = {
    async all(query: { compile(): { sql: string } }) {
      asked.push(query.compile().sql)
      return []
    },
  }
  await countActiveBelow(reader as never, ['ses_1' as SessionId, 'ses_2' as SessionId])
  const [sql] = asked
  const plan = await world.store.read((r) =>
    r.all<{ detail: string }>({
      compile: () => ({ sql: `explain query plan ${sql}`, parameters: [] }) as never,
    }),
  )
  assert.match(plan[0]?.detail ?? '', /^SEARCH runs USING (COVERING )?INDEX runs_active_of_root /)
})
