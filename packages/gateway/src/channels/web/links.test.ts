import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

async function openHouse() {
  const house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const account = { channel: 'chat', accountId: 'a1', platformId: 'u1', name: 'Kim there' }
  const { id } = await house.store.tx((t) => house.people.rememberGuest(t, account))
  const guest = { kind: 'guest', guestId: id, name: 'Kim there', admitted: {} } as const
  return { house, kim, guest, [Symbol.asyncDispose]: () => house.close() }
}

test('[PPL4] over HTTP: a code without one, a link with one, the list, and its end', async () => {
  await using all = await openHouse()
  const { house, kim, guest } = all
  const { headers } = kim
  const offered = await house.ask('POST', '/me/links', { headers, body: {} })
  assert.equal(offered.status, 201)
  assert.equal(offered.body.say, `/link ${offered.body.code}`)
  const { code } = await house.store.tx((t) => house.people.offerLink(t, guest))
  const linked = await house.ask('POST', '/me/links', { headers, body: { code: ` ${code.toLowerCase()}` } })
  assert.equal(linked.status, 201)
  assert.deepEqual(
    [linked.body.id, linked.body.channel, linked.body.platformId, linked.body.name],
    [guest.guestId, 'chat', 'u1', 'Kim there'],
  )
  const listed = await house.ask('GET', '/me/links', { headers })
  assert.deepEqual(listed.body.items, [linked.body])
  assert.equal((await house.ask('DELETE', `/me/links/${guest.guestId}`, { headers })).status, 204)
  assert.equal((await house.ask('DELETE', `/me/links/${guest.guestId}`, { headers })).status, 404)
  assert.deepEqual((await house.ask('GET', '/me/links', { headers })).body.items, [])
  assert.equal((await house.ask('DELETE', '/me/links', { headers })).status, 204)
})

test('[PPL4] [API2] the same request again is the same link, and a code that is none is refused', async () => {
  await using all = await openHouse()
  const { house, kim, guest } = all
  const { code } = await house.store.tx((t) => house.people.offerLink(t, guest))
  const headers = { ...kim.headers, 'Idempotency-Key': 'once' }
  const first = await house.ask('POST', '/me/links', { headers, body: { code } })
  const again = await house.ask('POST', '/me/links', { headers, body: { code } })
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  for (const wrong of [code, 'nonsense', 'ABCDE-FGHJK']) {
    const { status, body } = await house.ask('POST', '/me/links', {
      headers: kim.headers,
      body: { code: wrong },
    })
    assert.deepEqual([status, body.error.code], [410, 'link_invalid'], wrong)
  }
  for (const body of [{ code: '' }, { code: 'x'.repeat(41) }, { code: 1 }, { codes: 'x' }]) {
    const { status } = await house.ask('POST', '/me/links', { headers: kim.headers, body })
    assert.equal(status, 400, JSON.stringify(body))
  }
})

test('[R14] whoever enters wrong codes has to wait', async () => {
  await using all = await openHouse()
  const { house, kim } = all
  const enter = () => house.ask('POST', '/me/links', { headers: kim.headers, body: { code: 'ABCDE-FGHJK' } })
  const codes = []
  for (let i = 0; i < 12; i++) codes.push((await enter()).status)
  assert.deepEqual(new Set(codes), new Set([410, 429]))
  assert.equal(codes.at(-1), 429)
})
