import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConversationRef, placeName, type RunId, type SessionId } from '@heddle/contract'
import type { PersonActor } from '../../people/people.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { held, spawn } from '../../../test-support/spawning-sessions.ts'
import { type Telling, telling } from '../../../test-support/telling-house.ts'

const completionOf = (scene: Telling, id: RunId) =>
  scene.world.store.read((r) => scene.world.routing.completionOf(r, id))

const outbox = (scene: Telling, state: 'all' | 'trouble' = 'all') =>
  scene.world.store.read(
    async (r) => (await scene.world.routing.outbox.list(r, scene.ann, { state }, { limit: 50 })).items,
  )

const remarks = async (scene: Telling, code: string) =>
  (await scene.world.timeline(scene.id)).filter(({ payload }) => payload['code'] === code).map(textOf)

/** A run that is bound to a thread which takes nothing any more when it ends. */
async function lost(scene: Telling, more: object = {}, askedAt?: ConversationRef, answer = 'A hole.') {
  const gate = held(answer)
  scene.play('root', [spawn('dig', { label: 'spade', ...more })])
  scene.play('dig', gate.answer)
  if (askedAt) await scene.sayAt(askedAt, 'go')
  else await scene.say('go')
  await scene.pass()
  const place = scene.thread('dig')
  const { id: runId, sessionId } = await scene.run('dig')
  await scene.bind(sessionId, place)
  await scene.pass()
  scene.world.platform.lock(place.conversationId, true)
  gate.go()
  await scene.settle()
  return { place, runId, sessionId }
}

const endsOf = async (scene: Telling, id: SessionId) => {
  const { items } = await scene.world.store.read((r) =>
    scene.world.routing.bindings.list(
      r,
      scene.world.operator,
      { sessionId: id, status: 'all' },
      { limit: 9 },
    ),
  )
  return items.map(({ endReason }) => endReason)
}

test('[RTE7] a place that refuses for good loses its binding, and the completion is told where it was asked for, with a line', async () => {
  await using scene = await telling()
  const { runId, sessionId } = await lost(scene, {}, scene.general)
  assert.deepEqual(await endsOf(scene, sessionId), ['place_refused'])
  const told = scene.read(scene.general).filter((text) => text.includes('Result: A hole.'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /Its own conversation took this no more .*so it is told here\.\s+runtime /s)
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'binding_lost',
    place: placeName(scene.general),
  })
})

test('[RTE7] [DLV4] what was told elsewhere waits for nobody any more: nobody can send it a second time', async () => {
  for (const askedAt of ['outside', 'web'] as const) {
    await using scene = await telling()
    const { runId } = await lost(scene, {}, askedAt === 'outside' ? scene.general : undefined)
    const about = (await outbox(scene)).filter((one) => one.cause === `completion:${runId}`)
    assert.deepEqual(
      about.map(({ state, mayResend }) => [state, mayResend]),
      [['withdrawn', false]],
    )
    assert.deepEqual(
      (await outbox(scene, 'trouble')).filter((one) => one.runId === runId),
      [],
    )
  }
})

test('[RTE7] asked for on the web, it stands on that page, and a line says why', async () => {
  await using scene = await telling()
  const { runId } = await lost(scene)
  assert.equal((await scene.announced()).length, 1)
  assert.equal((await remarks(scene, 'binding_lost')).length, 1)
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'binding_lost',
    place: scene.id,
  })
})

test('[RTE7] [RTE1] that of a persistent sub-agent is held, and its root is told', async () => {
  await using scene = await telling()
  const { runId } = await lost(scene, { mode: 'session' }, scene.general)
  const trouble = await outbox(scene, 'trouble')
  const heldOne = trouble.find(({ state }) => state === 'waiting')
  assert.deepEqual([heldOne?.reason, heldOne?.place, heldOne?.mayResend], ['held', null, true])
  const { state, reason, detail } =
    (await outbox(scene)).find((one) => one.cause === `completion:${runId}`) ?? {}
  assert.deepEqual([state, reason], ['withdrawn', 'held_instead'])
  assert.match(detail ?? '', /locked/, 'what its place said stays')
  assert.equal((await completionOf(scene, runId))?.destination, 'hold')
  assert.equal((await remarks(scene, 'completion_held')).length, 1)
  assert.ok(!scene.read(scene.general).some((text) => text.includes('Result: A hole.')))
})

test('[RTE7] what is configured about it wins over what it is', async () => {
  for (const failClosed of [true, false]) {
    await using scene = await telling()
    scene.world.placeRules.layers['loopback'] = { failClosed }
    const mode = failClosed ? 'run' : 'session'
    const { runId } = await lost(scene, { mode }, scene.general)
    assert.equal((await completionOf(scene, runId))?.destination, failClosed ? 'hold' : 'requester')
  }
})

