import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSeedTally } from '../report/seed-tally.ts'
import { findBreach } from '../seed/find-breach.ts'
import { judgeSome } from '../seed/judge-some.ts'
import { seedsToFind } from '../seed/likely-finders.ts'
import { makeScratchFolder } from '../seed/scratch-folder.ts'
import { worldKinds } from '../seed/world-kinds.ts'
import { preparePlacesGround } from './places-ground.ts'
import { placesPlants } from './plants/places-plants.ts'
import { runPlacesSeed } from './run-places-seed.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = await preparePlacesGround(folder.path)
const { rareStates, standardSteps: steps } = worldKinds.places

test('[I1] [I2] [I3] [I4] [I5] [I6] [I7] [I8] [I9] [I10] [I13] [I14] [I16] [I17] [I18] [I19] [I20] [I21] [I23] [I30] [I31] [I49] [I51] [AGT6] [AGT8] [BND5] [BND6] [BND12] [RTE1] [RTE2] [RTE3] [RTE7] [REV1] [REV4] [DLV2] [DLV3] [DLV4] [DLV5] [CMD3] [SES6] eighteen worlds of places hold all rules, and those that run a second time run the same', async () => {
  const tally = createSeedTally(rareStates)
  for (let seed = 1; seed <= 18; seed++) {
    tally.add(await judgeSome((question) => runPlacesSeed(ground, question), { seed, steps }))
  }
  const sum = tally.sum()
  assert.deepEqual(
    sum.failures.map(({ seed, breach }) => `seed ${seed}: ${breach?.message}`),
    [],
  )
  assert.ok(sum.neverSeen.length <= 12, `never reached: ${sum.neverSeen.join('; ')}`)
  assert.ok((sum.counts['deliveries sent'] ?? 0) > 200, `only ${sum.counts['deliveries sent']} deliveries`)
  assert.ok((sum.counts['bindings'] ?? 0) > 30, `only ${sum.counts['bindings']} bindings`)
})

for (const plant of placesPlants) {
  test(`[REP11] the world of places finds it when ${plant.mistake}`, async () => {
    const found = await findBreach(seedsToFind(plant), (seed) =>
      runPlacesSeed(ground, { seed, steps, plant }),
    )
    assert.ok(found, `${plant.name} was not found in ${plant.foundWithinSeeds} seeds`)
  })
}

// Several mistakes show in the same worlds. One of each is enough here: `npm run simulate` lives through many.
for (const focus of new Set(placesPlants.map((plant) => plant.focus))) {
  const those = placesPlants.filter((plant) => plant.focus === focus).map(({ name }) => name)
  test(`[REP11] the worlds of places without the mistake hold: ${those.join(', ')}`, async () => {
    const run = (seed: number) => runPlacesSeed(ground, { seed, steps, ...(focus && { focus }) })
    assert.equal(await findBreach([1], run), undefined)
  })
}
