import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type Fault, scriptFaults } from '@heddle/emulators/loopback/faults'
import { conversationOf } from '@heddle/emulators/loopback/platform-state'
import { postMessage } from '@heddle/emulators/loopback/post-message'
import type { ModelRequest } from '../../agents/model.ts'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { heardIn, spawn } from '../../../test-support/spawning-sessions.ts'
import { queries as db } from '../../sessions/sessions-tables.ts'

const isOfChild = ({ system }: ModelRequest) => /^\{"task":/m.test(system)

/** A channel in which somebody asks for something that is given to a sub-agent with a thread of its own. */
async function open(wish: object = { mode: 'run' }) {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const { actor, user } = await h.member('kim')
  const asked: ModelRequest[] = []
  const answers = [[spawn('weave', { label: 'looms', thread: true, ...wish })], ['Somebody is on it.']]
  h.model.respond((request) => {
    asked.push(request)
    if (isOfChild(request)) return ['It is woven.']
    return answers.shift() ?? ['Yes?']
  })
  const say = async (conversation: string, text: string) => {
    h.platform.say(user.id, conversation, text)
    await settleAll(h)
  }
  return { h, actor, user, asked, say }
}

/** Those that hear of each other after a moment hear of each other. */
async function settleAll(h: HearingHouse): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await h.settle()
    h.clock.advance(limits.announceTogetherMs)
  }
  await h.settle()
}

const inForce = async (h: HearingHouse) => {
  const { items } = await h.store.read((r) =>
    h.routing.bindings.list(r, h.operator, { status: 'in_force' }, { limit: 10 }),
  )
  return items
}

