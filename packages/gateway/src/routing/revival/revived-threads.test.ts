import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'
import type { ModelPart } from '../../agents/model.ts'
import type { ThreadBindingLayer } from '../bindings/binding-rules.ts'

const secret = 'under the third stone'
const hourMs = 3_600_000

/** A thread in a channel whose sub-agent has come to its end, with a secret in its task and in its answer. */
async function open(rules: ThreadBindingLayer = {}, name: object = { label: 'seeker' }) {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true, ...rules }
  const { actor, user } = await h.member('kim')
  const answers: (ModelPart | string)[][] = [
    [spawn(`look ${secret}`, { ...name, thread: true, mode: 'run' })],
    ['Somebody is on it.'],
  ]
  h.model.respond(({ system }) =>
    /^\{"task":/m.test(system) ? [`It lies ${secret}.`] : (answers.shift() ?? ['Yes?']),
  )
  const settle = async () => {
    for (let i = 0; i < 4; i++) {
      await h.settle()
      h.clock.advance(limits.announceTogetherMs)
    }
    await h.settle()
  }
  const say = async (conversation: string, text: string) => {
    h.platform.say(user.id, conversation, text)
    await settle()
  }
  const bound = async () => {
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 1 }),
    )
    assert.ok(items[0])
    return items[0]
  }
  await say(h.general, `${h.mention} look for it`)
  const { sessionId: child, conversation } = await bound()
  const redact = async (id: SessionId, kind: string) => {
    const event = (await h.timeline(id)).findLast((one) => one.kind === kind)
    assert.ok(event)
    const { actor: owner } = await h.signedIn(`owner-${kind.replace('.', '-')}`, 'owner')
    await h.store.tx((t) => h.sessions.redact(t, owner, id, event.eventId))
    await settle()
  }
  return { h, actor, user, answers, settle, say, bound, child, thread: conversation.conversationId, redact }
}

for (const [what, kind] of [
  ['its answer', 'message.agent'],
  ['its task', 'message.user'],
] as const) {
  test(`[SES6] [REV3] ${what} is redacted also in what the session that goes on was told, and no model hears it again`, async () => {
    const scene = await open()
    const { h, say, thread, child } = scene
    await using _ = h
    await say(thread, 'And now?')
    const { sessionId: after } = await scene.bound()
    assert.notEqual(after, child)
    assert.ok(JSON.stringify(await h.log(after)).includes(secret))
    await scene.redact(child, kind)
    assert.equal(JSON.stringify(await h.log(after)).includes(secret), false)
    await say(thread, 'And then?')
    assert.equal(JSON.stringify(h.model.requests.at(-1)).includes(secret), false)
  })
}

test('[SES6] [REV3] [I28] what still stands on the platform after it was redacted is not told to what goes on', async () => {
  const scene = await open()
  const { h, say, thread, child } = scene
  await using _ = h
  const wait = { kind: 'rate_limited', retryAfterMs: hourMs, scope: 'conversation' } as const
  h.platform.useFaults(scriptFaults([{ on: 'delete', fault: wait, times: 10 }]))
  await scene.redact(child, 'message.agent')
  await scene.redact((await h.sessionIn({}))!, 'subagent.spawned')
  assert.ok(h.read(thread).join('\n').includes(secret))
  await say(thread, 'And now?')
  const { sessionId: after } = await scene.bound()
  assert.notEqual(after, child)
  assert.match(JSON.stringify(await h.log(after)), /And now\?/)
  assert.equal(JSON.stringify(await h.log(after)).includes(secret), false)
})

for (const [what, kind, words] of [
  ['an answer', 'message.agent', 'the key is in the oven'],
  ['a question', 'message.user', 'where is the silver key'],
] as const) {
  test(`[SES6] [REV3] [I28] ${what} of another session that was quoted from the conversation goes when it is redacted there`, async () => {
    const scene = await open()
    const { h, say, thread, child, answers } = scene
    await using _ = h
    // Between the two, the thread is a conversation like any other, with a session of its own.
    await say(thread, '/unfocus')
    answers.push(['I think the key is in the oven.'])
    await say(thread, `${h.mention} where is the silver key?`)
    const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
    const { id: between } = await h.store.read((r) => h.sessions.see(r, h.operator, key))
    await say(thread, `${h.mention} /new`)
    await say(thread, `${h.mention} /focus ${child}`)
    await say(thread, 'And now?')
    const { sessionId: after } = await scene.bound()
    assert.equal(new Set([after, child, between]).size, 3)
    assert.ok(JSON.stringify(await h.log(after)).includes(words))
    await scene.redact(between, kind)
    assert.equal(JSON.stringify(await h.log(after)).includes(words), false)
    await say(thread, 'And then?')
    assert.equal(JSON.stringify(h.model.requests.at(-1)).includes(words), false)
  })
}

test('[SES6] [BND10] nothing of a task that was redacted stays above its thread or in it', async () => {
  const scene = await open()
  const { h, thread } = scene
  await using _ = h
  await scene.redact((await h.sessionIn({}))!, 'subagent.spawned')
  await scene.redact(scene.child, 'message.agent')
  for (const place of [h.general, thread]) assert.equal(h.read(place).join('\n').includes(secret), false)
})

test('[REV1] [BND6] what goes on lasts as long as the one before, and not what was left of its time', async () => {
  const { h, say, bound, thread, settle } = await open({ maxAgeMs: hourMs })
  await using _ = h
  h.clock.advance(2 * hourMs)
  await settle()
  assert.equal((await bound()).status, 'ending')
  await say(thread, 'And now?')
  const revived = await bound()
  assert.deepEqual([revived.status, revived.maxAgeAt], ['active', revived.boundAt + hourMs])
  h.clock.advance(hourMs)
  await settle()
  assert.equal((await bound()).endReason, 'max_age')
})

