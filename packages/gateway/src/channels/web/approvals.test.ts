import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDoor } from '../../../test-support/open-test-door.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'

const tools = toolsOf({
  judge: ({ name }) => ({ kind: 'ask', why: 'policy', reason: 'It asks.', scope: { key: '', label: name } }),
  run: async ({ name }) => ({ output: `${name} is done`, isError: false }),
})

/** A session of Ann’s in which a call waits; `member` are the headers of somebody else. */
async function openPlace(visibility: 'team' | 'private') {
  const house = await openTestDoor({ tools })
  const { actor } = await house.signedIn('ann', 'member')
  const id = await house.chat(actor, { visibility })
  house.model.script(toolCall('send', { to: 'bob' }))
  await house.say(actor, id, 'go')
  await house.work()
  const { items } = await house.store.read((r) =>
    house.sessions.listApprovals(r, actor, { state: 'pending' }, { limit: 1 }),
  )
  const [approval] = items
  assert.ok(approval)
  return { house, approval, path: `/approvals/${approval.id}`, member: await house.cookieOf('member') }
}

test('[AGT6] [API1] the whole call is listed, decided once, and the same word again gets the same answer', async () => {
  const { house, approval, path, member } = await openPlace('team')
  await using _ = house
  const listed = await house.ask('GET', '/approvals', { headers: member })
  assert.deepEqual(
    [listed.body.items.length, listed.body.items[0].arguments, listed.body.items[0].mayDecide],
    [1, '{"to":"bob"}', true],
  )
  house.model.script('Sent.')
  const body = { decision: 'once', callHash: approval.callHash }
  const first = await house.ask('POST', path, { headers: member, body })
  assert.deepEqual([first.status, first.body.state, first.body.mayDecide], [200, 'once', false])
  await house.work()
  const second = await house.ask('POST', path, { headers: member, body })
  assert.deepEqual([second.status, second.body], [200, first.body])
  const other = await house.ask('POST', path, { headers: await house.cookieOf('admin'), body })
  assert.deepEqual([other.status, other.body.error.code], [409, 'already_decided'])
  const denied = await house.ask('POST', path, { headers: member, body: { decision: 'deny' } })
  assert.deepEqual([denied.status, denied.body.error.code], [409, 'already_decided'])
})

test('[R17] [API1] another call, no decision, a note without end and an unknown approval are refused', async () => {
  const { house, path, member } = await openPlace('team')
  await using _ = house
  for (const [where, body, code] of [
    [path, { decision: 'once', callHash: 'f'.repeat(64) }, 'call_changed'],
    [path, { decision: 'yes' }, 'bad_input'],
    [path, {}, 'bad_input'],
    [path, { decision: 'deny', note: 'x'.repeat(501) }, 'bad_input'],
    ['/approvals/apr_0', { decision: 'once' }, 'not_found'],
  ] as const) {
    const { body: answer } = await house.ask('POST', where, { headers: member, body })
    assert.equal(answer.error?.code, code)
  }
  const { items } = (await house.ask('GET', '/approvals', { headers: member })).body
  assert.equal(items[0].state, 'pending')
})

test('[SES7] what waits in a private session of others is not there, whatever the role', async () => {
  const { house, path } = await openPlace('private')
  await using _ = house
  for (const role of ['member', 'admin', 'owner'] as const) {
    const headers = await house.cookieOf(role)
    assert.deepEqual((await house.ask('GET', '/approvals', { headers })).body.items, [])
    const decided = await house.ask('POST', path, { headers, body: { decision: 'once' } })
    assert.deepEqual([decided.status, decided.body.error.code], [404, 'not_found'])
  }
})
