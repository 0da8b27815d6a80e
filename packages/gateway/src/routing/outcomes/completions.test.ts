import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type ConversationRef, limits, placeName, type RunId, type SessionId } from '@heddle/contract'
import { heardIn, held, manage, spawn, withRules } from '../../../test-support/spawning-sessions.ts'
import { type Telling, telling } from '../../../test-support/telling-house.ts'

const completionOf = (scene: Telling, id: RunId) =>
  scene.world.store.read((r) => scene.world.routing.completionOf(r, id))

const bindingsOf = (scene: Telling, id: SessionId) =>
  scene.world.store.read((r) => scene.world.routing.bindings.listBySession(r, id))

const endOf = async (scene: Telling, id: SessionId) => {
  const { items } = await scene.world.store.read((r) =>
    scene.world.routing.bindings.list(
      r,
      scene.world.operator,
      { sessionId: id, status: 'ended' },
      { limit: 9 },
    ),
  )
  return items.map(({ endReason }) => endReason)
}

/** Spawns it from the web, bound to a thread of its own before it says anything. */
async function bound(scene: Telling, task: string, more: object = {}) {
  const gate = held(`${task} is done`)
  scene.play('root', [spawn(task, { label: task, ...more })])
  scene.play(task, gate.answer)
  await scene.say(task)
  await scene.pass()
  const place = scene.thread(task)
  const { id: runId, sessionId } = await scene.run(task)
  await scene.bind(sessionId, place)
  await scene.pass()
  return { gate, place, runId, sessionId }
}

test('[RTE2] [RTE3] [SUB9] a bound run is told in its place: one message, its answer with the figures as the last line', async () => {
  await using scene = await telling()
  const { gate, place, runId, sessionId } = await bound(scene, 'dig')
  const asked = scene.asked('root').length
  gate.go()
  await scene.settle()
  const [told = '', ...more] = scene.read(place)
  const lines = told.split('\n')
  assert.equal(lines[0], 'Main · dig: dig is done')
  assert.match(
    lines.at(-1) ?? '',
    /^runtime \d+s · tokens .* · session id ses_\w+ · transcript \/sessions\/ses_\w+$/,
  )
  assert.deepEqual(more, [])
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'bound',
    reason: 'bound_place',
    place: placeName(place),
  })
  assert.equal(scene.asked('root').length, asked, 'its parent was not woken')
  assert.deepEqual(scene.read(scene.general), [])
  await scene.say('What was that?')
  await scene.settle()
  assert.match(heardIn(scene.asked('root').at(-1)).at(-2) ?? '', /Result: dig is done/)
  assert.equal((await bindingsOf(scene, sessionId))[0]?.status, 'ending')
})

test('[RTE4] [BND6] what ends and is kept says how one goes on; its binding waits for that, also when it is archived by itself', async () => {
  await using scene = await telling()
  const { gate, place, sessionId } = await bound(scene, 'dig')
  gate.go()
  await scene.settle()
  assert.match(scene.read(place)[0] ?? '', /\nDone\. Write here to go on with it\.\nruntime /)
  await scene.wait(61 * 60_000)
  await scene.settle()
  const session = await scene.world.store.read((r) => scene.world.sessions.see(r, scene.ann, sessionId))
  assert.equal(session.state, 'archived')
  assert.equal((await bindingsOf(scene, sessionId))[0]?.status, 'ending')
})

test('[SUB16] [BND6] the end of a persistent task changes nothing about its binding', async () => {
  await using scene = await telling()
  const { gate, place, sessionId } = await bound(scene, 'dig', { mode: 'session' })
  gate.go()
  await scene.settle()
  assert.equal((await bindingsOf(scene, sessionId))[0]?.status, 'active')
  assert.match(scene.read(place)[0] ?? '', /^Main · dig: dig is done\s+runtime /)
})

test('[RTE2] [I17] two that finish together are told once each in their own threads, and not above them', async () => {
  await using scene = await telling()
  const gates = { a: held('A.'), b: held('B.') }
  scene.play('root', [spawn('a', { label: 'a' }), spawn('b', { label: 'b' })])
  for (const [task, { answer }] of Object.entries(gates)) scene.play(task, answer)
  await scene.sayAt(scene.general, 'go')
  await scene.pass()
  const places: Record<string, ConversationRef> = { a: scene.thread('a'), b: scene.thread('b') }
  for (const [task, place] of Object.entries(places))
    await scene.bind((await scene.run(task)).sessionId, place)
  const before = scene.read(scene.general)
  for (const { go } of Object.values(gates)) go()
  await scene.settle()
  for (const [task, place] of Object.entries(places)) {
    assert.equal(scene.read(place).length, 1)
    assert.match(scene.read(place)[0] ?? '', new RegExp(`^Main · ${task}: ${task.toUpperCase()}\\.`))
  }
  assert.deepEqual(scene.read(scene.general), before)
})

