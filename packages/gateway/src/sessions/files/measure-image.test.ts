import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onePixelGif, onePixelPng, pngHead } from '../../../test-support/test-images.ts'
import { headBytesMax } from '../../foundation/files/blobs.ts'
import { measureImage, measureStepsMax, type MeasuredType } from './measure-image.ts'

const types: readonly MeasuredType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const sizeOf = (type: MeasuredType, head: Uint8Array) => measureImage(type, head).size

function segment(marker: number, body: Uint8Array): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([start, body])
}

function frame(width: number, height: number, marker = 0xc0): Buffer {
  const body = Buffer.alloc(15)
  body.writeUInt8(8, 0)
  body.writeUInt16BE(height, 1)
  body.writeUInt16BE(width, 3)
  return segment(marker, body)
}

function exif(orientation: number, isLittle: boolean): Buffer {
  const body = Buffer.alloc(6 + 8 + 2 + 24)
  body.write('Exif\0\0', 0, 'latin1')
  body.write(isLittle ? 'II' : 'MM', 6, 'latin1')
  const put16 = (value: number, at: number) =>
    isLittle ? body.writeUInt16LE(value, at) : body.writeUInt16BE(value, at)
  put16(42, 8)
  if (isLittle) body.writeUInt32LE(8, 10)
  else body.writeUInt32BE(8, 10)
  put16(2, 14)
  put16(0x010f, 16)
  put16(0x0112, 28)
  put16(3, 30)
  put16(orientation, 36)
  return segment(0xe1, body)
}

const jpeg = (...parts: Uint8Array[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts])

function webp(kind: string, write: (body: Buffer) => void): Buffer {
  const head = Buffer.alloc(40)
  head.write('RIFF', 0, 'latin1')
  head.write(`WEBP${kind}`, 8, 'latin1')
  write(head)
  return head
}

test('[FIL2] PNG and GIF say their size at their beginning', () => {
  assert.deepEqual(sizeOf('image/png', onePixelPng), { width: 1, height: 1 })
  assert.deepEqual(sizeOf('image/png', pngHead(640, 480)), { width: 640, height: 480 })
  assert.deepEqual(sizeOf('image/gif', onePixelGif), { width: 1, height: 1 })
})

test('[FIL2] the three kinds of WebP say it each in their own place', () => {
  const lossy = webp('VP8 ', (head) => {
    head.write('\x9d\x01\x2a', 23, 'latin1')
    head.writeUInt16LE(0x4000 + 550, 26)
    head.writeUInt16LE(368, 28)
  })
  assert.deepEqual(sizeOf('image/webp', lossy), { width: 550, height: 368 })
  const lossless = webp('VP8L', (head) => {
    head.writeUInt8(0x2f, 20)
    head.writeUInt32LE((16_383 << 14) | (385 - 1), 21)
  })
  assert.deepEqual(sizeOf('image/webp', lossless), { width: 385, height: 16_384 })
  const extended = webp('VP8X', (head) => {
    head.writeUIntLE(70_000 - 1, 24, 3)
    head.writeUIntLE(3 - 1, 27, 3)
  })
  assert.deepEqual(sizeOf('image/webp', extended), { width: 70_000, height: 3 })
  assert.equal(
    sizeOf(
      'image/webp',
      webp('ALPH', () => undefined),
    ),
    undefined,
  )
})

test('[FIL2] a JPEG says it in its frame, behind whatever the camera put there, turned as browsers turn it', () => {
  const notes = segment(0xe2, Buffer.alloc(60_000, 0xff))
  const table = segment(0xc4, Buffer.alloc(30, 1))
  const padding = Buffer.from([0xff, 0xff, 0xff])
  assert.deepEqual(sizeOf('image/jpeg', jpeg(notes, notes, table, padding, frame(4_000, 3_000))), {
    width: 4_000,
    height: 3_000,
  })
  assert.deepEqual(sizeOf('image/jpeg', jpeg(frame(4_000, 3_000, 0xc2))), { width: 4_000, height: 3_000 })
  for (const isLittle of [true, false]) {
    for (const orientation of [1, 3, 5, 6, 8, 9]) {
      const size = sizeOf('image/jpeg', jpeg(exif(orientation, isLittle), frame(40, 30)))
      const isTurned = orientation >= 5 && orientation <= 8
      assert.deepEqual(
        size,
        isTurned ? { width: 30, height: 40 } : { width: 40, height: 30 },
        `${orientation}`,
      )
    }
  }
  const picture = segment(0xda, Buffer.alloc(10))
  assert.equal(
    sizeOf('image/jpeg', jpeg(picture, frame(1, 1))),
    undefined,
    'a frame inside the picture is none',
  )
})

test('[FIL2] heads that lead a reader on cost a bounded number of steps', () => {
  const fill = (bytes: number[]) => Buffer.alloc(headBytesMax, Buffer.from(bytes))
  const hostile: [name: string, head: Buffer][] = [
    ['padding without end', jpeg(fill([0xff]))],
    ['segments of no length', jpeg(fill([0xff, 0xe0, 0, 2]))],
    ['marks without a length', jpeg(fill([0xff, 0xd0]))],
    ['notes with the most entries', jpeg(...Array.from({ length: 1_000 }, () => manyEntries()))],
    ['nothing but zeros', fill([0])],
  ]
  for (const [name, head] of hostile) {
    for (const type of types) {
      const { steps } = measureImage(type, head.subarray(0, headBytesMax))
      assert.ok(steps <= measureStepsMax, `${name} as ${type}: ${steps}`)
    }
    assert.ok(measureImage('image/jpeg', head).steps >= 1)
  }
  assert.equal(measureImage('image/jpeg', hostile[0]![1]).steps, measureStepsMax, 'the cap was reached')
})

/** As many entries as fit, none of which is the one that is looked for. */
function manyEntries(): Buffer {
  const whole = exif(1, true)
  const body = Buffer.concat([whole.subarray(4), Buffer.alloc(50_000)])
  body.writeUInt16LE(0xffff, 14)
  body.writeUInt16LE(0x0100, 28)
  return segment(0xe1, body)
}

test('[FIL2] no bytes make a reader fail or go on for longer', () => {
  const parts = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom(
      jpeg(),
      exif(6, true),
      exif(6, false),
      frame(3, 2),
      onePixelPng,
      onePixelGif,
      manyEntries(),
    ),
    fc.constantFrom('VP8 ', 'VP8L', 'VP8X', 'RIFF', 'WEBP', 'IHDR').map((text) => Buffer.from(text)),
  )
  const heads = fc.array(parts, { maxLength: 12 }).map((some) => Buffer.concat(some))
  const cut = fc.tuple(heads, fc.nat(400)).map(([head, end]) => head.subarray(0, head.length - end))
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.oneof(heads, cut), (type, head) => {
      const { size, steps } = measureImage(type, head)
      assert.ok(steps <= measureStepsMax)
      if (size)
        assert.ok(size.width > 0 && size.height > 0 && size.width <= 1_000_000 && size.height <= 1_000_000)
    }),
    { numRuns: 500 },
  )
})
