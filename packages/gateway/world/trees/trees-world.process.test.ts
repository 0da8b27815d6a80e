import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSeedTally } from '../report/seed-tally.ts'
import { findBreach } from '../seed/find-breach.ts'
import { judgeSome } from '../seed/judge-some.ts'
import { seedsToFind } from '../seed/likely-finders.ts'
import { makeScratchFolder } from '../seed/scratch-folder.ts'
import { worldKinds } from '../seed/world-kinds.ts'
import { prepareSessionsGround } from '../sessions/sessions-ground.ts'
import { treesPlants } from './plants/trees-plants.ts'
import { runTreesSeed } from './run-trees-seed.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = await prepareSessionsGround(folder.path)
const { rareStates, standardSteps: steps } = worldKinds.trees

test('[I2] [I3] [I12] [I13] [I22] [I23] [I38] [I49] [SUB4] [SUB5] [SUB7] [SUB8] [SUB10] [SUB12] [SUB16] twenty worlds of trees hold all rules, and those that run a second time run the same', async () => {
  const tally = createSeedTally(rareStates)
  for (let seed = 1; seed <= 20; seed++) {
    tally.add(await judgeSome((question) => runTreesSeed(ground, question), { seed, steps }))
  }
  const sum = tally.sum()
  assert.deepEqual(
    sum.failures.map(({ seed, breach }) => `seed ${seed}: ${breach?.message}`),
    [],
  )
  assert.ok(sum.neverSeen.length <= 12, `never reached: ${sum.neverSeen.join('; ')}`)
  assert.ok((sum.counts['runs'] ?? 0) > 60, `only ${sum.counts['runs']} runs`)
})

for (const plant of treesPlants) {
  test(`[REP11] [I2] [I3] [I12] [I13] [I22] [I23] [I38] the world of trees finds it when ${plant.mistake}`, async () => {
    const found = await findBreach(seedsToFind(plant), (seed) => runTreesSeed(ground, { seed, steps, plant }))
    assert.ok(found, `${plant.name} was not found in ${plant.foundWithinSeeds} seeds`)
  })
}

// Several mistakes show in the same worlds. One of each is enough here: `npm run simulate` lives through many.
for (const focus of new Set(treesPlants.map((plant) => plant.focus))) {
  const those = treesPlants.filter((plant) => plant.focus === focus).map(({ name }) => name)
  test(`[I2] [I3] [I12] [I13] [I22] [I23] [I38] the worlds of trees without the mistake hold: ${those.join(', ')}`, async () => {
    const run = (seed: number) => runTreesSeed(ground, { seed, steps, ...(focus && { focus }) })
    assert.equal(await findBreach([1], run), undefined)
  })
}
