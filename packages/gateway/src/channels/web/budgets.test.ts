import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

const rules = { budgets: { tree: { tokens: 20 }, day: { money: 1 } } }

async function openPlace() {
  const house = await openTestDoor({ rules })
  const { actor } = await house.signedIn('ann', 'member')
  const id = await house.chat(actor, { visibility: 'team' })
  const admin = await house.cookieOf('admin')
  const say = async (text: string) => {
    await house.say(actor, id, text)
    await house.work()
  }
  return { house, id, admin, say, path: `/sessions/${id}/budgets` }
}

test('[BUD1] the budgets of a session are listed, an admin raises one, and the failed turn goes on', async () => {
  const { house, id, admin, say, path } = await openPlace()
  await using _ = house
  await say('one')
  await say('two')
  await say('three')
  const newest = async () =>
    (await house.ask('GET', `/sessions/${id}/timeline`, { headers: admin })).body.items.at(-1).payload
  const { reason, budget } = await newest()
  assert.deepEqual([reason, budget], ['budget_exceeded', 'tree'])
  const listed = await house.ask('GET', path, { headers: admin })
  assert.deepEqual(listed.body, {
    items: [
      { scope: 'tree', usedTokens: 30, usedMicros: 0, tokensMax: 20, microsMax: null },
      { scope: 'day', usedTokens: 30, usedMicros: 0, tokensMax: null, microsMax: 1_000_000 },
    ],
  })
  const raised = await house.ask('POST', path, { headers: admin, body: { scope: 'tree', tokens: 30 } })
  assert.deepEqual([raised.status, raised.body.tokensMax], [200, 50])
  assert.equal((await house.ask('POST', `/sessions/${id}/retry`, { headers: admin })).status, 200)
  await house.work()
  assert.equal((await newest()).outcome, 'succeeded')
})

test('[BUD1] [API2] a raise that is sent twice under one key adds once', async () => {
  const { house, admin, path } = await openPlace()
  await using _ = house
  const headers = { ...admin, 'Idempotency-Key': 'raise-1' }
  for (let i = 0; i < 2; i++) {
    const { body } = await house.ask('POST', path, { headers, body: { scope: 'tree', tokens: 30 } })
    assert.equal(body.tokensMax, 50)
  }
  assert.equal((await house.ask('GET', path, { headers: admin })).body.items[0].tokensMax, 50)
})

test('[BUD1] [API1] a raise that says nothing, too much or of nothing is refused by its field', async () => {
  const { house, admin, path } = await openPlace()
  await using _ = house
  for (const [body, code, field] of [
    [{ scope: 'tree' }, 'bad_input', 'tokens'],
    [{ scope: 'treee', tokens: 1 }, 'bad_input', 'scope'],
    [{ scope: 'tree', tokens: 0 }, 'bad_input', 'tokens'],
    [{ scope: 'tree', tokens: 1.5 }, 'bad_input', 'tokens'],
    [{ scope: 'tree', money: -1 }, 'bad_input', 'money'],
    [{ scope: 'tree', money: 1 }, 'no_budget', 'money'],
    [{ scope: 'run', tokens: 1 }, 'no_budget', undefined],
  ] as const) {
    const { body: answer } = await house.ask('POST', path, { headers: admin, body })
    const { code: said, issues } = answer.error
    assert.deepEqual([said, issues?.[0]?.field], [code, field], JSON.stringify(body))
  }
})

test('[AGT5] [API1] an MCP server that is not there is refused with the nearest; a restart is on record', async () => {
  const { house, admin } = await openPlace()
  await using _ = house
  const restarts = async () =>
    (await house.ask('GET', '/audit', { headers: admin })).body.items
      .filter(({ action }: { action: string }) => action === 'settings.change')
      .map(({ resource }: { resource: string }) => resource)
  const { status, body } = await house.ask('POST', '/mcp/locl/restart', { headers: admin })
  assert.deepEqual([status, body.error.code], [404, 'unknown_tool_server'])
  assert.equal(body.error.issues[0].nearest, 'local')
  assert.deepEqual(await restarts(), [])
  assert.equal((await house.ask('POST', '/mcp/local/restart', { headers: admin })).status, 200)
  assert.deepEqual(await restarts(), ['mcp local'])
})