test('[RTE7] where it was asked for in that very place it is held, and decided only once more', async () => {
  await using scene = await telling()
  const gate = held('A hole.')
  scene.play('root', [spawn('dig')])
  scene.play('dig', gate.answer)
  const place = scene.thread('dig')
  await scene.sayAt(place, 'go')
  await scene.pass()
  const { id, sessionId } = await scene.run('dig')
  await scene.bind(sessionId, place)
  await scene.pass()
  scene.world.platform.lock(place.conversationId, true)
  gate.go()
  await scene.settle()
  assert.equal((await completionOf(scene, id))?.destination, 'hold')
  assert.equal((await outbox(scene, 'trouble')).filter(({ state }) => state === 'waiting').length, 1)
})

test('[RTE7] what is refused again stays refused, and is told nowhere else', async () => {
  await using scene = await telling()
  const gate = held('A hole.')
  scene.play('root', [spawn('dig')])
  scene.play('dig', gate.answer)
  const [asked, place] = [scene.thread('asked'), scene.thread('dig')]
  await scene.sayAt(asked, 'go')
  await scene.pass()
  const { id, sessionId } = await scene.run('dig')
  await scene.bind(sessionId, place)
  await scene.pass()
  for (const one of [asked, place]) scene.world.platform.lock(one.conversationId, true)
  gate.go()
  await scene.settle()
  const refusedOnes = (await outbox(scene, 'trouble')).filter(({ runId }) => runId === id)
  assert.deepEqual(
    refusedOnes.map(({ state, place: at }) => [state, at && placeName(at)]),
    [['rejected', placeName(asked)]],
  )
})

test('[RTE7] [DLV4] [I3] what is held in its stead is all that people can send: once, wherever it is bound by then', async () => {
  await using scene = await telling()
  const { runId, sessionId } = await lost(scene, { mode: 'session' }, scene.general)
  const stuck = (await outbox(scene, 'trouble')).filter((one) => one.runId === runId)
  assert.deepEqual(
    stuck.map(({ state, cause }) => [state, cause]),
    [['waiting', `completion-again:${runId}`]],
  )
  const fresh = scene.thread('fresh')
  await scene.bind(sessionId, fresh)
  for (const { id } of await outbox(scene)) {
    // Whatever has settled is refused.
    const again = scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, id))
    await again.catch(() => undefined)
  }
  await scene.settle()
  assert.equal(scene.read(fresh).filter((text) => text.includes('A hole.')).length, 1)
})

test('[RTE7] [DLV5] of a long one that its place refuses in all of its parts, none waits for anybody', async () => {
  await using scene = await telling()
  const { runId } = await lost(scene, { mode: 'session' }, scene.general, 'A long hole. '.repeat(400))
  const stuck = (await outbox(scene, 'trouble')).filter((one) => one.runId === runId)
  assert.deepEqual(
    stuck.map(({ cause }) => cause),
    [`completion-again:${runId}`],
  )
  const first = (await outbox(scene)).filter(({ cause }) => cause === `completion:${runId}`)
  assert.ok(first.length > 1, 'it went out in several parts')
  assert.deepEqual(new Set(first.map(({ state }) => state)), new Set(['withdrawn']))
})

test('[RTE1] resend decides anew: where the session is bound by then, or where it was asked for', async () => {
  for (const isRebound of [true, false]) {
    await using scene = await telling()
    const { runId, sessionId } = await lost(scene, { mode: 'session' }, scene.general)
    const fresh = scene.thread('fresh')
    if (isRebound) await scene.bind(sessionId, fresh)
    await scene.settle()
    const waiting = (await outbox(scene, 'trouble')).find(({ state }) => state === 'waiting')
    assert(waiting)
    const sent = await scene.world.store.tx((t) =>
      scene.world.routing.outbox.resend(t, scene.ann, waiting.id),
    )
    assert.equal(sent.state, 'queued')
    await scene.settle()
    const at = isRebound ? fresh : scene.general
    assert.equal(scene.read(at).filter((text) => text.includes('A hole.')).length, 1)
    assert.equal((await completionOf(scene, runId))?.place, placeName(at))
    await assert.rejects(
      () => scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, waiting.id)),
      refusedWith('delivery_settled'),
    )
  }
})

test('[RTE1] [RTE3] an answer that its bound place refused is sent where its session is bound by then, else there once more', async () => {
  for (const isRebound of [true, false]) {
    await using scene = await telling()
    scene.play('root', [spawn('dig', { label: 'spade', mode: 'session' })])
    await scene.sayAt(scene.general, 'go')
    await scene.pass()
    const place = scene.thread('dig')
    const { sessionId } = await scene.run('dig')
    await scene.bind(sessionId, place)
    await scene.pass()
    scene.play('dig', ['It is deep.'])
    scene.world.platform.lock(place.conversationId, true)
    await scene.sayAt(place, 'how deep?', sessionId)
    await scene.settle()
    const refused = (await outbox(scene, 'trouble')).find(({ text }) => text === 'It is deep.')
    assert.equal(refused?.state, 'rejected')
    const fresh = scene.thread('fresh')
    if (isRebound) await scene.bind(sessionId, fresh)
    scene.world.platform.lock(place.conversationId, false)
    await scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, refused.id))
    await scene.settle()
    const at = isRebound ? fresh : place
    assert.deepEqual(
      scene.read(at).filter((text) => text.endsWith('It is deep.')),
      ['Main · spade: It is deep.'],
    )
  }
})

