import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttachmentJson, limits } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import { createKeptDrafts } from './kept-drafts.ts'
import { type ChosenFile, createUploads, type HeldMessage, type Upload } from './uploads.ts'

interface Sent {
  name: string
  key: string
  signal: AbortSignal
  progress(part: number): void
  arrive(): Promise<void>
  fail(code?: 'unreachable' | 'disk_full'): Promise<void>
}

function world(kept = new Map<string, string>()) {
  const sent: Sent[] = []
  const said: (HeldMessage & { sessionId: string; attachments: readonly AttachmentJson[] })[] = []
  let count = 0
  let isFull = false
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const drafts = createKeptDrafts(store, () => 0)
  const uploads = createUploads({
    newId: () => `up-${(count += 1)}`,
    kept: drafts,
    draw: async ({ mediaType }) => (mediaType === 'image/png' ? 'data:,small' : undefined),
    send: ({ name, mediaType }, { key, signal, progress }) =>
      new Promise((resolve, reject) => {
        const file = { id: `fil_${name}`, name, mediaType, bytes: 3 }
        sent.push({
          name,
          key,
          signal,
          progress,
          arrive: async () => resolve(file),
          fail: async (code = 'disk_full') => reject(new CallError(code, '')),
        })
      }),
    say(message) {
      if (isFull) return false
      said.push(message)
      return true
    },
  })
  uploads.enter('per_1')
  const states = (sessionId = 'ses_1') => uploads.of(sessionId).map(({ name, state }) => `${name} ${state}`)
  const of = (name: string) => sent.findLast((item) => item.name === name)!
  return { uploads, sent, said, kept, drafts, states, of, fill: () => (isFull = true) }
}

