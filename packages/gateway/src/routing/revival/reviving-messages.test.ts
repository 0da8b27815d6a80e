import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { type EndedChild, endedChild } from '../../../test-support/ended-child.ts'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'

/** A model that repeats nothing. */
async function open() {
  const h = await openHearingHouse()
  h.model.respond(() => ['Yes?'])
  return { h, child: await endedChild(h) }
}

async function say(h: HearingHouse, { user, thread }: EndedChild, ...texts: string[]): Promise<void> {
  for (const text of texts) h.platform.say(user.id, thread, text)
  await h.settle()
}

/** What people said in it. */
async function redactSaid(h: HearingHouse, { actor }: EndedChild, sessionId: SessionId, words: string) {
  const said = (await h.timeline(sessionId)).filter(
    ({ kind, payload }) => kind === 'message.user' && String(payload['text']).includes(words),
  )
  assert.equal(said.length, 1)
  for (const { eventId } of said) await h.store.tx((t) => h.sessions.redact(t, actor, sessionId, eventId))
  await h.settle()
}

test('[REV3] [REV4] what brings a thread back is told once, as its first message, and so is what follows at once', async () => {
  const { h, child } = await open()
  await using _ = h
  const texts = ['unmistakable words', 'and some more']
  await say(h, child, ...texts)
  const { sessionId } = await child.binding()
  assert.deepEqual(
    await h.saidIn(sessionId),
    texts.map((text) => `kim: ${text}`),
  )
  const asked = JSON.stringify(h.model.requests.at(-1)?.messages)
  assert.deepEqual(
    texts.map((text) => asked.split(text).length - 1),
    [1, 1],
  )
})

test('[SES6] [REV3] [I28] what brought a thread back is gone from everything that goes on there once it is redacted', async () => {
  const { h, child } = await open()
  await using _ = h
  await say(h, child, 'my password is hunter2', 'and the other is swordfish')
  const { sessionId } = await child.binding()
  for (const words of ['hunter2', 'swordfish']) await redactSaid(h, child, sessionId, words)
  assert.doesNotMatch(JSON.stringify(await h.log(sessionId)), /hunter2|swordfish/)
  await say(h, child, 'what now?')
  const asked = JSON.stringify(h.model.requests.at(-1))
  assert.match(asked, /what now\?/)
  assert.doesNotMatch(asked, /hunter2|swordfish/)
})

test('[SES6] [REV3] [CHN2] so is what stood in the place already and comes in only after that', async () => {
  const { h, child } = await open()
  await using _ = h
  const { user, conversation } = child
  const author = { platformId: user.id, name: 'kim', isBot: false }
  const late = { platformId: 'late', author, text: 'my password is hunter2', writtenAt: h.clock.wall() }
  assert.ok(h.account.history)
  h.account.history.read = async () => ({ messages: [late], hasMore: false })
  await say(h, child, 'go on')
  const { sessionId } = await child.binding()
  assert.match(JSON.stringify(await h.log(sessionId)), /hunter2/)
  const came = { ...late, conversation, kind: 'thread', author: { ...author, isOwn: false } } as const
  assert.equal((await h.hear({ ...came, eventId: late.platformId })).kind, 'heard')
  await h.settle()
  await redactSaid(h, child, sessionId, 'hunter2')
  assert.doesNotMatch(JSON.stringify(await h.log(sessionId)), /hunter2/)
})
