import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseAttached, isFilePaste, mayUploadAgain } from './choose-attached.ts'

const file = (size: number) => ({ size })

test('[ATT1] a file of 25 MB is taken, one byte more is not', () => {
  const fits = file(limits.fileBytesMax)
  const large = file(limits.fileBytesMax + 1)
  assert.deepEqual(chooseAttached(0, [fits, large]), {
    taken: [fits],
    tooLarge: [large],
    empty: [],
    tooMany: 0,
  })
})

test('[UIC2] an empty file is refused before it is sent, and takes nobody’s place', () => {
  const nothing = file(0)
  const ten = Array.from({ length: limits.attachmentsMax }, () => file(1))
  const { taken, empty, tooMany } = chooseAttached(0, [nothing, ...ten])
  assert.deepEqual([taken.length, empty, tooMany], [limits.attachmentsMax, [nothing], 0])
})

test('[UIC2] what would be refused again for the same reason is not offered to be uploaded again', () => {
  assert.equal(mayUploadAgain({ code: 'bad_input' }), false)
  assert.equal(mayUploadAgain({ code: 'too_large' }), false)
  assert.equal(mayUploadAgain({ code: 'unreachable' }), true)
  assert.equal(mayUploadAgain({ code: 'disk_full' }), true)
})

test('[UIC2] a message takes ten files; those it has count, and those that are too large do not', () => {
  const ten = Array.from({ length: limits.attachmentsMax }, () => file(1))
  assert.equal(chooseAttached(0, ten).tooMany, 0)
  const { taken, tooMany } = chooseAttached(8, [file(1), file(limits.fileBytesMax + 1), file(2), file(3)])
  assert.deepEqual(taken, [file(1), file(2)])
  assert.equal(tooMany, 1)
  assert.deepEqual(chooseAttached(10, [file(1)]), { taken: [], tooLarge: [], empty: [], tooMany: 1 })
})

test('[UIC2] what is pasted as text and as a picture of it is text', () => {
  assert.equal(isFilePaste(['Files'], 1), true)
  assert.equal(isFilePaste(['text/plain', 'text/html', 'Files'], 1), false)
  assert.equal(isFilePaste(['text/plain'], 0), false)
})
