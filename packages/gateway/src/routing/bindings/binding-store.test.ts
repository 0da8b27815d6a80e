import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BindingId } from '@heddle/contract'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { insertBinding, readNewestAt, selectCountInForce, selectInForce } from './binding-store.ts'

const place = { channel: 'loopback', accountId: 'a1', conversationId: 't1' }

async function open() {
  const world = await openTestSessions()
  const owner = (await world.signedIn('ada', 'owner')).actor
  const sessionId = await world.chat(owner)
  const { bindings } = world.routing
  const wish = { placeKind: 'thread', sessionId, boundBy: null, label: null, isOpened: false } as const
  const bind = () => world.store.tx((t) => bindings.bind(t, { conversation: place, ...wish }))
  return { world, bindings, bind }
}

test('[BND1] [BND2] what is in force in a place, and what ended there last, is found by one index', async () => {
  const { world, bindings, bind } = await open()
  await using _ = world
  const newest = () => world.store.read((r) => readNewestAt(r, place))
  assert.equal(await newest(), undefined)
  await bind()
  const second = await bind()
  assert.equal((await newest())?.id, second.id)
  await world.store.tx((t) => bindings.unbind(t, second.id, { why: 'unfocus' }))
  assert.equal((await newest())?.id, second.id)
  assert.match(await planOf(world.store, selectInForce(place)), /bindings_at_place \(.* AND <expr>=\?\)/)
})

test('[I16] the database itself refuses a second binding in force, and lets any number end', async () => {
  const { world, bind } = await open()
  await using _ = world
  const made = await bind()
  const row = await world.store.read((r) => r.one(selectInForce(place)))
  assert.ok(row)
  const again = (id: string, status: 'active' | 'ended') =>
    world.store.tx((t) => t.run(insertBinding({ ...row, id: id as BindingId, status })))
  assert.equal(await again(`${made.id}x`, 'active'), 0)
  assert.equal(await again(`${made.id}y`, 'ended'), 1)
  assert.equal(await again(`${made.id}z`, 'ended'), 1)
})

test('[BND2] [OPS4] those in force are counted by their index, and no more of them than asked for', async () => {
  const { world, bindings } = await open()
  await using _ = world
  const owner = (await world.signedIn('eve', 'owner')).actor
  const sessionId = await world.chat(owner)
  const wish = { placeKind: 'thread', sessionId, boundBy: null, label: null, isOpened: false } as const
  for (const conversationId of ['t1', 't2', 't3'])
    await world.store.tx((t) => bindings.bind(t, { conversation: { ...place, conversationId }, ...wish }))
  const count = async (max: number) =>
    (await world.store.read((r) => r.one(selectCountInForce({ max }))))?.count
  assert.equal(await count(10), 3)
  assert.equal(await count(2), 2)
  assert.equal(await world.store.read((r) => bindings.countInForce(r)), 3)
  assert.match(await planOf(world.store, selectCountInForce({ max: 2 })), /INDEX bindings_newest/)
})
