import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import type { ModelMessage } from '../../agents/agents.ts'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { onePixelPng, pngHead } from '../../../test-support/test-images.ts'
import { imageChars } from './choose-shown-files.ts'

const config = (vision: boolean, contextTokens = 32_000): AgentsConfig => ({
  agents: { defaults: { model: 'p/m' } },
  models: {
    providers: {
      p: {
        kind: 'openai-compatible',
        baseUrl: 'http://x.invalid',
        models: [{ id: 'm', vision, contextTokens }],
      },
    },
  },
})

async function ask(
  house: TestSessions,
  files: [content: string | Uint8Array, name: string, mediaType: string][],
) {
  const { actor: ann } = await house.signedIn('ann', 'member')
  const sessionId = await house.chat(ann)
  const attachments: string[] = []
  for (const [content, name, mediaType] of files) {
    attachments.push((await house.upload(ann, content, { name, mediaType })).id)
  }
  house.model.script({ type: 'text', text: 'fine' })
  const said = await house.say(ann, sessionId, 'look', { attachments })
  await house.work()
  return { ann, sessionId, said, attachments }
}

function lastOf(house: TestSessions): ModelMessage | undefined {
  return house.model.requests.at(-1)?.messages.findLast((message) => message.role === 'user')
}

test('[FIL6] a model that sees gets the image itself, small texts as text, and a note of the rest', async () => {
  await using house = await openTestSessions({ agents: config(true) })
  await ask(house, [
    [onePixelPng, 'p.png', 'image/png'],
    ['hello', 'h.txt', 'text/plain'],
    ['PK', 'z.zip', 'application/zip'],
    [Buffer.from([0x66, 0xff, 0xfe]), 'latin.txt', 'text/plain'],
  ])
  const last = lastOf(house)
  assert.ok(last?.role === 'user')
  assert.equal(last.text, 'look')
  const notText = 'latin.txt (text/plain, 3 bytes) is attached; its content is not text.'
  const noContent = 'z.zip (application/zip, 2 bytes) is attached; its content is not given here.'
  assert.deepEqual(last.attachments, [
    { kind: 'image', name: 'p.png', mediaType: 'image/png', bytes: onePixelPng },
    { kind: 'text', name: 'h.txt', mediaType: 'text/plain', text: 'hello' },
    { kind: 'note', name: 'z.zip', mediaType: 'application/zip', note: noContent },
    { kind: 'note', name: 'latin.txt', mediaType: 'text/plain', note: notText },
  ])
})

test('[FIL6] a model that does not see is told that there was an image', async () => {
  await using house = await openTestSessions({ agents: config(false) })
  await ask(house, [[onePixelPng, 'p.png', 'image/png']])
  const last = lastOf(house)
  assert.ok(last?.role === 'user')
  assert.deepEqual(
    last.attachments?.map((file) => (file.kind === 'note' ? file.note : file.kind)),
    [`p.png (image/png, ${onePixelPng.length} bytes) is attached; this model cannot see images.`],
  )
})

test('[FIL6] bytes that are lost cost the file, not the turn', async () => {
  await using house = await openTestSessions({
    agents: config(true),
    breakBlobs: (real) => ({ ...real, open: async () => undefined }),
  })
  const { sessionId } = await ask(house, [[onePixelPng, 'p.png', 'image/png']])
  const last = lastOf(house)
  assert.ok(last?.role === 'user' && last.attachments?.[0]?.kind === 'note')
  assert.match(last.attachments[0].note, /its content cannot be read/)
  assert.ok((await house.timeline(sessionId)).some(({ kind }) => kind === 'turn.finished'))
  assert.deepEqual(
    house.logged.map(({ message }) => message),
    ['a file cannot be read'],
  )
})

test('[SES6] a model is not shown the files of a message that was redacted', async () => {
  await using house = await openTestSessions({ agents: config(true) })
  const { ann, sessionId, said } = await ask(house, [['secret words', 's.txt', 'text/plain']])
  await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, said.eventId))
  house.model.script({ type: 'text', text: 'what?' })
  await house.say(ann, sessionId, 'and now?')
  await house.work()
  assert.doesNotMatch(JSON.stringify(house.model.requests.at(-1)), /secret words|s\.txt/)
})

/** As the model would count it, with what an image takes. */
function charsOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => {
    if (message.role !== 'user') return sum + JSON.stringify(message).length
    const files = message.attachments ?? []
    const chars = files.map((file) =>
      file.kind === 'text' ? file.text.length : file.kind === 'image' ? imageChars : file.note.length,
    )
    return sum + message.text.length + chars.reduce((all, one) => all + one, 0)
  }, 0)
}

