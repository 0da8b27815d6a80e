import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { textOf } from '../../test-support/open-test-sessions.ts'
import { heardIn, spawn, type Spawning, spawning, withRules } from '../../test-support/spawning-sessions.ts'

const key = 'agent:main:loopback:channel:c1:thread:t1'
const keyBeside = 'agent:main:loopback:channel:t1:thread:ses_1'

async function ended(wish: object = {}) {
  const scene = await spawning()
  scene.play('root', [spawn('weave', { label: 'looms', ...wish })])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('weave')
  return { scene, sessionId }
}

const goOn = (
  scene: Spawning,
  sessionId: Awaited<ReturnType<typeof ended>>['sessionId'],
  more: object = {},
) =>
  scene.world.store.tx((t) =>
    scene.world.sessions.continueSession(t, {
      sessionId,
      key,
      keyBeside,
      title: 'looms',
      by: 'Ann',
      preamble: 'this session continues a thread.',
      quotes: [],
      isForeign: false,
      rights: [],
      ...more,
    }),
  )

const noticed = async (scene: Spawning, id: SessionId, code: string) =>
  (await scene.world.timeline(id)).filter(({ payload }) => payload['code'] === code).length

test('[REV1] what goes on is an ordinary session for the same agent and people, linked both ways', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const { session, isNew } = await goOn(scene, sessionId)
  assert.equal(isNew, true)
  assert.equal(session.kind, 'chat')
  assert.equal(session.parentId, null)
  assert.equal(session.agentId, 'main')
  assert.equal(session.key, key)
  assert.equal(session.title, 'looms')
  assert.equal(session.continuesId, sessionId)
  assert.deepEqual(
    session.participants.map(({ handle }) => handle),
    ['ann'],
  )
  const old = await scene.world.store.read((r) => scene.world.sessions.find(r, scene.ann, sessionId))
  assert.equal(old.successorId, session.id)
  assert.equal(old.visibility, session.visibility)
})

test('[REV3] its first turn is told of the past before what is said there', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const { session } = await goOn(scene, sessionId)
  await scene.world.say(scene.ann, session.id, 'And now?')
  await scene.settle()
  const [request] = scene.asked('root').slice(-1)
  assert.deepEqual(heardIn(request), ['[Heddle: this session continues a thread.]', 'And now?'])
  const texts = (await scene.world.timeline(session.id)).map((event) => [event.kind, textOf(event)])
  assert.equal(texts[0]?.[0], 'notice')
  assert.match(texts[0]?.[1] ?? '', /goes on where a sub-agent ended/)
})

/** A session that the place has of its own. */
const ownOf = (scene: Spawning, visibility: 'team' | 'private', participants: string[] = []) =>
  scene.world.store.tx((t) =>
    scene.world.sessions.open(t, scene.ann, { agentId: 'main', key, visibility, participants }),
  )

test('[REV1] what went on is taken again by whoever comes along later', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const first = await goOn(scene, sessionId)
  const second = await goOn(scene, sessionId)
  assert.equal(second.isNew, false)
  assert.equal(second.session.id, first.session.id)
})

test('[REV1] [REV6] an unarchived session with that key is taken, with the past as a notice, and told so once', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const own = await ownOf(scene, 'private')
  for (let i = 0; i < 2; i++) {
    const { session, isNew } = await goOn(scene, sessionId)
    assert.deepEqual([session.id, isNew, session.continuesId], [own.id, false, null])
  }
  assert.equal(await noticed(scene, own.id, 'preamble'), 1)
  assert.equal(await noticed(scene, scene.id, 'thread_went_on'), 1)
  const old = await scene.world.store.read((r) => scene.world.sessions.find(r, scene.ann, sessionId))
  assert.equal(old.successorId, own.id)
  await scene.world.say(scene.ann, own.id, 'And now?')
  await scene.settle()
  assert.deepEqual(heardIn(scene.asked('root').at(-1)), [
    '[Heddle: this session continues a thread.]',
    'And now?',
  ])
})

