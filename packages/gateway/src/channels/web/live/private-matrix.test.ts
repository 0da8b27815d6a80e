// Every frame that a client can send against everyone who may not see a private session: what is in it is not there, and
// whatever they follow says no word of it, neither of what was nor of what comes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientFrameShape, commandOps, roles } from '@heddle/contract'
import { openTestLive, type TestClient } from '../../../../test-support/open-test-live.ts'
import {
  noSecrets,
  openSecretSession,
  type Secrets,
  secretWord,
} from '../../../../test-support/secret-session.ts'
import { toolsOf } from '../../../../test-support/tools-of.ts'

type FrameType = (typeof clientFrameShape.options)[number]['shape']['type']['value']

/** What of a session each frame can name. Refused, in the same words as for what never was. */
const frames: Record<Exclude<FrameType, 'cmd'>, (of: Secrets) => object[]> = {
  sub: ({ session, key, child }) =>
    [`s:${session}`, `s:${key}`, `s:${child}`, `t:${session}`, `t:${child}`].flatMap((scope) => [
      { scope },
      { scope, after: 0 },
    ]),
  viewing: ({ session, thread }) => [{ scope: `s:${session}`, threadId: thread }],
  unsub: ({ session }) => [{ scope: `s:${session}` }],
  // They name nothing.
  hello: () => [],
  ping: () => [],
  presence: () => [],
}

const commands: Record<keyof typeof commandOps, (of: Secrets) => object[]> = {
  message: ({ session, key }) =>
    [session, key].map((sessionId, i) => ({ sessionId, body: 'x', clientMessageId: `c${i}` })),
  stop: ({ session }) => [{ sessionId: session }],
  read: ({ session }) => [{ sessionId: session, seq: 1 }],
  typing: ({ session }) => [{ sessionId: session }],
  reply: ({ thread }) => [{ threadId: thread, body: 'x', clientMessageId: 'r' }],
  approve: ({ approval }) => [{ approvalId: approval, decision: 'once' }],
}

test('[R1] [SES7] the table of what is private names every frame and every command of the socket', () => {
  const types = clientFrameShape.options.map(({ shape }) => shape.type.value)
  assert.deepEqual([...Object.keys(frames), 'cmd'].toSorted(), types.toSorted())
  assert.deepEqual(Object.keys(commands).toSorted(), Object.keys(commandOps).toSorted())
})

/** Whatever is called waits for somebody's word. */
const tools = toolsOf({
  judge: ({ name }) => ({
    kind: 'ask',
    why: 'policy',
    reason: 'It asks.',
    scope: { key: name, label: name },
  }),
  run: async () => ({ output: 'done', isError: false }),
})

/** All that is answered to each frame and command; the scope is what was asked for. */
async function answersTo(client: TestClient, of: Secrets): Promise<string[]> {
  const asked = [
    ...Object.entries(frames).flatMap(([type, write]) => write(of).map((frame) => ({ type, ...frame }))),
    ...Object.entries(commands).flatMap(([op, write]) =>
      write(of).map((body, i) => ({ type: 'cmd', cid: `${op}${i}`, op, ...body })),
    ),
  ]
  const before = client.frames.length
  for (const frame of asked) client.send(frame)
  // To leave what one does not follow is answered by nothing.
  for (const { type } of asked) if (type !== 'unsub') await client.next('nak')
  await client.settle()
  return client.frames
    .splice(before)
    .map((frame) => JSON.stringify({ ...frame, ...('scope' in frame && { scope: '' }) }))
    .toSorted()
}

for (const role of roles) {
  test(`[SES7] [THR1] [NTF4] [LIV3] [R1] a socket of ${role === 'viewer' ? 'a viewer' : `whoever is ${role}`} neither reaches a private session of others nor hears of it`, async () => {
    await using it = await openTestLive({ tools })
    it.reactAtCommit()
    const kim = await it.someone()
    const mia = await it.someone()
    const lou = await it.someone(role)
    const stranger = await it.connect(lou)
    const friend = await it.connect(mia)
    for (const client of [stranger, friend]) {
      for (const scope of ['u:me', 'l:']) client.send({ type: 'sub', scope })
      await client.next('snap')
      await client.next('snap')
    }
    // All of it happens while they look on.
    const secrets = await openSecretSession(it, kim.actor, mia.actor, lou.actor.handle)
    await it.work()
    const answers = await answersTo(stranger, secrets)
    assert.deepEqual(answers, await answersTo(stranger, noSecrets))
    // And whoever comes later finds nothing of it.
    for (const scope of ['u:me', 'l:']) stranger.send({ type: 'sub', scope })
    await stranger.settle()
    assert.doesNotMatch(JSON.stringify(stranger.frames), new RegExp(`${secretWord}|${secrets.session}`))
    await friend.settle()
    assert.match(JSON.stringify(friend.frames), new RegExp(secretWord))
  })
}

test('[SES7] [PPL2] [NTF4] whoever is taken out of a session hears no more of it on what they follow already', async () => {
  await using it = await openTestLive({ tools })
  it.reactAtCommit()
  const [kim, mia] = [await it.someone(), await it.someone()]
  const secrets = await openSecretSession(it, kim.actor, mia.actor, 'nobody')
  const client = await it.connect(mia)
  for (const scope of ['u:me', 'l:', `s:${secrets.session}`, `t:${secrets.session}`])
    client.send({ type: 'sub', scope })
  for (let i = 0; i < 4; i++) await client.next('snap')
  const participants = [kim.actor.handle]
  await it.store.tx((t) => it.sessions.change(t, kim.actor, secrets.session, { participants }))
  await client.settle()
  const before = client.frames.length
  const posted = { body: `later, @${mia.actor.handle}`, clientMessageId: 'late' }
  await it.store.tx((t) => it.collaboration.post(t, kim.actor, secrets.thread, posted))
  await it.say(kim.actor, secrets.session, 'later', { mode: 'note' })
  await it.work()
  await client.settle()
  const after = JSON.stringify(client.frames.slice(before))
  assert.doesNotMatch(after, /later/)
  assert.doesNotMatch(after, /"notification\.created"/)
})
