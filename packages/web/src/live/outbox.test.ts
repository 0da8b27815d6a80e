import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientFrame } from '@heddle/contract'
import { createDelivery } from './deliver-outgoing.ts'
import { createOutbox, type KeptStore } from './outbox.ts'

function openStore(): KeptStore {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

function open(store?: KeptStore) {
  let made = 0
  const outbox = createOutbox({ newId: () => `c${(made += 1)}`, store })
  outbox.restore('per_1')
  return outbox
}

const toWorker = { bindingId: 'bnd_1', sessionId: 'ses_child' }
const hello = { sessionId: 'ses_chat', text: 'Hello', mode: 'queue' } as const

test('[UIH1] what is written for what is focused is gone when it was seen there, not on the page', () => {
  const outbox = open()
  outbox.add({ ...hello, focus: toWorker })
  outbox.acknowledge('c1', 7)
  outbox.seen('ses_chat', 100)
  assert.equal(outbox.all().length, 1)
  outbox.seen('ses_child', 6)
  assert.equal(outbox.all().length, 1)
  outbox.seen('ses_child', 7)
  assert.equal(outbox.all().length, 0)
})

test('[UIH4] where nobody knows beforehand who will hear it, the confirmation is the end of it', () => {
  const outbox = open()
  outbox.add({ ...hello, focus: { bindingId: 'bnd_1' } })
  outbox.acknowledge('c1', 2)
  assert.equal(outbox.all().length, 0)
})

test('[UIH2] to whom it was written survives a reload', () => {
  const store = openStore()
  open(store).add({ ...hello, focus: toWorker })
  const [kept] = open(store).all()
  assert.deepEqual(kept?.focus, toWorker)
})

test('[UIH2] [CNV7] a message says whom its author saw; one for the page says nothing of it', () => {
  const outbox = open()
  const frames: ClientFrame[] = []
  const delivery = createDelivery({
    outbox,
    post: () => Promise.reject(new Error('not over HTTP')),
    after: () => () => {},
    onRejected: () => {},
    isUp: () => true,
    write: (frame) => void frames.push(frame),
    connect: () => {},
    cut: () => {},
  })
  for (const item of [outbox.add({ ...hello, focus: toWorker }), outbox.add(hello)])
    if (item) delivery.send(item)
  assert.deepEqual(
    frames.map((frame) => [Reflect.get(frame, 'to'), Reflect.get(frame, 'focusId')]),
    [
      ['focus', 'bnd_1'],
      [undefined, undefined],
    ],
  )
})
