import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { plants } from './plants/plants.ts'
import { prepareGround } from './seed/ground.ts'
import { runSeed, type SeedOptions } from './seed/run-seed.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = prepareGround(folder.path)
const steps = 850

for (const plant of plants) {
  test(`[REP11] [I1] [I13] [I14] [I15] the world finds it when ${plant.mistake}`, async () => {
    const found = await firstBreach(plant.foundWithinSeeds, { steps, plant })
    assert.ok(found, `${plant.name} was not found in ${plant.foundWithinSeeds} seeds`)
  })

  // Worlds that nobody narrowed down are run without a mistake elsewhere.
  const { focus } = plant
  if (!focus) continue
  test(`[I1] [I13] [I14] [I15] the same worlds hold when not: ${plant.mistake}`, async () => {
    assert.equal(await firstBreach(4, { steps, focus }), undefined)
  })
}

async function firstBreach(seeds: number, options: Omit<SeedOptions, 'seed'>): Promise<string | undefined> {
  for (let seed = 1; seed <= seeds; seed++) {
    const { breach } = await runSeed(ground, { ...options, seed })
    if (breach) return breach.message
  }
  return undefined
}
