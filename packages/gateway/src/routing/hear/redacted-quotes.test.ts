import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId, SessionId } from '@heddle/contract'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'

interface Quoting {
  text: string
  quote: { name: string; text: string } | undefined
  sessionId: SessionId
}

async function redact({ h }: FocusScene, sessionId: SessionId, eventId: EventId): Promise<void> {
  const { actor: owner } = await h.signedIn(`owner-${eventId.slice(-6)}`, 'owner')
  await h.store.tx((t) => h.sessions.redact(t, owner, sessionId, eventId))
  await h.settle()
}

async function eventOf({ h }: FocusScene, sessionId: SessionId, kind: string): Promise<EventId> {
  const event = (await h.timeline(sessionId)).find((one) => one.kind === kind)
  assert.ok(event)
  return event.eventId
}

/** What the session of a thread has as its first message. */
async function firstIn({ h }: FocusScene, thread: string): Promise<Quoting> {
  const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
  const { id } = await h.store.read((r) => h.sessions.see(r, h.operator, key))
  const first = (await h.timeline(id)).find(({ kind }) => kind === 'message.user')
  assert.ok(first)
  const { text, quote } = first.payload
  return { text: String(text), quote: quote as Quoting['quote'], sessionId: id }
}

/** A thread that Ann opens from what stands in the channel and says this. */
function openFrom({ h }: FocusScene, wanted: RegExp): { thread: string; anchorId: string } {
  const anchor = h.platform.read(h.general).find(({ text }) => wanted.test(text))
  assert.ok(anchor)
  return { thread: h.platform.startThread(anchor.id, 'about that'), anchorId: anchor.id }
}

/** What the platform told before we heard it: with the words that stood there then. */
function heardLate(
  { h, ann }: FocusScene,
  thread: string,
  anchor: { id: string; name: string; text: string },
) {
  const { id: platformId, name, text } = anchor
  const isOwn = name !== 'ann'
  const author = { platformId: isOwn ? 'bot' : ann.user.id, name, isBot: isOwn, isOwn }
  return h.hear({
    kind: 'thread',
    conversation: {
      channel: 'loopback',
      accountId: 'main',
      conversationId: thread,
      parentConversationId: h.general,
    },
    author: { platformId: ann.user.id, name: 'ann', isBot: false, isOwn: false },
    text: 'and now?',
    anchor: { platformId, author, text, writtenAt: h.clock.wall() },
  })
}

test('[SES6] [CNV3] what a thread quotes of an answer goes with the answer; what was written under it stays', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, say } = scene
  const { thread } = openFrom(scene, /Main answers/)
  await say(ann, thread, `${h.mention} why?`)
  const before = await firstIn(scene, thread)
  assert.match(before.quote?.text ?? '', /Main answers/)
  const { eventId } = (await h.timeline(before.sessionId)).at(-1)!
  const fork = await h.store.tx((t) =>
    h.sessions.fork(t, ann.actor, before.sessionId, {
      eventId,
      key: 'agent:main:web:fork',
      isReplaced: false,
    }),
  )
  const forked = async () => JSON.stringify((await h.timeline(fork.id)).map(({ payload }) => payload))
  assert.match(await forked(), /why\?.*Main answers/)
  await redact(scene, root, await eventOf(scene, root, 'message.agent'))
  const after = await firstIn(scene, thread)
  assert.deepEqual([after.text, after.quote], [before.text, undefined])
  assert.doesNotMatch(await forked(), /"quote"/)
  assert.match(await forked(), /why\?/)
  await say(ann, thread, `${h.mention} and then?`)
  assert.doesNotMatch(JSON.stringify(h.model.requests.at(-1)?.messages.at(0)), /Main answers/)
})

test('[SES6] [CHN2] what the platform tells late, with words that were redacted meanwhile, is heard without them', async () => {
  await using scene = await openFocusScene()
  const { h, root } = scene
  const { thread, anchorId } = openFrom(scene, /Main answers/)
  await redact(scene, root, await eventOf(scene, root, 'message.agent'))
  await heardLate(scene, thread, { id: anchorId, name: 'main', text: 'Main answers.' })
  await h.settle()
  const { text, quote } = await firstIn(scene, thread)
  assert.deepEqual([text, quote], ['and now?', undefined])
})

