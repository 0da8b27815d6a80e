import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../../foundation/database/store.ts'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import type { NewBinding } from './bindings.ts'

const hourMs = 3_600_000
const thread = { channel: 'loopback', accountId: 'a1', conversationId: 't1', parentConversationId: 'c1' }

async function open() {
  const test = await openTestSessions()
  const owner = (await test.signedIn('ada', 'owner')).actor
  const sessionId = await test.chat(owner)
  const input: NewBinding = {
    conversation: thread,
    placeKind: 'thread',
    sessionId,
    boundBy: { id: owner.personId, name: 'Ada' },
    label: 'looms',
    isOpened: false,
  }
  return { test, owner, sessionId, input, bindings: test.routing.bindings }
}

const inTx = <T>(test: TestSessions, fn: (t: Tx) => Promise<T>) => test.store.tx(fn)

test('[BND1] [BND2] a conversation is bound to one session, found again by its place and by its session', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input, sessionId } = opened
  const made = await inTx(test, (t) => bindings.bind(t, input))
  const found = await test.store.read((r) => bindings.resolveByConversation(r, thread))
  assert.deepEqual(found, made)
  assert.equal(found?.status, 'active')
  assert.equal(found?.expiresAt, made.boundAt + 24 * hourMs)
  assert.equal(found?.maxAgeAt, null)
  const ofSession = await test.store.read((r) => bindings.listBySession(r, sessionId))
  assert.deepEqual(ofSession, [made])
  const elsewhere = { ...thread, accountId: 'a2' }
  assert.equal(await test.store.read((r) => bindings.resolveByConversation(r, elsewhere)), undefined)
})

test('[BND7] binding a bound conversation replaces the binding in one step', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input, owner } = opened
  const first = await inTx(test, (t) => bindings.bind(t, input))
  const other = await test.chat(owner)
  const second = await inTx(test, (t) => bindings.bind(t, { ...input, sessionId: other }))
  const found = await test.store.read((r) => bindings.resolveByConversation(r, thread))
  assert.equal(found?.id, second.id)
  const before = await test.store.read((r) => bindings.read(r, first.id))
  assert.equal(before?.status, 'ended')
  assert.equal(before?.endReason, 'replaced')
})

test('[BND6] what nobody writes to for its time ends by its timer; what is written to lives on', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input } = opened
  const made = await inTx(test, (t) => bindings.bind(t, { ...input, idleMs: hourMs }))
  test.clock.advance(0.9 * hourMs)
  await inTx(test, (t) => bindings.touch(t, made.id))
  test.clock.advance(0.9 * hourMs)
  await test.work()
  assert.equal((await test.store.read((r) => bindings.read(r, made.id)))?.status, 'active')
  test.clock.advance(0.2 * hourMs)
  await test.work()
  const after = await test.store.read((r) => bindings.read(r, made.id))
  assert.equal(after?.status, 'ended')
  assert.equal(after?.endReason, 'idle')
})

test('[BND6] [CMD5] a greatest age ends it however much is said', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input } = opened
  const made = await inTx(test, (t) => bindings.bind(t, { ...input, maxAgeMs: hourMs }))
  test.clock.advance(0.99 * hourMs)
  await inTx(test, (t) => bindings.touch(t, made.id))
  test.clock.advance(0.02 * hourMs)
  await test.work()
  assert.equal((await test.store.read((r) => bindings.read(r, made.id)))?.endReason, 'max_age')
})

test('[BND6] what waits to be revived in a place that Heddle opened waits for ever, in one it took only its time', async () => {
  for (const isOpened of [true, false]) {
    await using opened = await openedHouse()
    const { test, bindings, input, sessionId } = opened
    const made = await inTx(test, (t) => bindings.bind(t, { ...input, isOpened, idleMs: hourMs }))
    await inTx(test, (t) => bindings.letEnd(t, sessionId))
    test.clock.advance(3 * hourMs)
    await test.work()
    const after = await test.store.read((r) => bindings.read(r, made.id))
    assert.equal(after?.status, isOpened ? 'ending' : 'ended')
  }
})

