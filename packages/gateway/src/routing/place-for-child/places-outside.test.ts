import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { ModelRequest } from '../../agents/model.ts'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

type Call = ReturnType<typeof toolCall>

async function open(): Promise<FocusScene & AsyncDisposable> {
  const scene = await openFocusScene()
  scene.h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  return scene
}

/** Those that hear of each other after a moment hear of each other. */
async function settleAll({ h }: FocusScene): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await h.settle()
    h.clock.advance(limits.announceTogetherMs)
  }
  await h.settle()
}

/** What the calls of a session were answered with so far. */
function keepTold(told: string[], messages: ModelRequest['messages']): void {
  told.splice(0, told.length, ...messages.flatMap((one) => (one.role === 'tool' ? [one.output] : [])))
}

/** To whom these words are said calls that; what its calls were answered with is kept. */
function obey({ h }: FocusScene, wishes: Record<string, (told: string[]) => Call>): string[] {
  const told: string[] = []
  const open = new Map(Object.entries(wishes))
  h.model.respond(({ system, messages }) => {
    if (/^\{"task":/m.test(system)) return ['The worker answers.']
    keepTold(told, messages)
    const [words, wish] = [...open].find(([said]) => JSON.stringify(messages).includes(said)) ?? []
    if (words === undefined || wish === undefined) return ['Well.']
    open.delete(words)
    return [wish(told)]
  })
  return told
}

async function inForce({ h }: FocusScene) {
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { status: 'in_force' }, { limit: 10 }),
  )
  return items.map(({ label, conversation, boundBy }) => ({
    label,
    place: conversation.conversationId,
    under: conversation.parentConversationId,
    by: boundBy?.name ?? null,
  }))
}

test('[BND10] inside of a thread that Heddle opened, and in which nobody had spoken before, that one is taken', async () => {
  await using scene = await open()
  const { h, ann, say } = scene
  const chat = await h.chat(ann.actor, { visibility: 'team' })
  await say(ann, h.general, `${h.mention} /focus ${chat}`)
  const { id } = openedThread(scene)
  obey(scene, { 'begin here': () => spawn('weave', { label: 'looms', thread: true }) })
  await say(ann, id, 'begin here')
  await settleAll(scene)
  assert.deepEqual(await inForce(scene), [{ label: 'looms', place: id, under: h.general, by: 'ann' }])
})

test('[SUB14] [AGT8] an agent focuses its sub-agent in a thread that it has just opened itself', async () => {
  await using scene = await open()
  const { h, ann, say } = scene
  const threadIn = (told: string[]) => /"threadId": "([^"]+)"/.exec(told.at(-1) ?? '')?.[1] ?? ''
  const told = obey(scene, {
    'make a thread': () => toolCall('message', { action: 'thread-create', threadName: 'for the worker' }),
    threadId: (before) =>
      toolCall('subagents', { action: 'focus', id: 'worker', threadId: threadIn(before) }),
  })
  await say(ann, h.general, `${h.mention} make a thread and put the worker in`)
  await settleAll(scene)
  const thread = scene.threads().find(({ name }) => name === 'for the worker')
  assert.ok(thread)
  assert.match(told.at(-1) ?? '', /"status": "focused"/)
  assert.deepEqual(await inForce(scene), [{ label: 'worker', place: thread.id, under: h.general, by: null }])
  await say(ann, thread.id, '/unfocus')
  assert.equal(scene.threads().find(({ id }) => id === thread.id)?.isArchived, true, 'Heddle opened it')
})

test('[SUB14] an agent leaves what it spawned with a thread, but not what a person has bound since', async () => {
  await using scene = await open()
  const { h, ann, say } = scene
  const leave = () => toolCall('subagents', { action: 'unfocus', id: 'looms' })
  const told = obey(scene, {
    'begin it': () => spawn('weave', { label: 'looms', thread: true, mode: 'session' }),
    'leave it': leave,
    'leave them': leave,
    'try again': leave,
  })
  await say(ann, h.general, `${h.mention} begin it`)
  await settleAll(scene)
  const [bound] = await inForce(scene)
  assert.equal(bound?.by, 'ann')
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: false }
  await say(ann, h.general, `${h.mention} leave it`)
  assert.match(told.at(-1) ?? '', /threads_off.*spawnSubagentSessions/s)
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  await say(ann, h.general, `${h.mention} leave them`)
  await settleAll(scene)
  assert.match(told.at(-1) ?? '', /"status": "unfocused"/)
  assert.deepEqual(await inForce(scene), [])
  await say(ann, bound.place, `${h.mention} /focus looms`)
  await say(ann, h.general, `${h.mention} try again`)
  assert.match(told.at(-1) ?? '', /not_yours.*ann bound this/s)
  assert.equal((await inForce(scene)).length, 1)
})

