import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedWith } from '../../test-support/refused-with.ts'
import { readPlace, writePlace } from './page-place.ts'

test('[THR2] a page goes on after the one before it, and what is no such place is refused', () => {
  assert.equal(readPlace(undefined), undefined)
  assert.deepEqual(readPlace(writePlace({ created_at: 12, id: 'thr_1' })), { createdAt: 12, id: 'thr_1' })
  for (const key of ['', '12', 'x thr_1', '12 thr 1', `${'9'.repeat(20)} a`]) {
    assert.throws(() => readPlace(key), refusedWith('bad_cursor'), key)
  }
})
