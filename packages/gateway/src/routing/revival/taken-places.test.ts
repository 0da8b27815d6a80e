import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, Refusal, type SessionId } from '@heddle/contract'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'
import type { Actor } from '../../people/people.ts'
import { placeKey } from '../session-key.ts'

const secret = 'the salary is 4711'

/** Whether that stands on a timeline that they may read. */
async function reads(h: HearingHouse, actor: Actor, id: SessionId, words: string): Promise<boolean> {
  try {
    const page = await h.store.read((r) => h.sessions.timeline(r, actor, id, { limit: 100 }))
    return JSON.stringify(page).includes(words)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false
    throw error
  }
}

/** A thread with a session of its own, in which Kim focuses a private sub-agent that has ended, and somebody goes on. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.model.respond(() => ['Yes?'])
  const { actor: bob, user: bobs } = await h.member('bob')
  const { actor: kim, user } = await h.member('kim')
  const thread = h.platform.startThread(h.platform.say(user.id, h.general, 'look').id, 'work')
  const say = async (text: string, by = user) => {
    h.platform.say(by.id, thread, text)
    await h.settle()
  }
  const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
  const ownId = async () => (await h.store.read((r) => h.sessions.see(r, bob, key))).id
  await say(`${h.mention} hello`)
  const own = await ownId()
  const web = await h.chat(kim, { visibility: 'private' })
  const page = { channel: 'web', accountId: kim.personId, conversationId: web }
  const { sessionId: childId } = await h.store.tx((t) =>
    h.routing.spawn(t, kim, { conversation: page, sessionId: web }, { task: 'Look into it.' }),
  )
  await h.settle()
  await h.say(kim, childId, `between us: ${secret}`)
  await h.settle()
  await say(`${h.mention} /focus ${childId}`)
  await say('go on')
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { status: 'in_force' }, { limit: 5 }),
  )
  const after = items[0]?.sessionId
  assert.ok(after)
  return { h, bob, bobs, kim, thread, say, ownId, own, childId, after }
}

test('[REV1] [CNV5] [SES7] what was said in private stands on no timeline that others read, whatever the thread has of its own', async () => {
  const { h, bob, kim, own, childId, after } = await open()
  await using _ = h
  assert.equal(new Set([own, childId, after]).size, 3)
  assert.deepEqual(await h.saidIn(after), ['kim: go on'])
  assert.equal(await reads(h, kim, after, secret), true)
  for (const id of [own, childId, after]) assert.equal(await reads(h, bob, id, secret), false)
  assert.equal(await h.store.read((r) => h.sessions.mayRead(r, bob, after)), false)
})

test('[REV1] [BND6] the thread keeps what it has of its own, for when nothing is bound there any more', async () => {
  const { h, bobs, thread, say, ownId, own, after } = await open()
  await using _ = h
  assert.equal(await ownId(), own)
  await say('/unfocus')
  await say(`${h.mention} back to us`, bobs)
  assert.equal((await h.saidIn(own)).at(-1), 'bob: back to us')
  assert.deepEqual(await h.saidIn(after), ['kim: go on'])
  // Nor is it in the way of a fresh one.
  await say(`${h.mention} /new`)
  assert.match(h.read(thread).at(-1) ?? '', /A fresh session begins here/)
})

test('[REV6] a thread whose own session goes on where its child ended tells it the past, and of no other session', async () => {
  await using h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const { user } = await h.member('kim')
  const answers = [[spawn('look', { label: 'seeker', thread: true, mode: 'run' })], ['On it.']]
  h.model.respond(({ system }) => (/^\{"task":/m.test(system) ? ['Found.'] : (answers.shift() ?? ['Yes?'])))
  const thread = h.platform.startThread(h.platform.say(user.id, h.general, 'look').id, 'work')
  for (const text of [`${h.mention} go`, 'and now?']) {
    h.platform.say(user.id, thread, text)
    for (let i = 0; i < 5; i++) {
      await h.settle()
      h.clock.advance(limits.announceTogetherMs)
    }
  }
  const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
  const { id } = await h.store.read((r) => h.sessions.see(r, h.operator, key))
  assert.equal((await h.saidIn(id)).at(-1), 'kim: and now?')
  const codes = (await h.timeline(id)).map(({ payload }) => payload['code'])
  assert.deepEqual([codes.includes('preamble'), codes.includes('thread_went_on')], [true, false])
})

/** A sub-agent of a sub-agent that has ended on the web, and ways to speak to it. */
async function openNested() {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world, ann } = scene
  scene.play('root', [spawn('boss', { label: 'boss', thread: true, mode: 'run' })])
  scene.play('boss', [spawn('worker', { label: 'worker', thread: true, mode: 'run' })])
  await scene.say('go')
  await scene.settle()
  const { sessionId: worker } = await scene.run('worker')
  const { sessionId: boss } = await scene.run('boss')
  const say = async (page: SessionId, text: string) => {
    const arrived = await world.store.tx((t) =>
      world.routing.receive(t, ann, {
        conversation: { channel: 'web', accountId: ann.personId, conversationId: page },
        sessionId: page,
        eventId: `e ${text}`,
        text,
        mode: 'queue',
        to: 'focus',
      }),
    )
    return arrived.sessionId
  }
  await say(scene.id, '/focus worker')
  return { scene, say, worker, boss }
}