test('[SES6] [CHN2] redacted in the moment between, before the outbox knows of it', async () => {
  await using scene = await openFocusScene()
  const { h, root } = scene
  const { thread, anchorId } = openFrom(scene, /Main answers/)
  const eventId = await eventOf(scene, root, 'message.agent')
  const { actor: owner } = await h.signedIn('owner-between', 'owner')
  await h.store.tx((t) => h.sessions.redact(t, owner, root, eventId))
  await heardLate(scene, thread, { id: anchorId, name: 'main', text: 'Main answers.' })
  await h.settle()
  assert.equal((await firstIn(scene, thread)).quote, undefined)
})

test('[SES6] [CNV3] what a member said and a thread quotes goes too, also if it is heard later', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, say } = scene
  const { thread, anchorId } = openFrom(scene, /hello/)
  const other = h.platform.say(ann.user.id, h.general, `${h.mention} hello again`)
  await h.settle()
  await say(ann, thread, `${h.mention} why?`)
  assert.match((await firstIn(scene, thread)).quote?.text ?? '', /hello/)
  assert.ok(anchorId)
  await redact(scene, root, await eventOf(scene, root, 'message.user'))
  const { text, quote } = await firstIn(scene, thread)
  assert.deepEqual([text.endsWith('why?'), quote], [true, undefined])
  const again = (await h.timeline(root)).findLast(({ kind }) => kind === 'message.user')
  assert.ok(again)
  await redact(scene, root, again.eventId)
  const later = h.platform.startThread(other.id, 'later')
  await heardLate(scene, later, { id: other.id, name: 'ann', text: 'hello again' })
  await h.settle()
  assert.equal((await firstIn(scene, later)).quote, undefined)
})

test('[SES6] [BND5] the task of a sub-agent goes from quotes of what stands above its thread, and its name', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, say } = scene
  await say(ann, h.general, `${h.mention} /focus worker`)
  const { id: thread } = openedThread(scene)
  await say(ann, thread, '/unfocus')
  await say(ann, thread, `${h.mention} who was that?`)
  assert.match((await firstIn(scene, thread)).quote?.name ?? '', /worker/)
  await redact(scene, root, await eventOf(scene, root, 'subagent.spawned'))
  assert.equal((await firstIn(scene, thread)).quote, undefined)
})

test('[SES6] what a sub-agent said is quoted on, under a name that its redacted task did not give', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root, worker, say } = scene
  const conversation = { channel: 'loopback', accountId: 'main', conversationId: h.general }
  const persona = { agentId: 'main', name: 'main · worker', isAccount: false }
  await h.store.tx((t) =>
    h.deliveries.enqueue(t, {
      kind: 'message',
      cause: 'turn:by-hand',
      sessionId: worker,
      place: conversation,
      text: 'It is deep enough.',
      persona,
    }),
  )
  await h.settle()
  const { thread } = openFrom(scene, /deep enough/)
  await say(ann, thread, `${h.mention} is it?`)
  assert.equal((await firstIn(scene, thread)).quote?.name, 'main · worker')
  await redact(scene, root, await eventOf(scene, root, 'subagent.spawned'))
  const { quote } = await firstIn(scene, thread)
  assert.match(quote?.text ?? '', /deep enough/)
  assert.doesNotMatch(quote?.name ?? '', /worker/)
})

test('[SES6] of our own what is not on record yet is not quoted: nobody could take it back there', async () => {
  await using scene = await openFocusScene()
  const { h } = scene
  const { thread } = openFrom(scene, /Main answers/)
  await heardLate(scene, thread, { id: 'unrecorded', name: 'main', text: 'Nobody knows of this yet.' })
  await h.settle()
  assert.equal((await firstIn(scene, thread)).quote, undefined)
})