test('[BND10] [PER1] [RTE2] a thread is opened and bound before the run begins, and what it comes to is told there and nowhere else', async () => {
  const { h, say } = await open()
  await using _ = h
  await say(h.general, `${h.mention} weave it`)
  const [binding] = await inForce(h)
  assert.ok(binding)
  assert.equal(binding.isOpened, true)
  assert.equal(binding.placeKind, 'thread')
  assert.equal(binding.status, 'ending')
  assert.equal(binding.conversation.parentConversationId, h.general)
  const there = h.read(binding.conversation.conversationId)
  const told = there.filter((line) => line.includes('It is woven.'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /^Main · looms: [\s\S]*runtime [\s\S]*session id/)
  assert.equal(h.read(h.general).filter((line) => line.includes('It is woven.')).length, 0)
})

test('[SUB9] elsewhere the link to the transcript is one that can be followed', async () => {
  const { h, say } = await open()
  await using _ = h
  h.placeRules.linkBase = () => 'https://heddle.example'
  await say(h.general, `${h.mention} weave it`)
  const [binding] = await inForce(h)
  assert.ok(binding)
  const told = h.read(binding.conversation.conversationId).find((line) => line.includes('It is woven.'))
  assert.match(told ?? '', /transcript https:\/\/heddle\.example\/sessions\/ses_/)
})

test('[REV1] [REV5] [REV6] [BND6] who writes where it ended is answered there, by a session that knows what it was about', async () => {
  const { h, say, asked } = await open()
  await using _ = h
  await say(h.general, `${h.mention} weave it`)
  const [before] = await inForce(h)
  assert.ok(before)
  const thread = before.conversation.conversationId
  await say(thread, 'In which colour?')
  const [after] = await inForce(h)
  assert.equal(after?.id, before.id)
  assert.equal(after?.status, 'active')
  assert.notEqual(after?.sessionId, before.sessionId)
  assert.equal(after?.sessionKey, `agent:main:loopback:channel:${h.general}:thread:${thread}`)
  assert.deepEqual(after?.boundBy, before.boundBy)
  const [preamble, said] = heardIn(asked.at(-1))
  assert.match(preamble ?? '', /continues a thread[\s\S]*"weave"[\s\S]*"It is woven\."/)
  assert.match(said ?? '', /In which colour\?/)
  assert.match(h.read(thread).at(-1) ?? '', /: Yes\?$/)
  // It goes on with the same one from here on.
  await say(thread, 'And how long?')
  assert.equal((await inForce(h))[0]?.sessionId, after?.sessionId)
  await say(h.general, `${h.mention} what is new?`)
  const news = heardIn(asked.at(-1)).filter((text) => text.includes('goes on talking'))
  assert.equal(news.length, 1)
})

test('[BND10] a place that cannot be had in time fails the run with what the platform said, and nothing stays', async () => {
  const { h, say, asked } = await open()
  await using _ = h
  h.platform.useFaults(({ kind }) =>
    kind === 'thread.open' ? { kind: 'status', status: 403, isDone: false } : undefined,
  )
  await say(h.general, `${h.mention} weave it`)
  h.clock.advance(limits.placeWaitMs)
  await settleAll(h)
  assert.equal(asked.some(isOfChild), false)
  assert.deepEqual(await inForce(h), [])
  const [run] = await h.store.read((r) => r.all(db.selectFrom('runs').selectAll()))
  assert.deepEqual([run?.state, run?.reason, run?.place], ['failed', 'no_place', null])
  const session = await h.store.read((r) => h.sessions.see(r, h.operator, run!.session_id))
  assert.equal(session.state, 'archived')
})

/** What stands in the channel above the thread. */
const isAnchor = (line: string) => line.includes('speaks in this thread')

const threadTroubles: Record<string, Fault> = {
  'refuses it': { kind: 'status', status: 403, isDone: false },
  'does not say what came of it': { kind: 'status', status: 500, isDone: false },
  'wants it later': { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' },
}
for (const [how, fault] of Object.entries(threadTroubles)) {
  test(`[BND10] [F13] where a platform ${how}, what was said above the thread is taken away again`, async () => {
    const { h, say } = await open()
    await using _ = h
    h.platform.useFaults(({ kind }) => (kind === 'thread.open' ? fault : undefined))
    await say(h.general, `${h.mention} weave it`)
    assert.ok(h.read(h.general).some(isAnchor))
    for (let i = 0; i < 40; i++) {
      h.clock.advance(limits.deliverySettleMs / 2)
      await settleAll(h)
    }
    assert.deepEqual(h.read(h.general).filter(isAnchor), [])
  })
}

test('[F13] what is said above a thread once more, by a request that was thought to be lost, is taken away', async () => {
  const { h, say } = await open()
  await using _ = h
  let isFirst = true
  // The platform says that it failed, and does it all the same a moment later.
  h.platform.useFaults(({ kind, conversationId }) => {
    if (!isFirst || kind !== 'send' || conversationId !== h.general) return undefined
    isFirst = false
    h.clock.timer(2_000, () => sayAgain())
    return { kind: 'status', status: 500, isDone: false }
  })
  const sayAgain = () => {
    const anchor = h.platform.read(h.general).find(({ text }) => isAnchor(text))
    assert.ok(anchor)
    postMessage(h.platform.state, conversationOf(h.platform.state, h.general), anchor, h.clock.wall())
  }
  await say(h.general, `${h.mention} weave it`)
  const [binding] = await inForce(h)
  assert.ok(binding)
  for (let i = 0; i < 8; i++) {
    h.clock.advance(1_000)
    await settleAll(h)
  }
  assert.equal(h.read(h.general).filter(isAnchor).length, 2)
  for (let i = 0; i < 20; i++) {
    h.clock.advance(limits.deliverySweepsMs[0] / 2)
    await settleAll(h)
  }
  assert.equal(h.read(h.general).filter(isAnchor).length, 1)
  assert.ok(h.platform.state.messages.has(binding.conversation.conversationId))
})

test('[BND10] [F13] a thread that comes when nobody waits for it any more is put away, with what was said above it', async () => {
  const { h, say, actor } = await open()
  await using _ = h
  h.platform.useFaults(({ kind }) => (kind === 'thread.open' ? { kind: 'delay', ms: 3_000 } : undefined))
  h.platform.say((await h.member('lou')).user.id, h.general, `${h.mention} weave it`)
  await h.breathe()
  const root = await h.sessionIn({})
  assert.ok(root)
  await h.store.tx((t) => h.sessions.stop(t, actor, root))
  await say(h.general, 'well')
  for (let i = 0; i < 10; i++) {
    h.clock.advance(1_000)
    await settleAll(h)
  }
  const threads = [...h.platform.state.conversations.values()].filter(({ kind }) => kind === 'thread')
  assert.deepEqual(
    threads.map(({ isArchived }) => isArchived),
    [true],
  )
  assert.deepEqual(h.read(h.general).filter(isAnchor), [])
})

test('[REV2] one that stays and merely rests is continued, however old it is', async () => {
  const { h, say } = await open({ mode: 'session' })
  await using _ = h
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true, idleMs: 0 }
  await say(h.general, `${h.mention} weave it`)
  const [before] = await inForce(h)
  assert.ok(before)
  const thread = before.conversation.conversationId
  h.clock.advance(30 * 24 * 3_600_000)
  h.platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'status', status: 503, isDone: false } }]))
  await say(thread, 'Still there?')
  h.clock.advance(limits.deliverySettleMs)
  await settleAll(h)
  assert.equal((await inForce(h))[0]?.sessionId, before.sessionId)
  assert.match(h.read(thread).at(-1) ?? '', /: It is woven\.$/)
})

test('[REV5] ordinary sessions are not revived: what was put away by a person is no longer bound', async () => {
  const { h, actor } = await open()
  await using _ = h
  const id = await h.chat(actor, { visibility: 'team' })
  const conversation = {
    channel: 'loopback',
    accountId: 'main',
    conversationId: 't1',
    parentConversationId: h.general,
  }
  await h.store.tx((t) =>
    h.routing.bindings.bind(t, {
      conversation,
      placeKind: 'thread',
      sessionId: id,
      boundBy: null,
      label: null,
      isOpened: false,
    }),
  )
  await h.store.tx((t) => h.sessions.archive(t, actor, id))
  assert.deepEqual(await inForce(h), [])
})
