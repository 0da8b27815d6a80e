import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onePixelGif, onePixelPng, pngHead } from '../../../test-support/test-images.ts'
import { judgeContent } from './judge-content.ts'

const nothing = { width: null, height: null }

test('[FIL2] an image is what its content says, with its size in pixels', () => {
  assert.deepEqual(judgeContent('image/png', onePixelPng), {
    mediaType: 'image/png',
    width: 1,
    height: 1,
  })
  assert.deepEqual(judgeContent('image/jpeg', pngHead(640, 480)), {
    mediaType: 'image/png',
    width: 640,
    height: 480,
  })
  assert.deepEqual(judgeContent(undefined, onePixelGif), {
    mediaType: 'image/gif',
    width: 1,
    height: 1,
  })
})

test('[FIL2] what only says that it is an image is some bytes', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const lie of ['image/png', 'IMAGE/JPEG; q=1', 'image/webp', 'image/avif', 'image/gif']) {
    assert.deepEqual(judgeContent(lie, page), { mediaType: 'application/octet-stream', ...nothing }, lie)
  }
})

test('[FIL2] a bomb is measured, not opened, and a size that cannot be is none', () => {
  assert.deepEqual(judgeContent('image/png', pngHead(60_000, 60_000)), {
    mediaType: 'image/png',
    width: 60_000,
    height: 60_000,
  })
  assert.deepEqual(judgeContent('image/png', pngHead(0xffffffff, 1)), {
    mediaType: 'image/png',
    ...nothing,
  })
  const cut = onePixelPng.subarray(0, 12)
  assert.deepEqual(judgeContent('image/png', cut), { mediaType: 'image/png', ...nothing })
})

test('[FIL2] everything else is what the sender says, without parameters, if that is a type at all', () => {
  const text = Buffer.from('hello')
  const cases: [declared: string | undefined, mediaType: string][] = [
    ['text/plain; charset=utf-8', 'text/plain'],
    ['Text/HTML', 'text/html'],
    ['image/svg+xml', 'image/svg+xml'],
    [undefined, 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
    ['text/plain\r\nX-Evil: 1', 'application/octet-stream'],
    [`text/${'x'.repeat(200)}`, 'application/octet-stream'],
    ['application/x-www-form-urlencoded', 'application/octet-stream'],
  ]
  for (const [declared, mediaType] of cases) {
    assert.deepEqual(judgeContent(declared, text), { mediaType, ...nothing }, declared)
  }
  assert.equal(judgeContent('text/html', onePixelPng).mediaType, 'text/html', 'only ever saved')
})

test('[FIL2] an AVIF is known by its first words and never measured', () => {
  for (const brand of ['avif', 'avis']) {
    const head = Buffer.concat([
      Buffer.from([0, 0, 0, 32]),
      Buffer.from(`ftyp${brand}`),
      Buffer.alloc(240_000, 1),
    ])
    assert.deepEqual(judgeContent('image/avif', head), { mediaType: 'image/avif', ...nothing })
  }
})
