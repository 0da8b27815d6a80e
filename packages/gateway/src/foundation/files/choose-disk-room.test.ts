import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { hasDiskRoom, reserveOf } from './choose-disk-room.ts'

const gigabyte = 1_073_741_824

test('[FIL9] the reserve is a part of a small disk, and no more than so much of a large one', () => {
  assert.equal(reserveOf({ wholeBytes: 10 * gigabyte }), Math.floor(gigabyte / 5))
  assert.equal(reserveOf({ wholeBytes: 10_000 * gigabyte }), limits.filesDiskReserveBytesMax)
})

test('[FIL9] there is room down to the reserve, and none below it', () => {
  const wholeBytes = 100 * gigabyte
  const reserve = reserveOf({ wholeBytes })
  assert.equal(hasDiskRoom({ wholeBytes, freeBytes: reserve }), true)
  assert.equal(hasDiskRoom({ wholeBytes, freeBytes: reserve - 1 }), false)
})
