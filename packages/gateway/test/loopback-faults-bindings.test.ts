// Bindings on a platform that fails: whatever is lost, late or asked for twice, a conversation has one, and says so once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { type FocusScene, openedThread, openFocusScene } from '../test-support/focus-scene.ts'
import {
  bindingsAt,
  boundIn,
  broken,
  brokenAfterwards,
  lostAnswer,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { spawn } from '../test-support/spawning-sessions.ts'

const isIntro = (line: string) => line.includes('is here. What is written here goes straight to it')
const isFarewell = (line: string) => line.includes('No longer bound')
const introsIn = ({ told }: FocusScene, place: string) => told(place).filter(isIntro)
const farewellsIn = ({ told }: FocusScene, place: string) => told(place).filter(isFarewell)

/** Says it, without waiting for what comes of it. */
const utter = ({ h }: FocusScene, who: FocusScene['ann'], place: string, text: string) =>
  void h.platform.say(who.user.id, place, text)

test('[BND1] two who focus one thread at once, with a crash between that and the intro, leave one binding in force', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, root, thread } = scene
  const boss = await h.member('boss', 'admin')
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, times: 2, fault: lostAnswer }]))
  utter(scene, ann, thread, `${h.mention} /focus worker`)
  utter(scene, boss, thread, `${h.mention} /focus ${root}`)
  await h.breathe()
  assert.equal((await boundIn(h, thread)).length, 1, 'it holds before anybody was told')
  await h.crash()
  await h.pass(untilSettledMs)
  const [binding, ...more] = await boundIn(h, thread)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [binding?.status, binding?.sessionId, binding?.boundBy?.id],
    ['active', root, boss.actor.personId],
  )
  const all = await bindingsAt(h, thread)
  assert.deepEqual(
    all.map(({ sessionId, endReason }) => [sessionId, endReason]),
    [
      [root, null],
      [worker, 'replaced'],
    ],
  )
  // A session may have several.
  await scene.say(ann, h.general, `${h.mention} /focus ${root}`)
  await h.pass(untilSettledMs)
  const ofRoot = await h.store.read((r) => h.routing.bindings.listBySession(r, root))
  assert.equal(ofRoot.length, 2)
})

test('[BND2] an account that starts anew and remembers nothing routes by the one service, also what it missed meanwhile', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  await say(ann, thread, 'before')
  const feed = h.platform.state.bots.get(h.botId)?.feed
  assert.ok(feed)
  h.platform.useFaults(({ kind }) => (kind === 'events.poll' ? unreachable : undefined))
  await h.crash()
  utter(scene, ann, thread, 'missed')
  feed.lose()
  h.platform.useFaults(scriptFaults([{ on: 'history', fault: broken }]))
  await h.reconnect()
  utter(scene, ann, thread, 'after')
  await h.pass(untilSettledMs)
  assert.deepEqual(
    (await h.saidIn(worker)).slice(-3),
    ['before', 'missed', 'after'].map((text) => `ann: ${text}`),
  )
  const places = await h.store.read((r) => h.routing.bindings.listBySession(r, worker))
  assert.deepEqual(
    places.map(({ conversation }) => conversation.conversationId),
    [thread],
  )
})

test('[BND3] what is said in a bound thread reaches its session once and without a mention, however its telling fails', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const feed = h.platform.state.bots.get(h.botId)?.feed
  assert.ok(feed)
  feed.manners = { ...feed.manners, copyRate: 1 }
  h.platform.useFaults(
    scriptFaults([
      { on: 'events.poll', times: 2, fault: broken },
      { on: 'events.poll', fault: { kind: 'garbage' } },
      { on: 'send', in: thread, fault: tooMany(5_000) },
    ]),
  )
  const free = h.platform.startThread(h.platform.say(ann.user.id, h.general, 'another').id, 'free')
  const before = await Promise.all([root, worker].map(async (id) => (await h.saidIn(id)).length))
  utter(scene, ann, thread, 'one')
  await h.pass(2_000)
  await h.crash()
  utter(scene, ann, thread, 'two')
  utter(scene, ann, free, 'nobody is meant')
  await h.pass(untilSettledMs)
  assert.deepEqual((await h.saidIn(worker)).slice(before[1]), ['ann: one', 'ann: two'])
  assert.equal((await h.saidIn(root)).length, before[0])
  assert.deepEqual(scene.told(free), [])
  assert.ok(scene.told(thread).some((line) => line === 'Main · worker: The worker answers.'))
})

test('[BND4] who may not speak in the channel moves nothing in its bound thread by any event, while the platform fails and after', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say } = scene
  const vera = { user: h.guest('Vera') }
  const rules = h.placeRules.accounts['loopback/main']
  assert.ok(rules)
  const onlyAnn = { [h.serverId]: { channels: { '*': {} }, people: [ann.user.id] } }
  h.placeRules.accounts['loopback/main'] = {
    ...rules,
    allow: { ...rules.allow, people: [], places: onlyAnn },
  }
  await say(ann, thread, `${h.mention} /focus worker`)
  const intro = h.platform.read(thread).find(({ buttons }) => buttons.length > 0)
  assert.ok(intro)
  const before = (await h.saidIn(worker)).length
  h.platform.useFaults(({ kind }) =>
    kind === 'send' || kind === 'history' || kind === 'press.answer' ? broken : undefined,
  )
  const said = h.platform.say(vera.user.id, thread, 'let me in')
  h.platform.say(vera.user.id, thread, '/unfocus')
  h.platform.press(vera.user.id, intro.id, intro.buttons.find(({ text }) => text === 'Unfocus')?.token ?? '')
  await h.pass(2_000)
  h.platform.edit(said.id, `${h.mention} let me in, please`)
  utter(scene, ann, thread, 'I may')
  await h.pass(2_000)
  await h.crash()
  h.platform.useFaults(() => undefined)
  // What was said in a gap is fetched, and judged as if it had been heard.
  h.platform.say(vera.user.id, thread, 'and now?')
  h.platform.state.bots.get(h.botId)?.feed.lose()
  await h.pass(untilSettledMs)
  assert.deepEqual((await h.saidIn(worker)).slice(before), ['ann: I may'])
  assert.equal((await boundIn(h, thread))[0]?.status, 'active')
  assert.deepEqual(farewellsIn(scene, thread), [])
})