const chosen = (name: string, mediaType = ''): ChosenFile => ({ name, mediaType, content: new Blob(['abc']) })
/** Lets what was promised come true. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('[UIC2] files go out at once, a few at a time, and the next when one is there', async () => {
  const { uploads, sent, states, of } = world()
  uploads.add(
    'ses_1',
    ['a', 'b', 'c', 'd', 'e'].map((name) => chosen(name)),
  )
  assert.ok(sent.length < limits.uploadsAtOncePerPersonMax)
  assert.deepEqual(states().slice(-2), ['d waiting', 'e waiting'])
  await of('a').arrive()
  await settle()
  assert.deepEqual(states(), ['a done', 'b uploading', 'c uploading', 'd uploading', 'e waiting'])
})

test('[UIC2] how far one has come is shown, and a picture of what is one', async () => {
  const { uploads, of } = world()
  uploads.add('ses_1', [chosen('a.png', 'image/png')])
  of('a.png').progress(0.4)
  await settle()
  const [upload] = uploads.of('ses_1')
  assert.equal(upload?.state === 'uploading' && upload.part, 0.4)
  assert.equal(upload?.picture, 'data:,small')
  await of('a.png').arrive()
  await settle()
  assert.equal(uploads.of('ses_1')[0]?.picture, 'data:,small')
})

test('[UIC2] what failed is tried again under the same key, so that the server keeps it once', async () => {
  const { uploads, sent, states, of } = world()
  uploads.add('ses_1', [chosen('a')])
  await of('a').fail()
  await settle()
  assert.deepEqual(states(), ['a failed'])
  uploads.wake()
  assert.equal(sent.length, 1)
  uploads.retry('ses_1', uploads.of('ses_1')[0]!.id)
  assert.deepEqual(states(), ['a uploading'])
  assert.equal(sent[1]!.key, sent[0]!.key)
  await of('a').fail('unreachable')
  await settle()
  uploads.wake()
  assert.equal(sent.length, 3)
})

test('[UIC2] one that is removed is given up, whatever comes of it later', async () => {
  const { uploads, states, of } = world()
  uploads.add('ses_1', [chosen('a'), chosen('b')])
  uploads.remove('ses_1', uploads.of('ses_1')[0]!.id)
  assert.equal(of('a').signal.aborted, true)
  await of('a').fail('unreachable')
  await of('b').arrive()
  await settle()
  assert.deepEqual(states(), ['b done'])
})

test('[UIC2] a message that was sent meanwhile goes out with all of its files, in their order, and once', async () => {
  const { uploads, said, of, drafts } = world()
  drafts.setText('per_1', 'ses_1', 'look')
  uploads.add('ses_1', [chosen('a'), chosen('b')])
  uploads.hold('ses_1', { text: 'look', mode: 'steer' })
  await of('b').arrive()
  await settle()
  assert.equal(said.length, 0)
  await of('a').arrive()
  await settle()
  assert.equal(said.length, 1)
  assert.deepEqual(
    { ...said[0], attachments: said[0]?.attachments.map(({ id }) => id) },
    {
      sessionId: 'ses_1',
      text: 'look',
      mode: 'steer',
      attachments: ['fil_a', 'fil_b'],
    },
  )
  assert.deepEqual(uploads.of('ses_1'), [])
  assert.equal(uploads.held('ses_1'), null)
  assert.equal(drafts.text('per_1', 'ses_1'), '')
})

test('[UIC2] a file that fails lets go of the message; nothing is sent without it, and nothing is lost', async () => {
  const { uploads, said, states, of } = world()
  uploads.add('ses_1', [chosen('a'), chosen('b')])
  uploads.hold('ses_1', { text: '', mode: 'queue' })
  await of('a').fail()
  await of('b').arrive()
  await settle()
  assert.equal(said.length, 0)
  assert.equal(uploads.held('ses_1'), null)
  assert.deepEqual(states(), ['a failed', 'b done'])
})

test('[UIC2] a held message without words is let go when its last file is removed; one with words is sent', async () => {
  const { uploads, said } = world()
  uploads.add('ses_1', [chosen('a')])
  uploads.hold('ses_1', { text: '  ', mode: 'queue' })
  uploads.remove('ses_1', uploads.of('ses_1')[0]!.id)
  assert.equal(said.length, 0)
  assert.equal(uploads.held('ses_1'), null)
  uploads.add('ses_1', [chosen('b')])
  uploads.hold('ses_1', { text: 'hello', mode: 'queue' })
  uploads.remove('ses_1', uploads.of('ses_1')[0]!.id)
  assert.deepEqual(said[0]?.attachments, [])
})

test('[UIC2] when too much waits to be sent, message and files stay', async () => {
  const { uploads, states, of, fill } = world()
  fill()
  uploads.add('ses_1', [chosen('a')])
  uploads.hold('ses_1', { text: 'x', mode: 'queue' })
  await of('a').arrive()
  await settle()
  assert.deepEqual(states(), ['a done'])
  assert.equal(uploads.held('ses_1'), null)
})

test('[UIC6] what the server has outlives a reload; what was on its way does not', async () => {
  const before = world()
  before.uploads.add('ses_1', [chosen('a'), chosen('b')])
  await before.of('a').arrive()
  await settle()
  const after = world(before.kept)
  assert.deepEqual(after.states(), ['a done'])
  after.uploads.clear('ses_1')
  assert.deepEqual(world(before.kept).states(), [])
})

test('[UIC6] nobody gets the files of another, nor are any sent in their name', async () => {
  const { uploads, sent, said, states, of } = world()
  uploads.add(
    'ses_1',
    ['a', 'b', 'c', 'd'].map((name) => chosen(name)),
  )
  uploads.hold('ses_1', { text: 'mine', mode: 'queue' })
  uploads.enter('per_2')
  assert.deepEqual(states(), [])
  assert.ok(sent.every(({ signal }) => signal.aborted))
  await Promise.all(['a', 'b', 'c'].map((name) => of(name).arrive()))
  await settle()
  assert.equal(sent.length, 3)
  assert.equal(said.length, 0)
})

test('[UIC2] a file that is put back stands where it stood, once, and never above the limit', () => {
  const { uploads, states } = world()
  const file = (name: string): AttachmentJson => ({ id: `fil_${name}`, name, mediaType: '', bytes: 1 })
  uploads.adopt('ses_1', [file('a'), file('b'), file('c')])
  const [, b] = uploads.of('ses_1') as [Upload, Upload]
  uploads.remove('ses_1', b.id)
  uploads.adopt('ses_1', [file('b')], 1)
  uploads.adopt('ses_1', [file('b')])
  assert.deepEqual(states(), ['a done', 'b done', 'c done'])
  uploads.adopt(
    'ses_1',
    Array.from({ length: 20 }, (_, index) => file(`x${index}`)),
  )
  assert.equal(uploads.of('ses_1').length, limits.attachmentsMax)
})
