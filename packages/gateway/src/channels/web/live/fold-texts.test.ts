import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId, EventJson } from '@heddle/contract'
import { addedBy, foldTexts, type Told } from './fold-texts.ts'

const id = (name: string) => name as EventId
const text = (name: string, held: string, attempt = 1) => ({
  eventId: id(name),
  kind: 'message.agent' as const,
  attempt,
  offset: 0,
  text: held,
})
const event = (seq: number, kind: string, eventId: string, place = seq): Told => ({
  kind: 'event',
  event: { seq, kind, eventId, place, payload: {} } as unknown as EventJson,
})
const delta = (name: string, offset: number, added: string, attempt = 1): Told => ({
  kind: 'delta',
  delta: { eventId: id(name), kind: 'message.agent', attempt, offset, text: added },
})
const held = (told: Told[], seq: number, texts = [text('a', 'one')]) =>
  foldTexts(texts, told, seq).texts.map(({ msgId, att, off, text: now }) => [msgId, att, off, now])

test('[LIV4] what was told after a text was looked at is joined to it, once', () => {
  assert.deepEqual(held([delta('a', 3, ' two')], 9), [['a', 1, 0, 'one two']])
  assert.deepEqual(held([delta('a', 0, 'one'), delta('a', 2, 'e two')], 9), [['a', 1, 0, 'one two']])
})

test('[LIV4] a new attempt begins anew, and an old one says nothing more', () => {
  const told: Told[] = [
    { kind: 'reset', eventId: 'a', attempt: 2 },
    delta('a', 3, 'old'),
    delta('a', 0, 'new', 2),
  ]
  assert.deepEqual(held(told, 9), [['a', 2, 0, 'new']])
  assert.deepEqual(held([delta('a', 0, 'new', 2)], 9), [['a', 2, 0, 'new']])
})

test('[LIV4] a text begins and ends where the log says so, and what lies beyond is left for later', () => {
  const told = [
    event(5, 'text.started', 'b'),
    delta('b', 0, 'bee'),
    event(6, 'message.agent', 'a', 2),
    event(7, 'text.started', 'c'),
    delta('c', 0, 'sea'),
  ]
  assert.deepEqual(held(told, 6), [['b', 1, 0, 'bee']])
  assert.equal(foldTexts([], told, 6).rest.length, 2)
  assert.deepEqual(
    held(told, 7).map(([name]) => name),
    ['b', 'c'],
  )
})

test('[LIV4] of a piece that is partly known only the rest is new', () => {
  const piece = { eventId: id('a'), kind: 'message.agent' as const, attempt: 1, offset: 2, text: 'cdef' }
  assert.deepEqual(addedBy(piece, 1, 4), { ...piece, offset: 4, text: 'ef' })
  assert.equal(addedBy(piece, 1, 6), undefined)
  assert.equal(addedBy(piece, 2, 0), undefined)
  assert.equal(addedBy(piece, 1, 2), piece)
  assert.equal(addedBy(piece, 0, 99), piece)
})

test('[LIV4] a text that was begun before a restart is followed from where it goes on', () => {
  const again: Told[] = [{ kind: 'reset', eventId: 'b', attempt: 3 }, delta('b', 0, 'anew', 3)]
  assert.deepEqual(held(again, 9, []), [['b', 3, 0, 'anew']])
  assert.deepEqual(held([delta('b', 0, 'bee')], 9, []), [['b', 1, 0, 'bee']])
})