/** The thread's own agent is asked for something, and before it begins Bob has focused the worker there. */
async function takeOver(scene: FocusScene, call: Call): Promise<string[]> {
  const { h, ann, thread } = scene
  const bob = await h.member('bob')
  await scene.say(ann, thread, `${h.mention} hello`)
  const gate = Promise.withResolvers<void>()
  const told: string[] = []
  let isFirst = true
  h.model.respond(({ system, messages }) => {
    if (/^\{"task":/m.test(system)) return ['The worker answers.']
    keepTold(told, messages)
    if (!isFirst) return ['Well.']
    isFirst = false
    return [{ type: 'wait', until: gate.promise }, call]
  })
  h.platform.say(ann.user.id, thread, `${h.mention} begin`)
  await h.pass(1_000)
  h.platform.say(bob.user.id, thread, `${h.mention} /focus worker`)
  await h.pass(1_000)
  gate.resolve()
  await h.pass(1_000)
  await settleAll(scene)
  return told
}

test('[BND10] [CMD3] a spawn does not take a thread that a person has focused on something else: it gets one beside it', async () => {
  await using scene = await open()
  const { h, thread } = scene
  const told = await takeOver(scene, spawn('weave', { label: 'looms', thread: true, mode: 'session' }))
  assert.match(told[0] ?? '', /"status": "accepted"/)
  const { id } = openedThread(scene)
  assert.notEqual(id, thread)
  assert.deepEqual(
    new Set(await inForce(scene)),
    new Set([
      { label: 'worker', place: thread, under: h.general, by: 'bob' },
      { label: 'looms', place: id, under: h.general, by: 'ann' },
    ]),
  )
})

test('[BND10] [CMD3] the same holds when an agent focuses one, and a thread that it names is refused', async () => {
  for (const isNamed of [true, false]) {
    await using scene = await open()
    const { h, thread, ann } = scene
    // A sub-agent of the thread's own agent.
    await scene.say(ann, thread, `${h.mention} hello`)
    const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
    const { id: own } = await h.store.read((r) => h.sessions.see(r, h.operator, key))
    const conversation = { channel: 'web', accountId: ann.actor.personId, conversationId: own }
    const input = { task: 'Weave', label: 'looms', mode: 'session' } as const
    await h.store.tx((t) => h.routing.spawn(t, ann.actor, { conversation, sessionId: own }, input))
    await settleAll(scene)
    const threadId = isNamed ? { threadId: thread } : {}
    const told = await takeOver(scene, toolCall('subagents', { action: 'focus', id: 'looms', ...threadId }))
    const bound = await inForce(scene)
    assert.ok(bound.some(({ label, place, by }) => label === 'worker' && place === thread && by === 'bob'))
    if (isNamed) assert.match(told[0] ?? '', /not_yours.*bob bound that conversation/s)
    else assert.match(told[0] ?? '', /"status": "opening"/)
    assert.equal(bound.length, isNamed ? 1 : 2)
  }
})

test('[BND10] [BND11] a thread that comes after bindings were switched off is undone, and the run ends with the reason', async () => {
  await using scene = await open()
  const { h, ann, threads } = scene
  obey(scene, { 'begin here': () => spawn('weave', { label: 'looms', thread: true }) })
  const known = threads().length
  h.platform.useFaults(({ kind }) => {
    // Asked for while they were on, and there once they are off.
    if (kind === 'thread.open') h.placeRules.layers['loopback'] = { enabled: false }
    return undefined
  })
  h.platform.say(ann.user.id, h.general, `${h.mention} begin here`)
  await settleAll(scene)
  const opened = threads().slice(known)
  assert.deepEqual(
    opened.map(({ isArchived }) => isArchived),
    [true],
  )
  assert.equal(h.read(h.general).filter((line) => line.includes('speaks in this thread')).length, 0)
  h.placeRules.layers['loopback'] = {}
  assert.deepEqual(await inForce(scene), [])
  const ended = (await h.timeline(scene.root)).findLast(({ kind }) => kind === 'subagent.finished')
  assert.equal(ended?.payload['status'], 'error')
  assert.match(JSON.stringify(ended?.payload), /channels\.loopback\.threadBindings\.enabled is false/)
})
