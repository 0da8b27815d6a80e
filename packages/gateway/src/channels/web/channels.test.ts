import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

test('[CHN5] admins see the accounts and have one looked at; a name that is not there is met with the nearest', async () => {
  await using house = await openTestDoor()
  const headers = await house.cookieOf('admin')
  const listed = await house.ask('GET', '/channels', { headers })
  assert.equal(listed.status, 200)
  assert.deepEqual(
    (listed.body as { items: { accountId: string; state: string }[] }).items.map(({ accountId, state }) => [
      accountId,
      state,
    ]),
    [['main', 'heard']],
  )
  const checked = await house.ask('POST', '/channels/loopback/main/check', { headers })
  assert.deepEqual(checked.body, {
    findings: [{ state: 'good', about: 'token', text: 'is taken', remedy: null }],
    inviteUrl: null,
  })
  const wrong = await house.ask('POST', '/channels/loopback/mian/check', { headers })
  assert.equal(wrong.status, 404)
  assert.match(JSON.stringify(wrong.body), /"nearest":"loopback\/main"/)
})
