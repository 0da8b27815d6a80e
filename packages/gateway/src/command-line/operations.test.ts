import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../foundation/database/store.ts'
import { openTestOperations } from '../../test-support/open-test-operations.ts'
import type { OperationContext } from './operation.ts'
import { operations, runOperation } from './operations.ts'

test('[PPL2] every operation reads strict input: an unknown field is named with its nearest', async () => {
  await using place = await openTestOperations()
  for (const [name, operation] of Object.entries(operations)) {
    const parsed = operation.input.safeParse({ 'no-such-field': 1 })
    assert(!parsed.success && parsed.error.issues.some((issue) => issue.code === 'unrecognized_keys'), name)
  }
  await assert.rejects(place.run('person.create', { handle: 'ada', role: 'ownr' }), {
    code: 'bad_input',
    message: 'role must be one of "viewer", "member", "admin", "owner"; did you mean owner?',
  })
})

test('[PPL2] an operation that does not exist is refused with the nearest', async () => {
  await using place = await openTestOperations()
  await assert.rejects(
    place.run('person.craete', {}),
    (error: { code?: string; issues?: { nearest?: string }[] }) => {
      assert.equal(error.code, 'bad_input')
      assert.equal(error.issues?.[0]?.nearest, 'person.create')
      return true
    },
  )
  await assert.rejects(place.run('toString', {}), { code: 'bad_input' })
})

test('[PPL1] the operator makes members, and tokens that work', async () => {
  await using place = await openTestOperations()
  await place.run('person.create', { handle: 'Ada', role: 'owner', name: 'Ada Lovelace' })
  const made = (await place.run('token.create', { handle: 'ada', name: 'laptop', scopes: ['read'] })) as {
    token: string
  }
  const found = await place.store.read((r) =>
    place.people.recognise(r, { bearer: made.token }, place.clock.wall()),
  )
  assert.deepEqual([found?.actor.handle, found?.actor.scopes], ['ada', ['read']])
})

test('[PPL3] what the command line does is in the audit log, by the operator', async () => {
  await using place = await openTestOperations()
  await place.run('person.create', { handle: 'ada', role: 'owner' })
  const { items } = await place.store.read((r) => place.people.listAudit(r, place.operator, { limit: 10 }))
  assert.deepEqual(
    items.map(({ action, actor }) => [action, actor.kind]),
    [['member.create', 'operator']],
  )
})

test('[PPL1] an unknown handle is refused with the nearest one', async () => {
  await using place = await openTestOperations()
  await place.run('person.create', { handle: 'ada', role: 'owner' })
  for (const [name, input] of [
    ['person.show', { handle: 'adda' }],
    ['person.change', { handle: 'adda', role: 'member' }],
    ['person.remove', { handle: 'adda' }],
    ['person.password', { handle: 'adda', password: 'correct horse battery' }],
    ['token.create', { handle: 'adda', name: 'x' }],
    ['token.list', { handle: 'adda' }],
    ['token.revoke', { handle: 'adda' }],
  ] as const) {
    await assert.rejects(
      place.run(name, input),
      (error: { code?: string; issues?: { nearest?: string }[] }) => {
        assert.deepEqual([error.code, error.issues?.[0]?.nearest], ['not_found', 'ada'], name)
        return true
      },
    )
  }
})

test('[PPL1] a token is revoked by its id or its name, or all at once', async () => {
  await using place = await openTestOperations()
  await place.run('person.create', { handle: 'ada', role: 'owner' })
  const make = async (name: string) =>
    (await place.run('token.create', { handle: 'ada', name })) as { id: string }
  const first = await make('laptop')
  await make('phone')
  await make('twin')
  await make('twin')
  assert.deepEqual(await place.run('token.revoke', { handle: 'ada', id: first.id }), {
    handle: 'ada',
    revoked: 1,
  })
  assert.deepEqual(await place.run('token.revoke', { handle: 'ada', id: 'phone' }), {
    handle: 'ada',
    revoked: 1,
  })
  await assert.rejects(place.run('token.revoke', { handle: 'ada', id: 'twin' }), /more than one of that name/)
  await assert.rejects(place.run('token.revoke', { handle: 'ada', id: 'twn' }), /no token "twn"/)
  assert.deepEqual(await place.run('token.revoke', { handle: 'ada' }), { handle: 'ada', revoked: 2 })
  assert.deepEqual(await place.run('token.list', { handle: 'ada' }), { handle: 'ada', items: [] })
})

test('[PPL1] the owner link is for a place without an owner', async () => {
  await using place = await openTestOperations()
  const link = (await place.run('owner-link.create', {})) as { url: string; role: string }
  assert.match(link.url, /^https:\/\/heddle\.example\.org\/join#hdo_/)
  assert.equal(link.role, 'owner')
  await place.run('person.create', { handle: 'ada', role: 'owner' })
  await assert.rejects(place.run('owner-link.create', {}), /There is an owner already/)
})

test('[I1] a result is given only when what was done is on disk', async () => {
  await using place = await openTestOperations()
  const order: string[] = []
  const store = {
    ...place.store,
    async tx<T>(fn: (t: Tx) => Promise<T>) {
      const value = await place.store.tx(fn)
      order.push('committed')
      return value
    },
    async durable() {
      await place.store.durable()
      order.push('durable')
    },
  }
  await runOperation(
    { ...place.context, store },
    'person.create',
    { handle: 'ada', role: 'owner' },
    () => undefined,
  )
  assert.deepEqual(order, ['committed', 'durable'])
})

test('[I43] no value of an input stands in its refusal', async () => {
  await using place = await openTestOperations()
  for (const password of ['hunter2', 12_345_678]) {
    await assert.rejects(
      place.run('person.create', { handle: 'eve', role: 'member', password }),
      (error: { code?: string; message?: string; issues?: unknown }) => {
        assert.equal(error.code, 'bad_input')
        assert.equal(JSON.stringify([error.message, error.issues]).includes(String(password)), false)
        return true
      },
    )
  }
})

test('[OPS2] about says how commits reach the disk', async () => {
  await using place = await openTestOperations()
  const about = (context: OperationContext) => runOperation(context, 'about', {}, () => undefined)
  assert.deepEqual(await about({ ...place.context, durability: 'full' }), {
    version: '0.0.0-test',
    url: null,
    durability: 'full',
  })
})