test('[BND5] an intro and a farewell of which nobody knows whether they are there are said once, and the thread is put away after all', async () => {
  await using scene = await openFocusScene()
  const { h, ann } = scene
  utter(scene, ann, h.general, `${h.mention} /focus worker`)
  h.platform.useFaults(({ kind, conversationId }) =>
    kind === 'send' && conversationId !== h.general ? lostAnswer : undefined,
  )
  await h.pass(2_000)
  const { id } = openedThread(scene)
  assert.equal(introsIn(scene, id).length, 1, 'it is there, and we do not know it')
  h.platform.useFaults(() => undefined)
  await h.crash()
  await h.pass(untilSettledMs)
  const [intro, ...copies] = introsIn(scene, id)
  assert.match(intro ?? '', /^Main · worker: ⚙️ .*\nTask: Dig a hole\nIt ends at .*\nTo leave: \/unfocus/s)
  assert.deepEqual(copies, [])
  h.platform.useFaults(
    scriptFaults([
      { on: 'send', in: id, fault: brokenAfterwards },
      { on: 'thread.close', in: id, times: 2, fault: broken },
    ]),
  )
  utter(scene, ann, id, '/unfocus')
  await h.pass(2_000)
  await h.crash()
  await h.pass(untilSettledMs)
  assert.equal(farewellsIn(scene, id).length, 1)
  assert.equal(openedThread(scene).isArchived, true)
  assert.deepEqual(await boundIn(h, id), [])
})

test('[BND7] a thread that is bound anew while the platform is down is replaced in one step: one is heard, never both', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  h.platform.useFaults(({ kind }) => (kind === 'send' ? unreachable : undefined))
  const before = await Promise.all([root, worker].map(async (id) => (await h.saidIn(id)).length))
  utter(scene, ann, thread, 'to the worker')
  utter(scene, ann, thread, `/focus ${root}`)
  utter(scene, ann, thread, 'to the channel')
  await h.pass(1_000)
  await h.crash()
  await h.pass(1_000)
  assert.deepEqual(
    (await boundIn(h, thread)).map(({ sessionId }) => sessionId),
    [root],
  )
  h.platform.useFaults(() => undefined)
  await h.pass(untilSettledMs)
  assert.deepEqual((await h.saidIn(worker)).slice(before[1]), ['ann: to the worker'])
  assert.deepEqual((await h.saidIn(root)).slice(before[0]), ['ann: to the channel'])
  const ended = (await bindingsAt(h, thread)).filter(({ status }) => status === 'ended')
  assert.deepEqual(
    ended.map(({ sessionId, endReason }) => [sessionId, endReason]),
    [[worker, 'replaced']],
  )
  assert.equal(introsIn(scene, thread).length, 2)
  assert.ok(farewellsIn(scene, thread).length <= 1)
  assert.equal(h.platform.copies().size, 0)
})

test('[BND10] asked for inside a platform thread a sub-agent takes that thread, before it begins, and opens none, whatever fails', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread } = scene
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const gate = Promise.withResolvers<void>()
  const root = [[spawn('weave', { label: 'looms', thread: true })], ['Somebody is on it.']]
  h.model.respond(({ system }) =>
    /"task":/.test(system)
      ? [{ type: 'wait', until: gate.promise }, 'It is woven.']
      : (root.shift() ?? ['Main answers.']),
  )
  const before = scene.threads().length
  h.platform.useFaults(
    scriptFaults([
      { on: 'send', in: thread, times: 2, fault: unreachable },
      { on: 'send', in: thread, fault: lostAnswer },
      { on: 'thread.open', times: 9, fault: broken },
    ]),
  )
  utter(scene, ann, thread, `${h.mention} weave it`)
  await h.pass(1_000)
  const [bound] = await boundIn(h, thread)
  assert.deepEqual([bound?.label, bound?.isOpened, bound?.boundBy?.id], ['looms', false, ann.actor.personId])
  await h.crash()
  gate.resolve()
  await h.pass(2 * untilSettledMs)
  assert.equal(scene.threads().length, before)
  assert.equal(scene.told(thread).filter((line) => line.includes('It is woven.')).length, 1)
  assert.equal(introsIn(scene, thread).length, 1)
  utter(scene, ann, thread, 'in which colour?')
  await h.pass(untilSettledMs)
  assert.equal((await h.saidIn(bound?.sessionId as SessionId)).at(-1), 'ann: in which colour?')
  // What was only taken is not put away.
  utter(scene, ann, thread, '/unfocus')
  await h.pass(untilSettledMs)
  assert.equal(scene.threads().find(({ id }) => id === thread)?.isArchived, false)
})