for (const [who, visibility] of [
  ['the whole team', 'team'],
  ['somebody more', 'private'],
] as const) {
  test(`[REV1] [SES7] [CNV5] one that ${who} reads is told nothing of what is private: it stays, and another goes on beside it`, async () => {
    const { scene, sessionId } = await ended()
    await using _ = scene
    const bob = (await scene.world.signedIn('bob', 'member')).actor
    const own = await ownOf(scene, visibility, ['bob'])
    const { session, isNew } = await goOn(scene, sessionId)
    assert.deepEqual([isNew, session.key, session.visibility], [true, keyBeside, 'private'])
    assert.deepEqual(
      session.participants.map(({ handle }) => handle),
      ['ann'],
    )
    assert.equal(await noticed(scene, own.id, 'preamble'), 0)
    const found = await scene.world.store.read((r) => scene.world.sessions.find(r, bob, key))
    assert.equal(found.id, own.id)
    // Whoever comes along later finds it.
    assert.equal((await goOn(scene, sessionId)).session.id, session.id)
    assert.equal(await noticed(scene, session.id, 'preamble'), 1)
  })
}

test('[REV6] a parent that goes on itself where its child ended is not told that another session does', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const root = await scene.world.store.read((r) => scene.world.sessions.find(r, scene.ann, scene.id))
  const { session } = await goOn(scene, sessionId, { key: root.key })
  assert.equal(session.id, scene.id)
  assert.equal(await noticed(scene, scene.id, 'preamble'), 1)
  assert.equal(await noticed(scene, scene.id, 'thread_went_on'), 0)
})

test('[REV6] the parent learns of it once, and is not woken', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const asked = scene.asked('root').length
  await goOn(scene, sessionId)
  await scene.settle()
  assert.equal(scene.asked('root').length, asked)
  await scene.say('What is new?')
  await scene.settle()
  const heard = heardIn(scene.asked('root').at(-1)).filter((text) => text.includes('goes on talking'))
  assert.equal(heard.length, 1)
  assert.match(heard[0] ?? '', /"looms".* belongs to the session agent:main:loopback/)
})

test('[REV6] what people read of it has names, leads there, and says nothing that is meant for the agent', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const { session } = await goOn(scene, sessionId)
  const row = (await scene.world.timeline(scene.id)).find(
    ({ payload }) => payload['code'] === 'thread_went_on',
  )
  assert.ok(row)
  assert.equal(textOf(row), 'Ann goes on with looms in a new session.')
  assert.deepEqual(row.payload['data'], { sessionId: session.id })
})

test('[REV2] over is what has nothing left to do: a run that ended, or what is archived; never what merely rests', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const { store, sessions } = scene.world
  assert.equal(await store.read((r) => sessions.isOver(r, sessionId)), true)
  assert.equal(await store.read((r) => sessions.isOver(r, scene.id)), false)
  const { scene: other, sessionId: resting } = await ended({ mode: 'session' })
  await using _other = other
  other.world.clock.advance(limits.bindingMsMax)
  assert.equal(await other.world.store.read((r) => other.world.sessions.isOver(r, resting)), false)
})

test('[REV1] what the spawn put away stays away', async () => {
  const { scene, sessionId } = await ended({ tools: ['sessions_list'] })
  await using _ = scene
  const { session } = await goOn(scene, sessionId)
  await scene.world.say(scene.ann, session.id, 'And now?')
  await scene.settle()
  const names = scene
    .asked('root')
    .at(-1)
    ?.tools.map(({ name }) => name)
  assert.deepEqual(names, ['sessions_list'])
})

test('[REV1] [SUB7] what was put away further up stays away too', async () => {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  scene.play('root', [spawn('plan', { tools: ['sessions_spawn', 'agents_list'] })])
  scene.play('plan', [spawn('weave', { label: 'looms' })])
  await scene.say('go')
  await scene.settle()
  const { session } = await goOn(scene, (await scene.run('weave')).sessionId)
  await scene.world.say(scene.ann, session.id, 'And now?')
  await scene.settle()
  const names = scene
    .asked('root')
    .at(-1)
    ?.tools.map(({ name }) => name)
  assert.deepEqual(names?.toSorted(), ['agents_list', 'sessions_spawn'])
})

test('[REV6] [REV1] who comes along later finds what goes on: it is told the past once, and so is the parent', async () => {
  const { scene, sessionId } = await ended()
  await using _ = scene
  const { session } = await goOn(scene, sessionId)
  const again = await goOn(scene, sessionId)
  assert.deepEqual([again.session.id, again.isNew], [session.id, false])
  assert.equal(await noticed(scene, session.id, 'preamble'), 1)
  assert.equal(await noticed(scene, scene.id, 'thread_went_on'), 1)
})