test('[PER1] [AGT8] what goes on writes under one name, with the tool as in its answers, and takes it back with the call', async () => {
  const { h, user, say, answers, thread, bound, redact, settle } = await open()
  await using _ = h
  answers.push([toolCall('message', { action: 'send', text: 'By the way.' })], ['That was it.'])
  await say(thread, 'And now?')
  // It was told what stands in the thread, so it asks before anything is carried out (AGT9).
  const asked = h.platform.read(thread).at(-1)
  assert.ok(asked)
  assert.equal(asked.author.name, 'Main · seeker')
  h.platform.press(user.id, asked.id, asked.buttons[0]?.token ?? '')
  await settle()
  assert.deepEqual(h.read(thread).slice(-2), ['Main · seeker: By the way.', 'Main · seeker: That was it.'])
  await redact((await bound()).sessionId, 'tool.call')
  assert.equal(h.read(thread).join('\n').includes('By the way.'), false)
})

test('[SES6] [AGT8] what an agent said above a thread that it opened goes with its call', async () => {
  const { h, say, answers, redact } = await open()
  await using _ = h
  answers.push(
    [toolCall('message', { action: 'thread-create', threadName: 'aside', text: 'Over here.' })],
    ['Opened.'],
  )
  await say(h.general, `${h.mention} open one`)
  assert.ok(h.read(h.general).join('\n').includes('Over here.'))
  await redact((await h.sessionIn({}))!, 'tool.call')
  assert.equal(h.read(h.general).join('\n').includes('Over here.'), false)
})

test('[SES6] [REV1] a label that is redacted goes from what goes on under it, wherever that stands', async () => {
  const scene = await open()
  const { h, say, settle, thread, bound, child } = scene
  await using _ = h
  await say(thread, 'And now?')
  const { sessionId: after, id } = await bound()
  const root = await h.sessionIn({})
  assert.ok(root)
  await scene.redact(root, 'subagent.spawned')
  const session = await h.store.read((r) => h.sessions.see(r, h.operator, after))
  assert.deepEqual([session.title, (await bound()).label], ['', null])
  await h.store.tx((t) => h.routing.bindings.unbind(t, id, { why: 'unfocus' }))
  await settle()
  for (const one of [root, child, after]) {
    assert.equal(JSON.stringify(await h.log(one)).includes('seeker'), false, one)
  }
})

test('[SES6] [BND5] [BND10] what Heddle says of it in its place and above goes as well, where it calls it by that', async () => {
  const scene = await open({}, {})
  const { h, thread, bound, settle } = scene
  await using _ = h
  await h.store.tx(async (t) => h.routing.bindings.unbind(t, (await bound()).id, { why: 'unfocus' }))
  await settle()
  const standing = () => [...h.platform.read(h.general), ...h.platform.read(thread)].map(({ text }) => text)
  assert.equal(standing().filter((text) => /^⚙️.*third stone/.test(text)).length, 3)
  await scene.redact((await h.sessionIn({}))!, 'subagent.spawned')
  assert.equal(
    standing()
      .filter((text) => text.startsWith('⚙️'))
      .join('')
      .includes('third stone'),
    false,
  )
})

test('[SES6] so does the name that it has by its task, where there is no label', async () => {
  const scene = await open({}, {})
  const { h, say, thread, bound } = scene
  await using _ = h
  await say(thread, 'And now?')
  const { sessionId: after } = await bound()
  const titleOf = async () => (await h.store.read((r) => h.sessions.see(r, h.operator, after))).title
  assert.match(await titleOf(), /under the third stone/)
  await scene.redact((await h.sessionIn({}))!, 'subagent.spawned')
  assert.equal(await titleOf(), '')
})

for (const [what, name, called] of [
  ['its label', { label: 'seeker' }, 'Main · seeker'],
  ['how its task begins', {}, `Main · look ${secret}`],
] as const) {
  test(`[SES6] [PER1] what it said, and what goes on said, is not kept under a name that was ${what}`, async () => {
    const scene = await open({}, name)
    const { h, say, thread } = scene
    await using _ = h
    await say(thread, 'And now?')
    const names = async () => {
      const { items } = await h.store.read((r) =>
        h.deliveries.list(r, { state: 'all', seenBy: { kind: 'all' } }, { limit: 100 }),
      )
      return items.filter(({ text }) => text !== '').map(({ persona }) => persona?.name)
    }
    assert.ok((await names()).filter((one) => one === called).length >= 2)
    await scene.redact((await h.sessionIn({}))!, 'subagent.spawned')
    assert.deepEqual(
      (await names()).filter((one) => one !== 'Main'),
      [],
    )
  })
}

test('[REV1] [PER1] [CMD2] what goes on is known by its label wherever it is focused again', async () => {
  const { h, say, thread, bound } = await open()
  await using _ = h
  await say(thread, 'And now?')
  const { sessionId: after } = await bound()
  await say(thread, '/unfocus')
  await say(h.general, `${h.mention} /focus ${after}`)
  const again = await bound()
  assert.deepEqual([again.label, again.sessionId], ['seeker', after])
  const { conversationId } = again.conversation
  assert.notEqual(conversationId, thread)
  assert.equal(h.platform.state.conversations.get(conversationId)?.name, '🤖 seeker')
  await say(conversationId, 'Still you?')
  assert.equal(h.read(conversationId).at(-1), 'Main · seeker: Yes?')
})
