import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttachmentJson, limits } from '@heddle/contract'
import {
  chooseShownFiles,
  countImageBytes,
  describeFile,
  imageChars,
  wholeFileRoom,
} from './choose-shown-files.ts'

const file = (name: string, mediaType: string, bytes = 1_000): AttachmentJson => ({
  id: name,
  name,
  mediaType,
  bytes,
})
const png = (name: string, bytes?: number) => file(name, 'image/png', bytes)
const room = wholeFileRoom(200_000)
const choose = (files: AttachmentJson[], more: Partial<typeof room> = {}, sees = true) =>
  chooseShownFiles(files, sees, { ...room, ...more })
const kinds = (files: AttachmentJson[], more: Partial<typeof room> = {}) =>
  choose(files, more).shown.map(({ showing }) => showing.kind)

test('[FIL6] images are shown to a model that sees, and named to one that does not', () => {
  assert.deepEqual(kinds([png('a.png'), file('b.webp', 'image/webp')]), ['image', 'image'])
  assert.deepEqual(
    choose([png('a.png')], {}, false).shown.map(({ showing }) => showing),
    [{ kind: 'note', why: 'this model cannot see images' }],
  )
  assert.equal(
    describeFile(png('a.png', 122_880), 'this model cannot see images'),
    'a.png (image/png, 120 KB) is attached; this model cannot see images.',
  )
  for (const type of ['image/avif', 'image/svg', 'image/tiff'])
    assert.deepEqual(kinds([file('x', type)]), ['note'])
})

test('[FIL6] of many images the newest are shown, by number and by size', () => {
  const many = Array.from({ length: limits.imagesPerRequestMax + 2 }, (_, i) => png(`${i}.png`))
  const shown = kinds(many)
  assert.deepEqual(shown.slice(0, 3), ['note', 'note', 'image'])
  assert.equal(shown.filter((kind) => kind === 'image').length, limits.imagesPerRequestMax)
  const half = limits.imageBytesPerRequestMax / 2
  const some = choose([png('a', half), png('b', half), png('c', 10)])
  assert.deepEqual(
    some.shown.map(({ showing }) => showing.kind),
    ['note', 'image', 'image'],
  )
  assert.equal(countImageBytes(some.shown), half + 10)
  const huge = choose([png('x', limits.imageBytesPerRequestMax + 1)]).shown[0]?.showing
  assert.deepEqual(huge, { kind: 'note', why: 'it is too large to be shown' })
})

test('[FIL6] small texts are given whole, by type or by name; what is long, or one too many, by name', () => {
  const texts = [
    file('a', 'text/plain'),
    file('b', 'application/json'),
    file('c', 'application/vnd.api+json'),
    file('d.ts', 'video/mp2t'),
    file('e.md', 'application/octet-stream'),
    file('f.svg', 'image/svg+xml'),
  ]
  assert.deepEqual(new Set(kinds(texts)), new Set(['text']))
  assert.deepEqual(kinds([file('a.zip', 'application/zip'), file('b', 'application/pdf')]), ['note', 'note'])
  assert.deepEqual(kinds([file('a', 'text/plain', limits.attachedTextBytesMax)]), ['text'])
  assert.deepEqual(kinds([file('a', 'text/plain', limits.attachedTextBytesMax + 1)]), ['note'])
  assert.deepEqual(kinds([file('old', 'text/plain'), file('new', 'text/plain')], { chars: 1_500 }), [
    'note',
    'text',
  ])
})

test('[FIL6] texts and images share one room, each image by a flat figure, and what is left is handed on', () => {
  const chars = 2 * imageChars + 2_000
  const first = choose([png('a'), file('t', 'text/plain', 1_000), png('b')], { chars })
  assert.ok(first.left.chars >= 0 && first.left.chars < 1_000)
  assert.deepEqual(
    first.shown.map(({ showing }) => showing.kind),
    ['image', 'text', 'image'],
  )
  assert.equal(first.left.images, limits.imagesPerRequestMax - 2)
  const older = chooseShownFiles([png('c'), file('u', 'text/plain', 1_000)], true, first.left)
  assert.deepEqual(
    older.shown.map(({ showing }) => showing.kind),
    ['note', 'note'],
  )
  assert.deepEqual(older.left, first.left)
})
