import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownPerson } from '../../../../test-support/known-person.ts'
import { openTestDoor } from '../../../../test-support/open-test-door.ts'
import type { WorkRules } from '../../../sessions/work-rules.ts'

async function openPlace(rules: WorkRules) {
  const house = await openTestDoor({ rules })
  const kim = await knownPerson(house, 'kim', 'member')
  const headers = await kim.token(['read', 'write'])
  const complete = async (more: Record<string, string> = {}, stream = false) => {
    const response = await house.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers, ...more },
      body: JSON.stringify({ model: 'main', stream, messages: [{ role: 'user', content: 'hello' }] }),
    })
    const text = await response.text()
    return { status: response.status, text }
  }
  return { house, complete }
}

const codeIn = (text: string) => JSON.parse(text).error.code

test('[BUD1] [API12] a completion outside of any session draws on the day of its asker, and ends with it', async () => {
  for (const scope of ['member', 'day'] as const) {
    const { house, complete } = await openPlace({ budgets: { [scope]: { tokens: 30 } } })
    await using _ = house
    assert.equal((await complete()).status, 200)
    assert.equal((await complete({}, true)).status, 200)
    const asked = house.model.requests.length
    for (const stream of [false, true]) {
      const { status, text } = await complete({}, stream)
      assert.deepEqual([status, codeIn(text)], [429, 'insufficient_quota'])
      assert.match(text, /used up: 30 of 30 model tokens/)
    }
    assert.equal(house.model.requests.length, asked, 'no model is asked any more')
    house.clock.advance(24 * 3_600_000)
    assert.equal((await complete()).status, 200)
  }
})

test('[BUD1] [API12] what belongs to no session has no budget of a run or a tree', async () => {
  const { house, complete } = await openPlace({ budgets: { run: { tokens: 1 }, tree: { tokens: 1 } } })
  await using _ = house
  for (let i = 0; i < 3; i++) assert.equal((await complete()).status, 200)
})

test('[BUD1] [API13] a completion in a session whose budget is used up says so as one of the vendor would', async () => {
  const { house, complete } = await openPlace({ budgets: { tree: { tokens: 15 } } })
  await using _ = house
  const session = { 'X-Heddle-Session': 'agent:main:main' }
  const first = complete(session)
  await house.work()
  assert.equal((await first).status, 200)
  const second = complete(session)
  await house.work()
  const { status, text } = await second
  assert.deepEqual([status, codeIn(text)], [429, 'insufficient_quota'])
})
