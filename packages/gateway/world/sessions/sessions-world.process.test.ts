import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSeedTally } from '../report/seed-tally.ts'
import { findBreach } from '../seed/find-breach.ts'
import { judgeSome } from '../seed/judge-some.ts'
import { seedsToFind } from '../seed/likely-finders.ts'
import { makeScratchFolder } from '../seed/scratch-folder.ts'
import { worldKinds } from '../seed/world-kinds.ts'
import { sessionsPlants } from './plants/sessions-plants.ts'
import { runSessionsSeed } from './run-sessions-seed.ts'
import { prepareSessionsGround } from './sessions-ground.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = await prepareSessionsGround(folder.path)
const { rareStates, standardSteps: steps } = worldKinds.sessions

test('[I1] [I10] [I14] [I15] [I24] [I47] [I49] twenty-five worlds of sessions hold all rules, and those that run a second time run the same', async () => {
  const tally = createSeedTally(rareStates)
  for (let seed = 1; seed <= 25; seed++) {
    tally.add(await judgeSome((question) => runSessionsSeed(ground, question), { seed, steps }))
  }
  const sum = tally.sum()
  assert.deepEqual(
    sum.failures.map(({ seed, breach }) => `seed ${seed}: ${breach?.message}`),
    [],
  )
  assert.ok(sum.neverSeen.length <= 20, `never reached: ${sum.neverSeen.join('; ')}`)
  assert.ok((sum.counts['turns'] ?? 0) > 100, `only ${sum.counts['turns']} turns`)
})

for (const plant of sessionsPlants) {
  test(`[REP11] [I1] [I10] [I24] [I47] [I49] the world of sessions finds it when ${plant.mistake}`, async () => {
    const found = await findBreach(seedsToFind(plant), (seed) =>
      runSessionsSeed(ground, { seed, steps, plant }),
    )
    assert.ok(found, `${plant.name} was not found in ${plant.foundWithinSeeds} seeds`)
  })

  const { focus } = plant
  if (!focus) continue
  test(`[I1] [I10] [I24] [I47] [I49] the same worlds of sessions hold when not: ${plant.mistake}`, async () => {
    const run = (seed: number) => runSessionsSeed(ground, { seed, steps, focus })
    assert.equal(await findBreach([1, 2], run), undefined)
  })
}
