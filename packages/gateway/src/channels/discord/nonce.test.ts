import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nonceOf } from './nonce.ts'
import { compareIds, idBefore, timeOfId } from './snowflake-time.ts'

test('[DLV3] a nonce is the same for the same delivery and part, another for any other, and Discord takes it', () => {
  assert.match(nonceOf('dlv_1', 1), /^[a-z2-7]{24}$/)
  assert.equal(nonceOf('dlv_1', 1), nonceOf('dlv_1', 1))
  const all = Array.from({ length: 2_000 }, (_, i) => nonceOf(`dlv_${i >> 2}`, i & 3))
  assert.equal(new Set(all).size, all.length)
})

test('[DLV3] all bits of a nonce are the hash’s', () => {
  const seen = Array.from({ length: 24 }, () => new Set<string>())
  for (let i = 0; i < 2_000; i++)
    for (const [at, sign] of nonceOf(`${i}`, 0).split('').entries()) seen[at]?.add(sign)
  for (const signs of seen) assert.equal(signs.size, 32)
})

test('[DLV3] ids tell their time, and stand in its order', () => {
  assert.equal(timeOfId('175928847299117063'), 1_462_015_105_796)
  fc.assert(
    fc.property(fc.integer({ min: 1_420_070_400_001, max: 4_000_000_000_000 }), (time) => {
      const before = idBefore(time)
      assert.equal(timeOfId(before), time - 1)
      assert.equal(timeOfId(String(BigInt(before) + 1n)), time)
      assert.ok(compareIds(before, String(BigInt(before) + 1n)) < 0)
    }),
  )
  assert.equal(idBefore(0), '0')
  assert.deepEqual(['10', '9', '100', '11'].toSorted(compareIds), ['9', '10', '11', '100'])
})
