import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeFiles, tellLeftFile, withFiles, withLines } from './place-files.ts'

const limits = { fileBytesMax: 10, requestBytesMax: 25, requestFilesMax: 3, platform: 'Chat' }
const file = (fileId: string, bytes: number) => ({ fileId, name: `${fileId}.txt`, bytes })

test('[DLV5] files go in their order, as many to a request as it takes by number and by size', () => {
  const sized = ['a', 'b', 'c', 'd'].map((id) => file(id, 9))
  assert.deepEqual(placeFiles(sized, limits).requests, [
    ['a', 'b'],
    ['c', 'd'],
  ])
  const many = ['a', 'b', 'c', 'd'].map((id) => file(id, 1))
  assert.deepEqual(placeFiles(many, limits).requests, [['a', 'b', 'c'], ['d']])
  assert.deepEqual(placeFiles([], limits), { requests: [], left: [] })
})

test('[DLV5] one that is too large alone is left, and holds up no other; one that is exactly as large as it may be is not', () => {
  const { requests, left } = placeFiles([file('a', 11), file('b', 10), file('c', 26)], limits)
  assert.deepEqual(requests, [['b']])
  assert.deepEqual(
    left.map(({ fileId }) => fileId),
    ['a', 'c'],
  )
})

test('[DLV5] what is left is named with its size and the way to it', () => {
  const big = { bytes: 18.25 * 1_048_576, link: 'https://h.example/sessions/s?at=e' }
  const said = { platform: 'Chat', fileBytesMax: 10 * 1_048_576 }
  assert.equal(
    tellLeftFile(big, 'film.mp4', said),
    '📎 film.mp4 (18.3 MB, too large for Chat, which takes 10 MB): https://h.example/sessions/s?at=e',
  )
  assert.equal(
    tellLeftFile({ ...big, link: undefined }, 'film.mp4', said),
    '📎 film.mp4 (18.3 MB, too large for Chat, which takes 10 MB)',
  )
})

test('[DLV5] lines stand behind the text, and not in a block of code that it leaves open', () => {
  assert.equal(withLines('See:', ['📎 a', '📎 b']), 'See:\n\n📎 a\n📎 b')
  assert.equal(withLines('```\ncode', ['📎 a']), '```\ncode\n```\n\n📎 a')
  assert.equal(withLines('', ['📎 a']), '📎 a')
  assert.equal(withLines('See:', []), 'See:')
})

test('[DLV5] the first request rides on the last part, the others follow it; without a text they stand alone', () => {
  const part = (text: string) => ({ text, mentions: [] })
  assert.deepEqual(withFiles([part('one'), part('two')], [['a'], ['b']]), [
    part('one'),
    { ...part('two'), files: ['a'] },
    { ...part(''), files: ['b'] },
  ])
  assert.deepEqual(withFiles([], [['a']]), [{ ...part(''), files: ['a'] }])
  assert.deepEqual(withFiles([part('one')], []), [part('one')])
})