test('[BND8] [I13] bindings and their timers outlive a crash', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input } = opened
  const made = await inTx(test, (t) => bindings.bind(t, { ...input, idleMs: hourMs }))
  await test.crash()
  assert.deepEqual(await test.store.read((r) => test.routing.bindings.resolveByConversation(r, thread)), made)
  test.clock.advance(2 * hourMs)
  await test.work()
  assert.equal((await test.store.read((r) => bindings.read(r, made.id)))?.endReason, 'idle')
})

test('[BND6] an end is told once, and on the timelines of those whom it concerns', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input, sessionId } = opened
  const made = await inTx(test, (t) => bindings.bind(t, input))
  assert.equal(await inTx(test, (t) => bindings.unbind(t, made.id, { why: 'unfocus', by: 'Ada' })), true)
  assert.equal(await inTx(test, (t) => bindings.unbind(t, made.id, { why: 'idle' })), false)
  const kinds = (await test.timeline(sessionId)).map(({ kind, payload }) => [kind, payload['why']])
  assert.deepEqual(kinds, [
    ['binding.made', undefined],
    ['binding.ended', 'unfocus'],
  ])
})

test('[BND8] what ended is kept for ninety days', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input } = opened
  const made = await inTx(test, (t) => bindings.bind(t, input))
  await inTx(test, (t) => bindings.unbind(t, made.id, { why: 'unfocus' }))
  test.clock.advance(89 * 24 * hourMs)
  await inTx(test, (t) => bindings.forgetOld(t))
  assert.notEqual(await test.store.read((r) => bindings.read(r, made.id)), undefined)
  test.clock.advance(2 * 24 * hourMs)
  await inTx(test, (t) => bindings.forgetOld(t))
  assert.equal(await test.store.read((r) => bindings.read(r, made.id)), undefined)
})

test('[BND2] [SES7] a list shows what its reader may see, and page by page', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input, owner } = opened
  const kim = (await test.signedIn('kim', 'member')).actor
  const shared = await test.chat(owner, { visibility: 'team' })
  for (let i = 0; i < 5; i++) {
    const conversation = { ...thread, conversationId: `t${i}` }
    await inTx(test, (t) =>
      bindings.bind(t, { ...input, conversation, ...(i % 2 === 0 && { sessionId: shared }) }),
    )
  }
  const seen = async (actor: typeof owner, cursor?: string) =>
    test.store.read((r) => bindings.list(r, actor, { status: 'in_force' }, { limit: 2, cursor }))
  const first = await seen(kim)
  assert.deepEqual(
    first.items.map(({ conversation }) => conversation.conversationId),
    ['t4', 't2'],
  )
  const rest = await seen(kim, first.next)
  assert.deepEqual(
    rest.items.map(({ conversation }) => conversation.conversationId),
    ['t0'],
  )
  assert.equal((await seen(owner)).items.length, 2)
})

async function openedHouse() {
  const opened = await open()
  return { ...opened, [Symbol.asyncDispose]: () => opened.test[Symbol.asyncDispose]() }
}

test('[BND2] [R7] however many others have bound, one’s own are found, page by page', async () => {
  await using opened = await openedHouse()
  const { test, bindings, input } = opened
  const { actor: kim } = await test.signedIn('kim', 'member')
  const own = {
    ...input,
    sessionId: await test.chat(kim),
    conversation: { ...thread, conversationId: 'own' },
  }
  const made = await inTx(test, (t) => bindings.bind(t, own))
  await inTx(test, async (t) => {
    for (let i = 0; i < 1_100; i++) {
      await bindings.bind(t, { ...input, conversation: { ...thread, conversationId: `other${i}` } })
    }
  })
  const found: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages === 0 || cursor !== undefined; pages++) {
    assert.ok(pages < 5)
    const page = { limit: 50, ...(cursor !== undefined && { cursor }) }
    const { items, next } = await test.store.read((r) => bindings.list(r, kim, { status: 'in_force' }, page))
    found.push(...items.map(({ id }) => id))
    cursor = next
  }
  assert.deepEqual(found, [made.id])
})
