import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOf, openTestSessions, textOf } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { AgentsConfig } from '../agents/agents-config.ts'

const provider = { kind: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1:9/v1' }

function configured(...models: string[]): NonNullable<AgentsConfig['models']> {
  return { providers: { house: { ...provider, models: models.map((id) => ({ id })) } } }
}

async function open() {
  const agents: AgentsConfig = {
    agents: { list: [{ id: 'main', name: 'Main', model: 'house/small' }] },
    models: configured('small', 'large'),
  }
  const world = await openTestSessions({ agents })
  const ann = (await world.signedIn('ann', 'member')).actor
  const id = await world.chat(ann)
  const choose = (model: string | null) => world.store.tx((t) => world.sessions.change(t, ann, id, { model }))
  const ask = async (text: string) => {
    await world.say(ann, id, text)
    await world.work()
  }
  const modelsOf = async (kind: string) =>
    (await world.timeline(id)).filter((event) => event.kind === kind).map(({ payload }) => payload['model'])
  return { world, agents, ann, id, choose, ask, modelsOf }
}

test('[SES11] a model chosen for a session is asked by the turns that begin after it, and put back the agent’s own is', async () => {
  const { world, id, choose, ask, modelsOf } = await open()
  await using _ = world
  await ask('one')
  assert.equal((await choose('house/large')).model, 'house/large')
  await ask('two')
  assert.equal((await choose(null)).model, null)
  await ask('three')
  const asked = ['house/small', 'house/large', 'house/small']
  assert.deepEqual(await modelsOf('turn.started'), asked)
  assert.deepEqual(await modelsOf('message.agent'), asked)
  assert.deepEqual(
    world.model.requests.map(({ model }) => model),
    ['small', 'large', 'small'],
  )
  const changes = (await world.log(id)).filter(({ kind }) => kind === 'session.changed')
  assert.deepEqual(
    changes.map(({ payload }) => payload['fields']),
    [['model'], ['model']],
  )
})

test('[SES11] a turn that runs keeps its model', async () => {
  const { world, ann, id, choose, modelsOf } = await open()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'done')
  await world.say(ann, id, 'begin')
  await world.breathe()
  await choose('house/large')
  gate.resolve()
  await world.work()
  assert.deepEqual(await modelsOf('message.agent'), ['house/small'])
})

test('[SES11] a model that nobody has is refused with the nearest that there is', async () => {
  const { world, choose } = await open()
  await using _ = world
  await assert.rejects(
    () => choose('house/larg'),
    (error: Error & { code?: string; issues?: unknown }) => {
      assert.equal(error.code, 'unknown_model')
      assert.deepEqual(error.issues, [
        { field: 'model', message: 'there is no model "house/larg"', nearest: 'house/large' },
      ])
      return true
    },
  )
})

test('[SES11] a chosen model that is gone is missed once, aloud, and asked again when it is back', async () => {
  const { world, agents, id, choose, ask, modelsOf } = await open()
  await using _ = world
  await choose('house/large')
  const reload = async (...models: string[]) => {
    agents.models = configured(...models)
    // The configuration is one value until it is read again.
    await world.restart()
  }
  await reload('small')
  await ask('one')
  await ask('two')
  const notices = async () => (await world.timeline(id)).filter(({ kind }) => kind === 'notice')
  assert.equal((await notices()).length, 1)
  assert.match(textOf((await notices())[0]), /"house\/large".*"house\/small" answers instead/)
  await reload('small', 'large')
  await ask('three')
  assert.deepEqual(await modelsOf('turn.started'), ['house/small', 'house/small', 'house/large'])
  await reload('small')
  await ask('four')
  assert.equal((await notices()).length, 2)
})

test('[SES13] a session comes out of the archive with the right to put it there, and takes messages again', async () => {
  const { world, ann, id, ask } = await open()
  await using _ = world
  const bob = (await world.signedIn('bob', 'member')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, id, { visibility: 'team' }))
  await ask('hello')
  const set = (actor: typeof ann, archived: boolean) =>
    world.store.tx((t) => world.sessions.change(t, actor, id, { archived }))
  await assert.rejects(() => set(bob, true), refusedWith('not_allowed'))
  assert.equal((await set(ann, true)).state, 'archived')
  await assert.rejects(() => world.say(ann, id, 'x'), refusedWith('session_archived'))
  await assert.rejects(() => set(bob, false), refusedWith('not_allowed'))
  const back = await set(ann, false)
  assert.deepEqual([back.state, back.queued], ['idle', 0])
  assert.equal((await set(ann, false)).version, back.version)
  await ask('again')
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
  assert.equal((await world.store.read((r) => world.sessions.find(r, ann, back.key))).id, id)
  const audited = await world.store.read((r) => world.people.listAudit(r, world.operator, { limit: 20 }))
  const details = audited.items
    .filter(({ action, outcome }) => action === 'session.archive' && outcome === 'allowed')
    .map(({ detail }) => detail['archived'])
  assert.deepEqual(details.slice(-2), [false, true])
  assert.equal(kindsOf(await world.log(id)).filter((kind) => kind === 'session.changed').length, 3)
})

test('[SES13] a session whose turn was stopped by archiving is free after it ended, and a key that another has stays theirs', async () => {
  const { world, ann, id, choose } = await open()
  await using _ = world
  await choose(null)
  world.model.script({ type: 'wait', until: new Promise(() => {}) })
  await world.say(ann, id, 'begin')
  await world.breathe()
  await world.store.tx(async (t) => {
    await world.sessions.change(t, ann, id, { archived: true })
    assert.equal((await world.sessions.change(t, ann, id, { archived: false })).state, 'running')
  })
  await world.work()
  const now = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.deepEqual([now.state, now.lastOutcome], ['idle', 'cancelled'])

  const own = await world.store.tx((t) => world.routing.openPersonal(t, ann, 'main'))
  await world.store.tx((t) => world.sessions.archive(t, ann, own.id))
  const next = await world.store.tx((t) => world.routing.openPersonal(t, ann, 'main'))
  await world.store.tx((t) => world.sessions.change(t, ann, own.id, { archived: false }))
  assert.equal((await world.store.read((r) => world.sessions.find(r, ann, 'agent:main:main'))).id, next.id)
  await world.say(ann, own.id, 'by its id')
})
