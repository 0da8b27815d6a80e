import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { limits, Refusal } from '@heddle/contract'
import fc from 'fast-check'
import { decodeCursor, encodeCursor, pageOfRows } from './cursor.ts'

const isBadCursor = (error: unknown) => error instanceof Refusal && error.code === 'bad_cursor'

test('[API4] a cursor gives back the key it was made from, whatever the key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (key) => {
      assert.equal(decodeCursor('list', encodeCursor('list', key)), key)
    }),
    { seed: 7 },
  )
  assert.equal(decodeCursor('list', undefined), undefined)
})

test('[API4] a cursor of another list is refused', () => {
  assert.throws(() => decodeCursor('tokens', encodeCursor('invites', 'inv_1')), isBadCursor)
})

test('[API4] whatever is not a cursor is refused, and nothing else happens', () => {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const good = encodeCursor('list', 'key')
  const wrong = [
    '',
    ' ',
    'inv_1',
    '%%%',
    good.slice(0, -1),
    `${good} `,
    `${good}=`,
    `${good}\n`,
    json(null),
    json('key'),
    json(['list']),
    json(['list', 1]),
    json(['list', null]),
    json(['list', { $gt: '' }]),
    json(['list', 'key', 'more']),
    json({ 0: 'list', 1: 'key', length: 2 }),
    Buffer.from('["list", "key"]').toString('base64url'),
    Buffer.from('["list","key"]').toString('base64'),
    Buffer.from([0xff, 0xfe]).toString('base64url'),
    'A'.repeat(limits.cursorCharsMax + 1),
  ].filter((text) => text !== good)
  for (const cursor of wrong) assert.throws(() => decodeCursor('list', cursor), isBadCursor, cursor)
})

test('[API4] random text is a cursor of no list', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      assert.throws(() => decodeCursor('list', text), isBadCursor)
    }),
    { seed: 7 },
  )
})

test('[API4] the last page has no next, a full one that is followed has', () => {
  const page = (rows: string[]) =>
    pageOfRows(
      rows,
      2,
      'list',
      (row) => row,
      (row) => row.toUpperCase(),
    )
  assert.deepEqual(page([]), { items: [] })
  assert.deepEqual(page(['a', 'b']), { items: ['A', 'B'] })
  assert.deepEqual(page(['a', 'b', 'c']), { items: ['A', 'B'], next: encodeCursor('list', 'b') })
})