test('[RTE2] the parent of a bound run is woken if it is a run itself', async () => {
  await using scene = await telling(withRules({ maxSpawnDepth: 2 }))
  const dig = held('A hole.')
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], ['begun'], ['There is a hole.'])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  dig.go()
  await scene.settle()
  assert.equal(scene.read(place).length, 1)
  assert.equal((await scene.run('plan')).announcement?.result, 'There is a hole.')
})

test('[RTE2] a parent that stands still for a bound run goes on with what it came to', async () => {
  await using scene = await telling()
  const dig = held('A hole.')
  scene.play('root', [spawn('dig')], [manage('wait')], ['I see a hole.'])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  await scene.bind((await scene.run('dig')).sessionId, scene.thread('dig'))
  dig.go()
  await scene.settle()
  assert.match(heardIn(scene.asked('root').at(-1)).at(-1) ?? '', /Result: A hole\./)
  assert.equal(scene.asked('root').length, 3)
})

test('[RTE2] [CMD7] what a person asked for outside is told there, with status, result and figures', async () => {
  await using scene = await telling()
  const place = { conversation: scene.general, sessionId: scene.id }
  const { runId } = await scene.world.store.tx((t) =>
    scene.world.routing.spawn(t, scene.ann, place, { task: 'dig', label: 'spade' }),
  )
  await scene.settle()
  const [told = '', ...more] = scene.read(scene.general)
  assert.match(
    told,
    /^Main · spade: Status: success · completed successfully\n\nResult: dig is done\s+runtime /,
  )
  assert.deepEqual(more, [])
  assert.equal(scene.asked('root').length, 0)
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'asked_there',
    place: placeName(scene.general),
  })
})

test('[RTE2] [RTE5] what nobody above can tell any more is told where the root was asked, once', async () => {
  await using scene = await telling(withRules({ maxSpawnDepth: 2 }))
  const busy = held('Never said.')
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')], busy.answer)
  await scene.sayAt(scene.general, 'go')
  await scene.pass()
  await scene.wait(300)
  await scene.pass()
  const plan = await scene.run('plan')
  await scene.world.store.tx((t) => scene.world.sessions.kill(t, scene.ann, plan.id))
  await scene.settle()
  const told = scene.read(scene.general).filter((text) => text.includes('Result: dig is done'))
  assert.equal(told.length, 1)
  assert.equal((await completionOf(scene, (await scene.run('dig')).id))?.place, placeName(scene.general))
  busy.go()
})

test('[SUB9] [RTE2] the word for nothing posts nothing, in a bound place neither', async () => {
  await using scene = await telling()
  const dig = held('ANNOUNCE_SKIP')
  scene.play('root', [spawn('dig')])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  const { id, sessionId } = await scene.run('dig')
  await scene.bind(sessionId, place)
  dig.go()
  await scene.settle()
  assert.deepEqual(scene.read(place), [])
  assert.equal((await completionOf(scene, id))?.reason, 'skipped')
})

test('[RTE2] [DLV5] a long answer is told whole, in parts, the figures behind the last', async () => {
  await using scene = await telling()
  const text = Array.from({ length: 600 }, (_, i) => `line ${i} of many`).join('\n')
  const dig = held(text)
  scene.play('root', [spawn('dig')])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  dig.go()
  await scene.settle()
  const parts = scene.read(place)
  assert.ok(parts.length > 3)
  const whole = parts.map((part) => part.slice('Main · dig: '.length)).join('\n')
  for (const i of [0, 300, 599]) assert.ok(whole.includes(`line ${i} of many`))
  assert.match(parts.at(-1)?.split('\n').at(-1) ?? '', /^runtime /)
})

