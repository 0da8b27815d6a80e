import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditJson, limits } from '@heddle/contract'
import { Hono } from 'hono'
import { knownPerson } from '../../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../../test-support/open-test-door.ts'
import { refusedWith } from '../../../../test-support/refused-with.ts'
import { createBox } from '../../../foundation/secrets/box.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { DoorEnv } from '../door-env.ts'
import { registerMessageRoutes } from '../routes/message-routes.ts'
import { registerSessionRoutes } from '../routes/session-routes.ts'
import type { WebActor } from './call.ts'
import { createApi } from './serve-api.ts'

const from = { address: '192.0.2.9', device: 'test', askedAt: 'http://127.0.0.1' }

function apiOf(house: TestDoor, store: Store = house.store) {
  const log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log }
  const api = createApi(new Hono<DoorEnv>(), {
    ...house,
    store,
    log,
    box: createBox(house.random.bytes(32), house.random),
    recognise: () => Promise.reject(new Error('nobody comes in by HTTP here')),
    publicUrl: () => '',
    limits,
  })
  registerMessageRoutes(api.register, house)
  registerSessionRoutes(api.register, { ...house, showTyping: () => undefined, limitForks: () => undefined })
  return api
}

test('[R1] what is invoked is checked, allowed and refused as over HTTP', async () => {
  await using house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const vic = await knownPerson(house, 'vic', 'viewer')
  const { invoke } = apiOf(house)
  const id = await house.chat(kim.actor, { visibility: 'team' })
  const post = (actor: WebActor, body: unknown, session: string = id) =>
    invoke('postMessage', { actor, path: { id: session }, body, ...from })
  const message = { body: 'hello', clientMessageId: 'a' }
  const said = await post(kim.actor, message)
  assert.deepEqual([said.status, said.body.deduped, said.body.seq], [201, false, 1])
  const again = await post(kim.actor, message)
  assert.deepEqual([again.status, again.body.deduped, again.body.eventId], [200, true, said.body.eventId])
  await assert.rejects(post(kim.actor, { ...message, body: 'x' }), refusedWith('message_conflict'))
  await assert.rejects(post(kim.actor, { clientMessageId: 'b' }), refusedWith('bad_input', 'body'))
  await assert.rejects(post(kim.actor, undefined), refusedWith('bad_input', 'body'))
  await assert.rejects(post(kim.actor, message, 'ses_none'), refusedWith('not_found'))
  await assert.rejects(post(kim.actor, message, 'a\0b'), refusedWith('not_found'))
  await assert.rejects(post(vic.actor, message), refusedWith('not_allowed'))
  const stranger: WebActor = { kind: 'anonymous', address: from.address }
  await assert.rejects(post(stranger, message), refusedWith('not_signed_in'))
  await assert.rejects(invoke('listAgents', { actor: kim.actor, path: {}, ...from }), /has no handler/)
})

test('[I48] a refused act of consequence is on record when it was invoked, too', async () => {
  await using house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const lou = await knownPerson(house, 'lou', 'member')
  const id = await house.chat(kim.actor, { visibility: 'team' })
  const archive = apiOf(house).invoke('archiveSession', { actor: lou.actor, path: { id }, ...from })
  await assert.rejects(archive, refusedWith('not_allowed'))
  const { body } = await house.ask('GET', '/audit', { headers: await house.cookieOf('owner') })
  const refusals = body.items.filter((item: AuditJson) => item.outcome === 'refused')
  assert.deepEqual(
    refusals.map(({ action, resource }: AuditJson) => [action, resource]),
    [['session.archive', id]],
  )
})

test('[I1] neither what was done nor a refusal is told before the disk has what it follows from', async () => {
  await using house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const id = await house.chat(kim.actor)
  let isOnDisk = () => {}
  const store: Store = { ...house.store, durable: () => new Promise<void>((resolve) => (isOnDisk = resolve)) }
  const { invoke } = apiOf(house, store)
  const told: string[] = []
  for (const path of [{ id }, { id: 'ses_none' }]) {
    const reading = invoke('readSession', { actor: kim.actor, path, ...from }).then(
      () => told.push('done'),
      () => told.push('refused'),
    )
    const before = told.length
    await house.breathe()
    assert.equal(told.length, before)
    isOnDisk()
    await reading
  }
  assert.deepEqual(told, ['done', 'refused'])
})
