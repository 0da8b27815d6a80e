import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

test('[CMD2] [BND5] /focus in a channel opens a thread with the label’s name, binds it and says who is there', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, told } = scene
  await say(ann, h.general, `${h.mention} /focus WORKER`)
  assert.ok(told(h.general).some((line) => line.endsWith('Opening a thread for worker.')))
  const { id, name } = openedThread(scene)
  assert.equal(name, '🤖 worker')
  const [intro] = told(id)
  assert.match(
    intro ?? '',
    /^Main · worker: ⚙️ Main · worker is here\. What is written here goes straight to it/,
  )
  assert.match(intro ?? '', /\nTask: Dig a hole\nIt ends at .*\nTo leave: \/unfocus, or the button\.$/)
  const message = h.platform.read(id)[0]
  assert.deepEqual(
    message?.buttons.map(({ text }) => text),
    ['Stop', 'Unfocus'],
  )
})

test('[BND3] [PER1] what is written in the thread reaches the sub-agent without a mention, and it answers there', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say, told } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id } = openedThread(scene)
  await say(ann, id, 'how deep is it?')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: how deep is it?')
  assert.deepEqual(told(id).slice(1), ['Main · worker: The worker answers.'])
  assert.ok(
    !told(h.general).some((line) => line.includes('The worker answers.') && line.includes('how deep')),
  )
})

test('[CMD2] [CMD3] [BND5] in a platform thread /focus binds that one; /unfocus says farewell and leaves it open', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say, told, threads } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  assert.deepEqual(threads().length, 1, 'no other was opened')
  await say(ann, thread, 'hello there')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: hello there')
  await say(ann, thread, '/unfocus')
  const farewells = told(thread).filter((line) => line.includes('No longer bound'))
  assert.equal(farewells.length, 1)
  assert.match(
    farewells[0] ?? '',
    new RegExp(
      `⚙️ No longer bound: someone left it\\. .* does not go to Main · worker any more\\. To come back, with a mention: /focus ${worker}$`,
    ),
  )
  assert.equal(threads()[0]?.isArchived, false, 'it was not ours')
  const before = (await h.saidIn(worker)).length
  await say(ann, thread, 'anybody?')
  assert.equal((await h.saidIn(worker)).length, before)
})

test('[CMD2] --here binds a whole channel, for admins only', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, say, told } = scene
  await say(ann, h.general, `${h.mention} /focus worker --here`)
  assert.match(told(h.general).at(-1) ?? '', /role admin|may not/)
  assert.equal(scene.threads().length, 1)
  const boss = await h.member('boss', 'admin')
  await say(boss, h.general, `${h.mention} /focus worker --here`)
  await say(ann, h.general, 'no mention needed')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: no mention needed')
})

test('[CMD3] others are refused with the binder’s name, an admin is not', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const bob = await h.member('bob')
  await say(bob, thread, '/unfocus')
  assert.match(
    told(thread).at(-1) ?? '',
    new RegExp(`${ann.actor.name} bound this, so only they or an admin may change it\\.`),
  )
  await say(bob, thread, '/session ttl 1h')
  assert.match(told(thread).at(-1) ?? '', /bound this/)
  await say(bob, thread, '/session ttl')
  assert.match(told(thread).at(-1) ?? '', /ttl: 1d\./)
  const boss = await h.member('boss', 'admin')
  await say(boss, thread, '/unfocus')
  assert.ok(told(thread).some((line) => line.includes('No longer bound')))
})

test('[CNV6] [BND4] a guest cannot focus, and speaks in a bound thread only where they may in the channel', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say, told } = scene
  const vera = { user: h.guest('Vera') }
  await say(vera, thread, `${h.mention} /focus worker`)
  assert.match(told(thread).at(-1) ?? '', /Guests cannot use \/focus/)
  await say(ann, thread, `${h.mention} /focus worker`)
  await say(vera, thread, 'may I?')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'Vera: may I?')
  const rules = h.placeRules.accounts['loopback/main']!
  const places = { [h.serverId]: { channels: { '*': {} }, people: [] } }
  h.placeRules.accounts['loopback/main'] = { ...rules, allow: { ...rules.allow, people: [], places } }
  const before = (await h.saidIn(worker)).length
  await say(vera, thread, 'and now?')
  const [intro] = h.platform.read(thread).filter(({ buttons }) => buttons.length > 0)
  h.platform.press(vera.user.id, intro?.id ?? '', intro?.buttons[1]?.token ?? '')
  await h.settle()
  assert.equal((await h.saidIn(worker)).length, before)
  assert.ok(!told(thread).some((line) => line.includes('No longer bound')))
})