test('[BND6] [I20] a kill ends the binding with its own commit; the end is then told as of one without a place', async () => {
  await using scene = await telling()
  const { gate, place, runId, sessionId } = await bound(scene, 'dig')
  await scene.world.store.tx(async (t) => {
    await scene.world.sessions.kill(t, scene.ann, runId)
    assert.equal(await scene.world.routing.bindings.resolveByConversation(t, place), undefined)
  })
  await scene.settle()
  assert.deepEqual(await endOf(scene, sessionId), ['kill'])
  assert.deepEqual(scene.read(place), [])
  assert.equal((await completionOf(scene, runId))?.reason, 'parent_tells')
  gate.go()
})

test('[BND6] [SUB13] cleanup tells the answer, then ends the binding with a farewell', async () => {
  await using scene = await telling()
  const { gate, place, sessionId } = await bound(scene, 'dig', { cleanup: 'delete' })
  gate.go()
  await scene.settle()
  assert.deepEqual(await endOf(scene, sessionId), ['cleanup'])
  const own = scene.world.platform
    .read(place.conversationId)
    .filter(({ author }) => author.id === scene.world.botId)
  const [answer, farewell] = own.slice(-2).map(({ text }) => text)
  assert.match(answer ?? '', /^dig is done/)
  assert.match(farewell ?? '', /^⚙️/)
})

test('[BND6] who archives a session ends what is bound to it and to those below it', async () => {
  await using scene = await telling()
  const { gate, sessionId } = await bound(scene, 'dig', { mode: 'session' })
  gate.go()
  const place = scene.thread('chat')
  await scene.bind(scene.id, place)
  await scene.settle()
  await scene.world.store.tx((t) => scene.world.sessions.archive(t, scene.ann, scene.id))
  assert.deepEqual(
    [await endOf(scene, scene.id), await endOf(scene, sessionId)],
    [['session_deleted'], ['kill']],
  )
})

test('[RTE2] [I2] [I6] a bound completion is told once, also when the house crashes right after the end', async () => {
  await using scene = await telling()
  const { gate, place } = await bound(scene, 'dig')
  gate.go()
  const isOver = async () => (await scene.run('dig')).endedAt !== null
  while (!(await isOver())) await nextTick()
  await scene.world.crash()
  await scene.settle()
  // What was on its way is looked for after a while.
  await scene.wait(2 * limits.deliverySettleMs)
  await scene.settle()
  assert.equal(scene.read(place).length, 1)
})

test('[RTE2] [CNV7] what somebody has focused on the web is told on its page: nothing is sent, and its parent hears it quietly', async () => {
  await using scene = await telling()
  const dig = held('A hole.')
  scene.play('root', [spawn('dig')])
  scene.play('dig', dig.answer)
  await scene.say('go')
  await scene.pass()
  const { id, sessionId } = await scene.run('dig')
  const composer = { channel: 'web', accountId: scene.ann.personId, conversationId: scene.id }
  await scene.bind(sessionId, composer)
  const asked = scene.asked('root').length
  dig.go()
  await scene.settle()
  assert.deepEqual(await completionOf(scene, id), {
    destination: 'bound',
    reason: 'bound_place',
    place: sessionId,
  })
  assert.equal(scene.asked('root').length, asked)
})

test('[RTE3] [RTE2] what stands there already when the run ends later is not told twice: the figures are added to it', async () => {
  await using scene = await telling(withRules({ maxSpawnDepth: 2 }))
  const [plan, mute] = [held('All is planned.'), held('ANNOUNCE_SKIP')]
  scene.play('root', [spawn('plan', { label: 'plan' })])
  scene.play('plan', [spawn('mute')], plan.answer)
  scene.play('mute', mute.answer)
  await scene.say('go')
  await scene.pass()
  const place = scene.thread('plan')
  await scene.bind((await scene.run('plan')).sessionId, place)
  plan.go()
  await scene.pass()
  assert.deepEqual(scene.read(place), ['Main · plan: All is planned.'])
  mute.go()
  await scene.settle()
  const [told = '', ...more] = scene.read(place)
  assert.match(told, /^Main · plan: All is planned\.\s+Done\. Write here to go on with it\.\nruntime /)
  assert.deepEqual(more, [])
})

test('[RTE2] [SUB16] a bound one that is stopped from above says so in its place, and stays bound', async () => {
  await using scene = await telling()
  const { gate, place, sessionId } = await bound(scene, 'dig', { mode: 'session' })
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  assert.match(scene.read(place)[0] ?? '', /^Main · dig: Status: cancelled · stopped/)
  assert.equal((await bindingsOf(scene, sessionId))[0]?.status, 'active')
  gate.go()
})
