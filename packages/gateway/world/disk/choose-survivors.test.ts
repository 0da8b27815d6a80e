import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../time/seeded-random.ts'
import { chooseSurvivors } from './choose-survivors.ts'

const sectorBytes = 512

test('[I1] a power cut takes nothing of what is on disk for certain', () => {
  for (let seed = 0; seed < 200; seed++) {
    const durable = Buffer.alloc(20 * sectorBytes, 'd')
    const written = Buffer.concat([durable, Buffer.alloc(seed * 97, 'w')])
    const { bytes } = chooseSurvivors({ written, durable }, createSeededRandom(seed))
    assert.ok(bytes.subarray(0, durable.length).equals(durable))
    assert.ok(bytes.length <= written.length)
  }
})

test('[I1] every sector that was written since is wholly new, wholly old, or not there', () => {
  const durable = Buffer.alloc(16 * sectorBytes, 'o')
  const written = Buffer.alloc(32 * sectorBytes, 'n')
  for (let seed = 0; seed < 200; seed++) {
    const { bytes } = chooseSurvivors({ written, durable }, createSeededRandom(seed))
    for (let start = 0; start < bytes.length; start += sectorBytes) {
      const kinds = new Set(bytes.subarray(start, start + sectorBytes).toString('latin1'))
      assert.equal(kinds.size, 1, `sector ${start / sectorBytes} of seed ${seed} is mixed`)
    }
  }
})

test('[I1] over many cuts pages are torn, reordered, lost and cut off, and at times nothing is', () => {
  const written = Buffer.alloc(64 * sectorBytes, 'n')
  const seen = Array.from({ length: 200 }, (_, seed) =>
    chooseSurvivors({ written, durable: Buffer.alloc(0) }, createSeededRandom(seed)),
  )
  for (const what of ['lost', 'torn', 'reordered', 'cut'] as const) {
    assert.ok(
      seen.some((one) => one[what]),
      `never ${what}`,
    )
    assert.ok(
      seen.some((one) => !one[what]),
      `always ${what}`,
    )
  }
})