test('[REV1] [REV4] [REV6] what ended on the web goes on once, from whichever page somebody speaks to it', async () => {
  const { scene, say, worker, boss } = await openNested()
  await using _ = scene
  const first = await say(scene.id, 'one')
  assert.equal(await say(worker, 'two'), first)
  assert.notEqual(first, worker)
  await scene.settle()
  const told = (await scene.world.timeline(boss)).filter(
    ({ payload }) => payload['code'] === 'thread_went_on',
  )
  assert.equal(told.length, 1)
})

test('[REV1] what went on under the key of another page goes on there', async () => {
  const { scene, say, worker } = await openNested()
  await using _ = scene
  const { store, sessions } = scene.world
  // As it was named from the page of the session at the top.
  const page = { channel: 'web', accountId: '', conversationId: worker, parentConversationId: scene.id }
  const key = placeKey('main', page, 'thread')
  const rest = { title: 'worker', by: 'Ann', preamble: 'p', quotes: [], isForeign: false, rights: [] }
  const { session } = await store.tx((t) =>
    sessions.continueSession(t, { sessionId: worker, key, keyBeside: key, ...rest }),
  )
  assert.equal(await say(worker, 'two'), session.id)
  assert.equal(await say(scene.id, 'one'), session.id)
})

test('[SUB15] [SES2] [REV1] that nobody talks to it any more is told where it was told that somebody does, once each', async () => {
  const { scene, say, worker, boss } = await openNested()
  await using _ = scene
  const after = await say(scene.id, 'go on')
  await scene.settle()
  await say(scene.id, '/unfocus')
  await scene.settle()
  const told = async (id: SessionId) =>
    (await scene.world.timeline(id))
      .filter(({ kind }) => kind.startsWith('binding.'))
      .map(({ kind, payload }) => [kind, payload['sessionId'], payload['bindingId']])
  const [made] = (await told(worker)).filter(([kind]) => kind === 'binding.made').slice(-1)
  assert.ok(made)
  const bindingId = made[2]
  const ofIt = async (id: SessionId) => (await told(id)).filter((row) => row[2] === bindingId)
  for (const id of [worker, boss]) {
    assert.deepEqual(await ofIt(id), [
      ['binding.made', worker, bindingId],
      ['binding.ended', worker, bindingId],
    ])
  }
  assert.deepEqual(await ofIt(after), [['binding.ended', after, bindingId]])
  const [ended] = (await scene.world.timeline(boss)).slice(-1)
  assert.deepEqual(ended?.payload['conversation'], {
    channel: 'web',
    accountId: scene.ann.personId,
    conversationId: scene.id,
  })
})
