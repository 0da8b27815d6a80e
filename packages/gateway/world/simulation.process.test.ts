import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plants } from './plants/plants.ts'
import type { SeedResult } from './seed/run-seed.ts'
import { runSeeds } from './seed/run-seeds.ts'

const steps = 850

async function run(first: number, count: number, plantName?: string): Promise<SeedResult[]> {
  const results: SeedResult[] = []
  const shared = { steps, ...(plantName !== undefined && { plantName }) }
  await runSeeds({ first, count, shared, onResult: (result) => results.push(result) })
  return results
}

test('[I1] [I13] [I14] [I15] the invariants hold in simulated worlds with faults, and a seed run twice gives one trace', async () => {
  const results = await run(1, 60)
  assert.deepEqual(
    results.flatMap(({ seed, breach }) => (breach ? [`seed ${seed}: ${breach.message}`] : [])),
    [],
  )
  assert.equal(results.length, 60)
  const faults = results.flatMap((result) => Object.values(result.faults))
  assert.ok(faults.reduce((sum, count) => sum + count, 0) > 300, 'too few faults to say anything')
})

// Those that a few seeds find at once; the others are found by `npm run simulate -- --plant NAME`, which takes longer.
const foundAtOnce = [
  'acknowledged-before-sync',
  'timers-in-memory',
  'moved-timer-fires-twice',
  'key-not-asked-for',
  'due-time-ignored',
  'retry-loses-the-row',
  'nobody-is-called',
  'lane-without-cap',
]

for (const plant of plants.filter(({ name }) => foundAtOnce.includes(name))) {
  test(`[REP11] the simulated world notices when ${plant.mistake}`, async () => {
    for (let first = 1; first <= plant.foundWithinSeeds; first += 4) {
      if ((await run(first, 4, plant.name)).some((result) => result.breach)) return
    }
    assert.fail(`${plant.name} was not found within ${plant.foundWithinSeeds} seeds`)
  })
}