test('[CMD2] [BND10] a thread that cannot be opened is told where it was asked for, and nothing is bound', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, told } = scene
  const refusal = { kind: 'status', status: 403, isDone: false } as const
  h.platform.useFaults(scriptFaults([{ on: 'thread.open', times: 50, fault: refusal }]))
  await say(ann, h.general, `${h.mention} /focus worker`)
  h.clock.advance(limits.placeWaitMs)
  await h.settle()
  assert.match(
    told(h.general).at(-1) ?? '',
    /⚙️ The thread for Main · worker could not be opened: .*Nothing was changed\.$/,
  )
  const page = { limit: 10 }
  const { items } = await h.store.read((r) => h.routing.listBindings(r, ann.actor, { status: 'all' }, page))
  assert.deepEqual(items, [])
})

test('[BND11] [BND8] switched off, a channel is exactly as without the feature, and what was bound is there again later', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, thread, say, told } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  h.placeRules.layers['loopback'] = { enabled: false }
  const before = told(thread).length
  await say(ann, thread, 'no mention')
  assert.equal(told(thread).length, before, 'it is not heard, as in any thread')
  await say(ann, thread, `${h.mention} hello`)
  assert.equal(told(thread).at(-1), 'Heddle: Main answers.')
  await say(ann, thread, `${h.mention} /focus worker`)
  assert.match(told(thread).at(-1) ?? '', /channels\.loopback\.threadBindings\.enabled is false/)
  await say(ann, thread, `${h.mention} /help`)
  assert.doesNotMatch(told(thread).at(-1) ?? '', /\/focus|\/unfocus|\/session/)
  h.placeRules.layers['loopback'] = {}
  await h.restart()
  await say(ann, thread, 'and you?')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: and you?')
  assert.notEqual(root, worker)
})

test('[CMD2] a thread that comes after it was given up is put away again, and stays unbound', async () => {
  await using scene = await openFocusScene()
  const { h, ann, say, told } = scene
  h.platform.useFaults(scriptFaults([{ on: 'thread.open', fault: { kind: 'reset', isDone: true } }]))
  await say(ann, h.general, `${h.mention} /focus worker`)
  for (let i = 0; i < 12; i++) {
    h.clock.advance(limits.deliveryTimeoutMs)
    await h.settle()
  }
  const inForce = await h.store.read((r) =>
    h.routing.listBindings(r, ann.actor, { status: 'in_force' }, { limit: 9 }),
  )
  const threads = scene.threads().filter(({ name }) => name.startsWith('🤖'))
  // Either it was found in time and bound, or it was given up and is put away; never open and deaf.
  assert.equal(threads.length, 1)
  assert.equal(threads[0]?.isArchived, inForce.items.length === 0)
  if (inForce.items.length === 0)
    assert.ok(told(h.general).some((line) => line.includes('could not be opened')))
})

test('[BND10] [SUB14] an agent focuses its sub-agent in the thread where it is spoken to, only where that is allowed', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, say } = scene
  const focus = async () => {
    h.model.respond(({ system, messages }) => {
      if (/"task":/.test(system)) return ['The worker answers.']
      const last = messages.at(-1)
      return last?.role === 'tool'
        ? [`It says: ${last.output}`]
        : [toolCall('subagents', { action: 'focus', id: 'worker' })]
    })
    await say(ann, h.general, `${h.mention} let us talk to the worker`)
    return h.read(h.general).findLast((line) => line.includes('It says:')) ?? ''
  }
  assert.match(await focus(), /threads_off.*channels\.loopback\.threadBindings\.spawnSubagentSessions/s)
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  assert.match(await focus(), /"status": "opening"/)
  const { id } = openedThread(scene)
  await say(ann, id, 'hello worker')
  assert.deepEqual((await h.saidIn(worker)).at(-1), 'ann: hello worker')
  const bob = await h.member('bob')
  await say(bob, id, '/unfocus')
  assert.ok(
    scene.told(id).some((line) => line.includes('No longer bound')),
    'nobody made it, so anybody may end it',
  )
  assert.notEqual(root, worker)
})
