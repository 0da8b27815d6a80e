import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangeParts, type SaidPart } from './arrange-parts.ts'

const sent = (text: string, ...files: string[]): SaidPart => ({ text, files, hasLeft: true })
const waiting = (text: string, ...files: string[]): SaidPart => ({ text, files, hasLeft: false })
const want = (text: string, ...files: string[]) => ({ text, files })
const shown = (said: readonly SaidPart[], ...wanted: ReturnType<typeof want>[]) =>
  arrangeParts(said, wanted).map((part) => part && [part.text, ...part.files])

test('[DLV5] what has not left takes the text and the files as they are wanted', () => {
  assert.deepEqual(shown([waiting('old')], want('new', 'f')), [['new', 'f']])
  assert.deepEqual(shown([sent('one')], want('one'), want('two', 'f')), [['one'], ['two', 'f']])
})

test('[DLV5] files that come with a change stand behind what was said without them', () => {
  assert.deepEqual(shown([sent('begun')], want('begun and done', 'f')), [['begun and done'], ['', 'f']])
  assert.deepEqual(shown([sent('a'), sent('b')], want('a'), want('b', 'f'), want('', 'g')), [
    ['a'],
    ['b'],
    ['', 'f'],
    ['', 'g'],
  ])
})

test('[DLV5] what a message carries stays with it, however its text changes, and is not said twice', () => {
  assert.deepEqual(shown([sent('a', 'f')], want('b', 'f')), [['b', 'f']])
  assert.deepEqual(shown([sent('a'), sent('b', 'f')], want('short', 'f')), [['short'], ['', 'f']])
  assert.deepEqual(shown([sent('a'), sent('', 'f')], want('a'), want('and more', 'f')), [
    ['a'],
    ['', 'f'],
    ['and more'],
  ])
  assert.deepEqual(shown([sent('a'), sent('b'), sent('', 'f')], want('short', 'f')), [
    ['short'],
    undefined,
    ['', 'f'],
  ])
  assert.deepEqual(shown([sent('a', 'f')], want('a', 'f', 'g')), [
    ['a', 'f'],
    ['', 'g'],
  ])
})

test('[DLV5] files that are wanted no more hold no place', () => {
  assert.deepEqual(shown([sent('a'), sent('', 'f')], want('a')), [['a']])
})
