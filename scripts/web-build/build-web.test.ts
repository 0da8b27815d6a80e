import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { filesBelow } from '../repository.ts'
import { makeFolder } from '../testing/make-folder.ts'
import { isFresh } from './build-web.ts'
import { compressFolder } from './compress-folder.ts'

test('[REP5] a build is fresh when no source is younger', () => {
  assert.equal(isFresh(10, [3, 10]), true)
  assert.equal(isFresh(10, [3, 11]), false)
  assert.equal(isFresh(undefined, [3]), false)
})

test('[REP5] what compresses gets a .br and a .gz with the same content, the rest stays alone', (t) => {
  const text = 'a thread through its own heddle '.repeat(100)
  const folder = makeFolder(t, { 'assets/app.js': text, 'tiny.css': 'a{}', 'font.woff2': text })
  compressFolder(folder)
  assert.deepEqual(filesBelow('.', folder), [
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'font.woff2',
    'tiny.css',
  ])
  assert.equal(brotliDecompressSync(readFileSync(join(folder, 'assets/app.js.br'))).toString(), text)
  assert.equal(gunzipSync(readFileSync(join(folder, 'assets/app.js.gz'))).toString(), text)
})