test('[FIL6] files share the window with what was said: together they are never more than fits', async () => {
  const contextTokens = 20_000
  await using house = await openTestSessions({ agents: config(true, contextTokens) })
  const { actor: ann } = await house.signedIn('ann', 'member')
  const sessionId = await house.chat(ann)
  for (let i = 0; i < 8; i++) {
    const text = await house.upload(ann, 'f'.repeat(6_000), { name: `${i}.txt`, mediaType: 'text/plain' })
    const image = await house.upload(ann, onePixelPng, { name: `${i}.png`, mediaType: 'image/png' })
    house.model.script({ type: 'text', text: 'fine' })
    await house.say(ann, sessionId, 'w'.repeat(9_000), { attachments: [text.id, image.id] })
    await house.work()
  }
  const messages = house.model.requests.at(-1)?.messages ?? []
  const chars = charsOf(messages)
  assert.ok(chars <= contextTokens * 3, `${chars} characters for a window of ${contextTokens * 3}`)
  assert.ok(chars > contextTokens * 3 * 0.6, 'and the window is used')
  const last = lastOf(house)
  assert.ok(last?.role === 'user')
  assert.deepEqual(
    last.attachments?.map(({ kind }) => kind),
    ['text', 'image'],
    'the newest are shown',
  )
})

test('[FIL6] a file that does not fit beside what was said is named, even in the running turn', async () => {
  await using house = await openTestSessions({ agents: config(true, 10_000) })
  const { actor: ann } = await house.signedIn('ann', 'member')
  const kindsAfter = async (chars: number) => {
    const sessionId = await house.chat(ann)
    const text = await house.upload(ann, 'f'.repeat(12_000), { name: 'f.txt', mediaType: 'text/plain' })
    house.model.script({ type: 'text', text: 'fine' })
    await house.say(ann, sessionId, 'w'.repeat(chars), { attachments: [text.id] })
    await house.work()
    const last = lastOf(house)
    return last?.role === 'user' ? last.attachments?.map(({ kind }) => kind) : undefined
  }
  assert.deepEqual(await kindsAfter(15_000), ['text'])
  assert.deepEqual(await kindsAfter(22_000), ['note'])
})

test('[FIL6] a text that could only stand in a fence of its own length is told of', async () => {
  await using house = await openTestSessions({ agents: config(true) })
  await ask(house, [
    ['`'.repeat(60_000), 'ticks.md', 'text/markdown'],
    ['`'.repeat(100), 'fence.md', 'text/markdown'],
  ])
  const last = lastOf(house)
  assert.ok(last?.role === 'user')
  assert.deepEqual(
    last.attachments?.map(({ kind }) => kind),
    ['note', 'text'],
  )
})

test('[FIL6] turns wait for each other’s images, and one that is stopped waits no longer', async () => {
  await using house = await openTestSessions({ agents: config(true) })
  const { actor: ann } = await house.signedIn('ann', 'member')
  const bytes = Buffer.concat([pngHead(9, 9), Buffer.alloc(limits.imageBytesPerRequestMax - 33)])
  const image = await house.upload(ann, bytes, { name: 'large.png', mediaType: 'image/png' })
  const fit = limits.imageBytesInFlightMax / limits.imageBytesPerRequestMax
  const end = Promise.withResolvers<void>()
  const chats = []
  for (let i = 0; i < fit + 2; i++) chats.push(await house.chat(ann))
  for (const sessionId of chats) {
    house.model.script({ type: 'wait', until: end.promise }, { type: 'text', text: 'seen' })
    await house.say(ann, sessionId, 'look', { attachments: [image.id] })
  }
  while (house.model.running < fit) await house.breathe()
  for (let i = 0; i < 5; i++) await house.breathe()
  assert.equal(house.model.running, fit, 'the others wait')
  const stopped = chats.at(-2)
  assert.ok(stopped)
  await house.store.tx((t) => house.sessions.stop(t, ann, stopped))
  for (let i = 0; i < 5; i++) await house.breathe()
  const endOf = async (id: SessionId) => (await house.timeline(id)).at(-1)?.payload['outcome']
  assert.equal(await endOf(stopped), 'cancelled')
  assert.equal(house.model.running, fit)
  end.resolve()
  await house.work()
  assert.equal(house.model.running, 0)
  assert.equal(house.model.requests.length, fit + 1)
  for (const id of chats) {
    assert.equal(await endOf(id), id === stopped ? 'cancelled' : 'succeeded')
  }
})
