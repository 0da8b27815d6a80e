// What agents say outside on a platform that fails: where they may, as one message, known for what it is; and what a revived
// one knows of its thread.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openFocusScene } from '../test-support/focus-scene.ts'
import {
  boundIn,
  broken,
  brokenAfterwards,
  lostAnswer,
  lostRequest,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { telling } from '../test-support/telling-house.ts'
import { openWoven } from '../test-support/weaving-scene.ts'

const nowhere = () => undefined

test('[BND11] switched off while a notice is under way, a thread is an ordinary one at once; switched on again, its binding holds', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, thread, told, worker } = scene
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, fault: lostAnswer }]))
  h.platform.say(ann.user.id, thread, `${h.mention} /focus worker`)
  await h.pass(1_000)
  h.placeRules.layers['loopback'] = { enabled: false }
  await h.crash()
  h.platform.say(ann.user.id, thread, 'for nobody')
  await h.pass(untilSettledMs)
  assert.ok(!(await h.saidIn(worker)).includes('ann: for nobody'))
  await say(ann, thread, `${h.mention} hello there`)
  assert.equal(told(thread).at(-1), 'Heddle: Main answers.')
  h.placeRules.layers['loopback'] = {}
  await say(ann, thread, 'for the worker')
  assert.ok((await h.saidIn(worker)).includes('ann: for the worker'))
  assert.equal(
    told(thread).filter((line) => line.includes('What is written here goes straight to it')).length,
    1,
  )
})

test('[RTE3] an answer goes where it was asked for and nowhere else, though that place fails and others do not', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, thread, told, worker } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const anchor = h.platform.say(ann.user.id, h.general, 'another')
  const other = h.platform.startThread(anchor.id, 'other')
  await say(ann, other, `${h.mention} /focus worker`)
  assert.equal((await boundIn(h, thread)).length + (await boundIn(h, other)).length, 2)
  const [quiet, general] = [told(other), told(h.general)]
  h.platform.useFaults(
    scriptFaults([
      { on: 'send', in: thread, fault: brokenAfterwards },
      { on: 'send', in: thread, fault: broken },
      { on: 'send', in: thread, fault: tooMany(4_000) },
    ]),
  )
  h.platform.say(ann.user.id, thread, 'how deep?')
  await h.pass(1_000)
  await h.crash()
  await h.pass(2 * untilSettledMs)
  const answers = told(thread).filter((line) => line.endsWith('The worker answers.'))
  assert.equal(answers.length, 1, told(thread).join('\n'))
  assert.deepEqual([told(other), told(h.general)], [quiet, general])
  // From its own page it answers into the place that was active last.
  await h.say(ann.actor, worker, 'and how wide?')
  await h.pass(untilSettledMs)
  assert.equal(told(thread).filter((line) => line.endsWith('The worker answers.')).length, 2)
  assert.deepEqual(told(other), quiet)
})

test('[DLV3] [I7] only what is proven not to be sent is sent again without a look; of the rest the platform is asked', async () => {
  const kinds = [
    { fault: broken, looks: false },
    { fault: unreachable, looks: false },
    { fault: tooMany(2_000), looks: false },
    { fault: lostAnswer, looks: true },
    { fault: lostRequest, looks: true },
    { fault: brokenAfterwards, looks: true },
    { fault: { kind: 'reset', isDone: true }, looks: true },
    { fault: { kind: 'empty' }, looks: true },
    { fault: { kind: 'garbage' }, looks: true },
  ] as const
  for (const { fault, looks } of kinds) {
    await using scene = await openFocusScene()
    const { h, ann, told } = scene
    const before = told(h.general).length
    h.platform.useFaults(scriptFaults([{ on: 'send', in: h.general, fault }]))
    h.platform.say(ann.user.id, h.general, `${h.mention} again`)
    await h.pass(2 * untilSettledMs)
    const name = JSON.stringify(fault)
    assert.equal(told(h.general).length, before + 1, name)
    const requests = h.platform.truth.requests.filter(({ conversationId }) => conversationId === h.general)
    const sends = requests.flatMap(({ kind }, i) => (kind === 'send' ? [i] : [])).slice(before)
    const [first = 0, second] = sends
    const between = requests.slice(first, second).map(({ kind }) => kind)
    if (second !== undefined || looks) assert.equal(between.includes('history'), looks, name)
  }
})

test('[DLV5] [I6] what grows while it is written stays one message, over edits that are put off and answers that are lost', async () => {
  const account = { streaming: { mode: 'edit', coalesceChars: 20, coalesceIdleMs: 500 } } as const
  await using scene = await telling({ account })
  const { world } = scene
  const follow = () =>
    world.routing.streamReplies((error) => {
      throw error
    })
  follow()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = (i: number) => ({ type: 'wait' as const, until: gates[i]?.promise ?? Promise.resolve() })
  scene.play('root', ['First this. ', wait(0), 'Then that. ', wait(1), 'And that was all.'])
  world.platform.useFaults(
    scriptFaults([
      { on: 'send', fault: lostAnswer },
      { on: 'edit', fault: tooMany(3_000) },
      { on: 'edit', times: 2, fault: brokenAfterwards },
    ]),
  )
  await scene.sayAt(scene.general, 'Tell me')
  for (const gate of gates) {
    await world.pass(limits.draftOpenMs + limits.draftFlushMs + 3_000)
    gate.resolve()
  }
  await world.pass(2 * untilSettledMs)
  await world.pass(limits.deliverySweepsMs.at(-1) ?? 0)
  const said = scene.read(scene.general)
  assert.deepEqual(said, ['Heddle: First this. Then that. And that was all.'])
  assert.deepEqual(world.platform.truth.early(), [])
})

test('[REV3] what stands in a thread is read as far as the platform lets one; where it does not, the session goes on and says so', async () => {
  const told = { kind: 'status', status: 500, isDone: false } as const
  for (const isReadable of [true, false]) {
    const { h, say, thread } = await openWoven()
    await using _ = h
    h.platform.useFaults(
      isReadable
        ? scriptFaults([{ on: 'history', in: thread, fault: tooMany(1_000) }])
        : ({ kind, conversationId }) => (kind === 'history' && conversationId === thread ? told : undefined),
    )
    say(thread, 'In which colour?')
    await h.pass(limits.historyReadMs + untilSettledMs)
    h.platform.useFaults(nowhere)
    const [bound] = await boundIn(h, thread)
    assert.equal(bound?.status, 'active')
    const preamble = JSON.stringify(h.model.requests.at(-1))
    assert.match(preamble, /weave/, 'the task')
    assert.match(preamble, /It is woven\./, 'what it came to')
    assert.match(preamble, /In which colour\?/)
    assert.equal(/could not be read/.test(preamble), !isReadable, `readable: ${isReadable}`)
  }
})