test('[RTE1] [I3] an intro that its place refused is sent there again, and moves nothing of what the run came to', async () => {
  await using scene = await telling()
  const gate = held('A hole.')
  scene.play('root', [spawn('dig', { label: 'spade' })])
  scene.play('dig', gate.answer)
  await scene.sayAt(scene.general, 'go')
  await scene.pass()
  const place = scene.thread('dig')
  const { id: runId, sessionId } = await scene.run('dig')
  scene.world.platform.lock(place.conversationId, true)
  await scene.bind(sessionId, place)
  await scene.pass()
  gate.go()
  await scene.settle()
  const before = await completionOf(scene, runId)
  const intro = (await outbox(scene)).find(({ cause }) => cause.startsWith('intro:'))
  assert.equal(intro?.state, 'rejected')
  await scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, intro.id))
  await scene.settle()
  assert.deepEqual(await completionOf(scene, runId), before)
  assert.deepEqual(
    scene.read(scene.general).filter((text) => text.includes('is here.')),
    [],
  )
})

test('[RTE1] dismiss withdraws what is held, once', async () => {
  await using scene = await telling()
  await lost(scene, { mode: 'session' }, scene.general)
  const waiting = (await outbox(scene, 'trouble')).find(({ state }) => state === 'waiting')
  assert(waiting)
  const dismiss = () =>
    scene.world.store.tx((t) => scene.world.routing.outbox.dismiss(t, scene.ann, waiting.id))
  assert.deepEqual((await dismiss()).state, 'withdrawn')
  await assert.rejects(dismiss, refusedWith('delivery_settled'))
})

test('[RTE1] what is held and was asked for on the web is told there by a resend', async () => {
  await using scene = await telling()
  const { runId } = await lost(scene, { mode: 'session' })
  const waiting = (await outbox(scene, 'trouble')).find(({ state }) => state === 'waiting')
  assert(waiting)
  const after = await scene.world.store.tx((t) => scene.world.routing.outbox.resend(t, scene.ann, waiting.id))
  assert.equal(after.state, 'withdrawn')
  assert.deepEqual(await completionOf(scene, runId), {
    destination: 'requester',
    reason: 'binding_lost',
    place: scene.id,
  })
})

const inboxOf = async (scene: Telling, actor: PersonActor) =>
  (await scene.world.store.read((r) => scene.world.notifications.list(r, actor, 'all', { limit: 20 }))).items

test('[NTF5] [RTE2] whoever asked for what is held is told that it has no place, and why', async () => {
  await using scene = await telling()
  const { actor: bob } = await scene.world.signedIn('bob', 'member')
  const { sessionId } = await lost(scene, { mode: 'session' }, scene.general)
  const [told, ...more] = await inboxOf(scene, scene.ann)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [told?.reason, told?.sessionId, told?.excerpt, told?.readAt],
    ['delivery_gave_up', sessionId, 'A hole.', null],
  )
  assert.match(told?.problem ?? '', /^There is no place for it: its own conversation took it no more/)
  assert.deepEqual(await inboxOf(scene, bob), [])
  // Once somebody has seen to it, it is no problem any more.
  const [item] = (await outbox(scene, 'trouble')).filter(({ state }) => state === 'waiting')
  await scene.world.store.tx((t) => scene.world.routing.outbox.dismiss(t, scene.ann, item?.id ?? ''))
  assert.equal((await inboxOf(scene, scene.ann))[0]?.problem, null)
})

test('[NTF5] what its place refused and is told elsewhere is no trouble; what nobody else tells is told to those who take part', async () => {
  await using scene = await telling()
  const { place, sessionId } = await lost(scene, {}, scene.general)
  assert.deepEqual(await inboxOf(scene, scene.ann), [])
  scene.world.platform.lock(place.conversationId, false)
  await scene.bind(sessionId, place)
  scene.play('dig', ['A deeper hole.'])
  await scene.sayAt(place, 'deeper', sessionId)
  scene.world.platform.lock(place.conversationId, true)
  await scene.settle()
  const told = await inboxOf(scene, scene.ann)
  assert.deepEqual(
    told.map(({ reason, excerpt, actor }) => [reason, excerpt, actor.name]),
    [['delivery_gave_up', 'A deeper hole.', 'Heddle']],
  )
  assert.notEqual(told[0]?.problem, null)
})
