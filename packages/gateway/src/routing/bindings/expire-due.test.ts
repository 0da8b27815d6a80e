import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { queriesOver } from '../../foundation/database/query.ts'
import type { Binding } from './bindings.ts'

const hourMs = 3_600_000
const db = queriesOver<{ bindings: { id: string; look_at: number | null } }>()

/** So many bindings of an hour each; those that are named cannot be ended until they are let. */
async function open(count: number) {
  const test = await openTestSessions()
  const owner = (await test.signedIn('ada', 'owner')).actor
  const sessionId = await test.chat(owner)
  const bindings: Binding[] = []
  for (let i = 0; i < count; i++) {
    const conversation = { channel: 'loopback', accountId: 'a1', conversationId: `t${i}` }
    const made = await test.store.tx((t) =>
      test.routing.bindings.bind(t, {
        conversation,
        placeKind: 'thread',
        sessionId,
        boundBy: { id: owner.personId, name: 'Ada' },
        label: null,
        isOpened: false,
        idleMs: hourMs,
      }),
    )
    bindings.push(made)
    // Each has its own time.
    test.clock.advance(1)
  }
  const run = (sql: string) =>
    test.store.tx((t) => t.run({ compile: () => ({ sql, parameters: [] }) as never }))
  const forbid = (id: string) =>
    run(`create trigger stuck before update of status on bindings
      when old.id = '${id}' and new.status = 'ended' begin select raise(abort, 'it is stuck'); end`)
  const allow = () => run('drop trigger stuck')
  const pass = async (ms: number) => {
    test.clock.advance(ms)
    for (let i = 0; i < 5; i++) {
      await test.work()
      test.clock.advance(1)
    }
  }
  const stillThere = async () => {
    const all = await test.store.read((r) =>
      Promise.all(bindings.map(({ id }) => test.routing.bindings.read(r, id))),
    )
    return all.flatMap((one) => (one?.status === 'active' ? [one.id] : []))
  }
  const lookAt = async (id: string) =>
    (await test.store.read((r) => r.one(db.selectFrom('bindings').select('look_at').where('id', '=', id))))
      ?.look_at ?? 0
  return {
    test,
    bindings,
    told: () => test.logged.map(({ message }) => message),
    forbid,
    allow,
    pass,
    stillThere,
    lookAt,
    [Symbol.asyncDispose]: () => test.close(),
  }
}

test('[BND6] a binding that cannot be ended holds up no other: it is told, and looked at again later', async () => {
  await using h = await open(45)
  const [stuck] = h.bindings
  assert.ok(stuck)
  await h.forbid(stuck.id)
  await h.pass(hourMs)
  assert.deepEqual(await h.stillThere(), [stuck.id])
  assert.deepEqual(h.told(), ['a binding could not be ended'])
  await h.allow()
  await h.pass(limits.bindingEndAgainMsMin)
  assert.deepEqual(await h.stillThere(), [])
})

test('[BND6] it is looked at more and more rarely, an hour apart at most, and those that come due meanwhile end in time', async () => {
  await using h = await open(2)
  const [stuck, other] = h.bindings
  assert.ok(stuck && other)
  await h.test.store.tx((t) => h.test.routing.bindings.setExpiry(t, other.id, { idleMs: 5 * hourMs }))
  await h.forbid(stuck.id)
  await h.pass(hourMs)
  const waits: number[] = []
  for (let i = 0; i < 9; i++) {
    const waitMs = (await h.lookAt(stuck.id)) - h.test.clock.wall()
    waits.push(Math.round(waitMs / 60_000))
    await h.pass(waitMs)
  }
  assert.deepEqual(waits, [1, 1, 2, 4, 8, 16, 32, 60, 60])
  assert.equal(h.told().length, 10)
  assert.deepEqual(await h.stillThere(), [stuck.id, other.id])
  await h.pass(2 * hourMs)
  assert.deepEqual(await h.stillThere(), [stuck.id])
})
