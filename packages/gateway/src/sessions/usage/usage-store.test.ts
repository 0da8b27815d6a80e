import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestStore } from '../../../test-support/open-test-store.ts'
import { sumBy, sumByHour } from './usage-store.ts'

test('[USG2] a report looks at the hours of its range and at no others', async () => {
  await using place = openTestStore()
  const { store } = place
  for (const personId of [undefined, 'per_x' as never]) {
    const range = { personId, fromHour: 0, beforeHour: 3_600_000 }
    for (const query of [sumByHour(range), sumBy(range, 'agent_id', 100), sumBy(range, 'person_id', 100)]) {
      const compiled = query.compile()
      const explained = { compile: () => ({ ...compiled, sql: `explain query plan ${compiled.sql}` }) }
      const looked = JSON.stringify(await store.read((r) => r.all<unknown>(explained)))
      assert.match(looked, /SEARCH usage_hours USING (?:PRIMARY KEY|INDEX usage_hours_of_team) \(.*hour>/)
      assert.doesNotMatch(looked, /SCAN usage_hours/)
    }
  }
})
