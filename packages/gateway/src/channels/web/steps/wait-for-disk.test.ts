import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDoor, type TestDoor } from '../../../../test-support/open-test-door.ts'
import type { Store } from '../../../foundation/database/store.ts'
import { StoreBroken } from '../../../foundation/database/store-errors.ts'

const form = { 'X-Heddle-Request': '1' }

/** A door whose store takes every commit at once, while its disk waits for a word. */
async function openHeldDoor() {
  const base = await openTestDoor()
  const owner = await base.cookieOf('owner')
  const { code } = await base.store.tx((t) => base.people.createInvite(t, base.operator, { role: 'member' }))
  const disk = Promise.withResolvers<void>()
  const store: Store = {
    ...base.store,
    async durable() {
      await disk.promise
      return base.store.durable()
    },
  }
  return { house: base.reopen({ store }), owner, code, disk }
}

type Held = Awaited<ReturnType<typeof openHeldDoor>>

const requests: Record<string, (held: Held) => Promise<{ status: number }>> = {
  'a thing that was made': ({ house, owner }) => house.ask('POST', '/invites', { headers: owner, body: {} }),
  'a join': ({ house, code }) => {
    const body = { code, handle: 'kim', name: 'Kim', password: 'long enough for this' }
    return house.ask('POST', '/join', { headers: form, body })
  },
  'a read': ({ house, owner }) => house.ask('GET', '/members', { headers: owner }),
  'a read by a stranger': ({ house }) => house.ask('GET', '/about'),
  'a thing that is not there': ({ house, owner }) =>
    house.ask('GET', '/members/per_none', { headers: owner }),
  'a refusal that follows from a row': ({ house }) =>
    house.ask('GET', '/me', { headers: { Authorization: 'Bearer hdt_wrong' } }),
  'wrong input': ({ house, owner }) =>
    house.ask('POST', '/invites', { headers: owner, body: { role: 'king' } }),
  'an unknown path': ({ house }) => house.ask('GET', '/nothing'),
  readiness: ({ house }) => house.fetch('/readyz'),
  metrics: ({ house }) => house.fetch('/metrics', {}, '127.0.0.1'),
}

for (const [what, ask] of Object.entries(requests)) {
  test(`[I1] no answer leaves before the disk has what it says: ${what}`, async () => {
    const held = await openHeldDoor()
    await using _ = held.house
    let left = false
    const answer = ask(held).finally(() => {
      left = true
    })
    await everythingElse(held.house)
    assert.equal(left, false)
    held.disk.resolve()
    assert.ok((await answer).status > 0)
  })
}

test('[I1] what depends on no row does not wait for the disk', async () => {
  const { house, disk } = await openHeldDoor()
  await using _ = house
  assert.equal((await house.fetch('/healthz')).status, 200)
  assert.equal((await house.fetch('/')).status, 503)
  assert.equal((await house.fetch('/', { headers: { Origin: 'https://evil.example' } })).status, 403)
  disk.resolve()
})

test('[I1] an answer that never reached the disk is taken back, credential and all', async () => {
  const { house, code, disk } = await openHeldDoor()
  await using _ = house
  const body = { code, handle: 'kim', name: 'Kim', password: 'long enough for this' }
  const answer = house.ask('POST', '/join', { headers: { ...form, 'Idempotency-Key': 'k' }, body })
  disk.reject(new StoreBroken('sync', 'the disk did not take what was written'))
  const { status, headers, body: said } = await answer
  assert.equal(status, 500)
  assert.equal(said.error.code, 'internal')
  assert.equal(headers.get('Set-Cookie'), null)
  assert.equal(headers.get('ETag'), null)
  assert.equal(house.logged.length, 1)
})

/** Lets everything that can go on go on: the store's turn, the microtasks, the loop, several times over. */
async function everythingElse(house: TestDoor): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await house.store.tx(async () => undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
