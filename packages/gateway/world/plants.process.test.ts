import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { plants } from './plants/plants.ts'
import { findBreach } from './seed/find-breach.ts'
import { prepareGround } from './seed/ground.ts'
import { seedsToFind } from './seed/likely-finders.ts'
import { runSeed } from './seed/run-seed.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = prepareGround(folder.path)
const steps = 850

for (const plant of plants) {
  test(`[REP11] [I1] [I13] [I14] [I15] the world finds it when ${plant.mistake}`, async () => {
    const found = await findBreach(seedsToFind(plant), (seed) => runSeed(ground, { seed, steps, plant }))
    assert.ok(found, `${plant.name} was not found in ${plant.foundWithinSeeds} seeds`)
  })

  // Worlds that nobody narrowed down are run without a mistake elsewhere.
  const { focus } = plant
  if (!focus) continue
  test(`[I1] [I13] [I14] [I15] the same worlds hold when not: ${plant.mistake}`, async () => {
    const run = (seed: number) => runSeed(ground, { seed, steps, focus })
    assert.equal(await findBreach([1, 2, 3, 4], run), undefined)
  })
}
