// What every keeper of bytes promises. Run by each of them.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { refusedWith } from './refused-with.ts'
import { type Blobs, headBytesMax } from '../src/foundation/files/blobs.ts'

export interface OpenBlobs {
  blobs: Blobs
  close(): Promise<void>
}

export function runBlobsSuite(name: string, open: () => Promise<OpenBlobs>): void {
  function each(what: string, body: (blobs: Blobs) => Promise<void>): void {
    void test(`[FIL1] ${name}: ${what}`, async () => {
      const { blobs, close } = await open()
      try {
        await body(blobs)
      } finally {
        await close()
      }
    })
  }

  each('bytes come back as they went in, by their hash', async (blobs) => {
    const bytes = Buffer.from('a'.repeat(100_000) + 'z')
    const staged = await blobs.stage(chunks(bytes, 7_000), 200_000)
    assert.equal(staged.hash, createHash('sha256').update(bytes).digest('hex'))
    assert.equal(staged.bytes, bytes.length)
    assert.equal(await blobs.open(staged.hash, staged.bytes), undefined, 'not in its place yet')
    await staged.place()
    assert.deepEqual(await readAll(blobs, staged.hash, bytes.length), bytes)
    assert.deepEqual(
      await readAll(blobs, staged.hash, bytes.length, { first: 99_999, last: 100_000 }),
      Buffer.from('az'),
    )
    assert.deepEqual(await blobs.list(10), [staged.hash])
  })

  each('what is staged shows its beginning, and no more of it', async (blobs) => {
    const bytes = Buffer.alloc(headBytesMax + 10, 1)
    const { head } = await blobs.stage(chunks(bytes, 50_000), bytes.length)
    assert.deepEqual(Buffer.from(head), bytes.subarray(0, headBytesMax))
  })

  each('one byte too many is refused, and the source is not read to its end', async (blobs) => {
    const exact = await blobs.stage(chunks(Buffer.alloc(1_000), 100), 1_000)
    assert.equal(exact.bytes, 1_000)
    let asked = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked++
        yield Buffer.alloc(100)
      }
    }
    await assert.rejects(blobs.stage(endless(), 999), refusedWith('too_large'))
    assert.equal(asked, 10)
  })

  each('the same bytes twice are kept once', async (blobs) => {
    const [one, two] = [await stageText(blobs, 'same'), await stageText(blobs, 'same')]
    await one.place()
    await two.place()
    assert.deepEqual(await blobs.list(10), [one.hash])
    assert.equal((await readAll(blobs, one.hash, 4))?.toString(), 'same')
  })

  each('what is discarded or removed is gone, and removing it again is no error', async (blobs) => {
    const staged = await stageText(blobs, 'x')
    await staged.place()
    await staged.discard()
    assert.ok(await blobs.open(staged.hash, 1), 'discarding comes too late')
    assert.equal(await blobs.remove(staged.hash), true)
    assert.equal(await blobs.open(staged.hash, 1), undefined)
    assert.equal(await blobs.remove(staged.hash), true)
  })

  each('bytes of another number than asked for are not the ones', async (blobs) => {
    const staged = await stageText(blobs, 'four')
    await staged.place()
    assert.equal(await blobs.open(staged.hash, 5), undefined)
  })

  each('while everything is held nothing goes', async (blobs) => {
    const staged = await stageText(blobs, 'held')
    await staged.place()
    await blobs.holdAll(async () => {
      assert.equal(await blobs.remove(staged.hash), false)
      assert.ok(await blobs.open(staged.hash, 4))
    })
    await assert.rejects(
      blobs.holdAll(() => Promise.reject(new Error('a task that fails'))),
      /a task that fails/,
    )
    assert.equal(await blobs.remove(staged.hash), true)
  })

  each('tasks of one hash follow each other', async (blobs) => {
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    const one = blobs.alone('a', async () => {
      await first.promise
      order.push('one')
    })
    const two = blobs.alone('a', async () => void order.push('two'))
    await blobs.alone('b', async () => void order.push('other'))
    first.resolve()
    await Promise.all([one, two])
    assert.deepEqual(order, ['other', 'one', 'two'])
  })
}

export async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export function stageText(blobs: Blobs, text: string) {
  return blobs.stage(chunks(Buffer.from(text), 1_024), 1_000_000)
}

async function readAll(blobs: Blobs, hash: string, bytes: number, range?: { first: number; last: number }) {
  const content = await blobs.open(hash, bytes, range)
  if (content === undefined) return undefined
  const read: Uint8Array[] = []
  for await (const chunk of content) read.push(chunk)
  return Buffer.concat(read)
}
