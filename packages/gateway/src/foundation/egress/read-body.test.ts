import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createTestClock } from '../../../test-support/open-test-store.ts'
import { EgressTooSlow } from './egress.ts'
import { CannotUnpack, readBody } from './read-body.ts'

const limits = { bytesMax: 100_000, idleMs: 10_000 }
const never = new AbortController().signal

function read(body: ConstructorParameters<typeof Response>[0], encoding?: string, clock = createTestClock()) {
  const headers: Record<string, string> = encoding === undefined ? {} : { 'content-encoding': encoding }
  return readBody(new Response(body, { headers }), limits, clock, never)
}

test('[R12] a body is read whole, packed in any usual way', async () => {
  const text = 'what a page says '.repeat(100)
  const packed: [Uint8Array<ArrayBuffer>, string | undefined][] = [
    [Buffer.from(text), undefined],
    [Buffer.from(text), 'identity'],
    [Buffer.from(gzipSync(text)), 'gzip'],
    [Buffer.from(deflateSync(text)), 'deflate'],
    [Buffer.from(brotliCompressSync(text)), 'br'],
    [Buffer.from(zstdCompressSync(text)), 'ZSTD'],
  ]
  for (const [body, encoding] of packed) {
    const { bytes, isCut } = await read(body, encoding)
    assert.deepEqual([Buffer.from(bytes).toString(), isCut], [text, false], encoding)
  }
  assert.equal((await read(null)).bytes.byteLength, 0)
})

test('[R11] [R12] a small answer that unpacks to a large one is cut where the limit is', async () => {
  const bomb = Buffer.alloc(200 * 1_048_576)
  for (const [packed, encoding] of [
    [gzipSync(bomb, { level: 9 }), 'gzip'],
    [zstdCompressSync(bomb), 'zstd'],
  ] as const) {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = packed.subarray(pulled, pulled + 1_024)
        pulled += piece.byteLength
        if (piece.byteLength === 0) controller.close()
        else controller.enqueue(new Uint8Array(piece))
      },
    })
    const { bytes, isCut } = await read(body, encoding)
    assert.deepEqual([bytes.byteLength, isCut], [limits.bytesMax, true])
    assert.ok(encoding === 'zstd' || pulled < packed.byteLength, 'the rest was left where it was')
  }
})

test('[R12] what is larger than the limit is cut, and what is as large is not', async () => {
  const exact = await read(Buffer.alloc(limits.bytesMax))
  assert.deepEqual([exact.bytes.byteLength, exact.isCut], [limits.bytesMax, false])
  const more = await read(Buffer.alloc(limits.bytesMax + 1))
  assert.deepEqual([more.bytes.byteLength, more.isCut], [limits.bytesMax, true])
})

test('[R12] a body without an end is left, and its source is told', async () => {
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
    cancel() {
      isCancelled = true
    },
  })
  assert.equal((await read(endless)).isCut, true)
  assert.equal(isCancelled, true)
})

test('[R12] empty blocks without an end unpack to nothing, and are left all the same', async () => {
  // A stored block of no bytes, again and again.
  const head = Buffer.from(gzipSync('')).subarray(0, 10)
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        isFirst
          ? new Uint8Array(head)
          : new Uint8Array(10_000).map((_, i) => [0, 0, 0, 255, 255][i % 5] ?? 0),
      )
      isFirst = false
    },
  })
  assert.deepEqual(await read(body, 'gzip'), { bytes: Buffer.alloc(0), isCut: true })
})

test('[R12] whoever sends a little and then nothing is given up', async () => {
  const clock = createTestClock()
  let asked = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (asked++ === 0) return controller.enqueue(new Uint8Array(10))
        return new Promise(() => undefined)
      },
    },
    { highWaterMark: 0 },
  )
  const reading = read(body, undefined, clock)
  while (asked < 2) await new Promise((resolve) => setImmediate(resolve))
  clock.advance(limits.idleMs)
  await assert.rejects(reading, EgressTooSlow)
})

test('[R12] what is packed twice, in an unknown way, or broken, is not read', async () => {
  const twice = gzipSync(gzipSync('x'))
  await assert.rejects(read(Buffer.from(twice), 'gzip, gzip'), CannotUnpack)
  await assert.rejects(read('x', 'lzma'), CannotUnpack)
  await assert.rejects(read('no gzip at all', 'gzip'), CannotUnpack)
  await assert.rejects(read(Buffer.from(gzipSync('cut off here')).subarray(0, 20), 'gzip'), CannotUnpack)
  await assert.rejects(read('no brotli at all', 'br'), CannotUnpack)
})

test('[R12] an abort ends the reading', async () => {
  const abort = new AbortController()
  const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
  const reading = readBody(new Response(body), limits, createTestClock(), abort.signal)
  abort.abort(new Error('enough'))
  await assert.rejects(reading, { message: 'enough' })
})
