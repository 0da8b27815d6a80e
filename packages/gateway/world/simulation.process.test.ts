import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endSomeOfMigration, runNthFaults } from './run-nth-faults.ts'
import { runPowerCuts } from './run-power-cuts.ts'
import { findPlant } from './plants/plants.ts'
import { createSeedTally } from './report/seed-tally.ts'
import { prepareGround } from './seed/ground.ts'
import { isWholeWorld } from './seed/whole-world.ts'
import { worldKinds } from './seed/world-kinds.ts'
import { judgeSome } from './seed/judge-some.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'

const folder = makeScratchFolder()
after(() => folder.remove())
const ground = prepareGround(folder.path)
const steps = 850

test('[I1] [I13] [I14] [I15] sixty worlds hold all rules, and those that run a second time run the same', async () => {
  const { open, rareStates } = worldKinds.store
  const tally = createSeedTally(rareStates)
  const run = await open(join(folder.path, 'sixty'))
  for (let seed = 1; seed <= 60; seed++) tally.add(await judgeSome(run, { seed, steps }))
  const sum = tally.sum()
  assert.deepEqual(
    sum.failures.map(({ seed, breach }) => `seed ${seed}: ${breach?.message}`),
    [],
  )
  // What not even sixty worlds would reach may be rare; none of these is.
  assert.ok(sum.neverSeen.length <= 4, `never reached: ${sum.neverSeen.join('; ')}`)
  assert.ok(sum.steps > 60_000, `only ${sum.steps} steps`)
})

test('[I1] [I15] power cuts take nothing that was acknowledged', async () => {
  const report = await runPowerCuts(20)
  assert.deepEqual(
    report.failures.map(({ breach }) => breach?.message),
    [],
  )
  assert.ok((report.sometimes['power was lost with commits not yet on disk'] ?? 0) > 0)
})

for (const fault of [
  'kill at a statement',
  'power cut at a statement',
  'full disk at a write',
  'failed write',
  'failed sync',
] as const) {
  test(`[I1] [I13] [I15] a short story holds whatever its n-th moment brings, for all n: ${fault}`, async () => {
    const report = await runNthFaults(ground, { fault, seed: 3, steps: 50 })
    assert.deepEqual(report.breaches, [])
    assert.ok(report.places >= 5, `only ${report.places} places`)
  })
}

for (const fault of ['kill at a statement', 'power cut at a statement'] as const) {
  test(`[I15] migrations happen wholly or not at all, wherever they are ended: ${fault}`, async () => {
    for (let migrationsDone = 0; migrationsDone < ground.migrations.length; migrationsDone++) {
      const end = isWholeWorld ? runNthFaults : endSomeOfMigration
      const report = await end(ground, { fault, seed: 1, steps: 1, migrationsDone })
      assert.deepEqual(report.breaches, [])
      assert.ok(report.places >= 5, `only ${report.places} places after ${migrationsDone} migrations`)
    }
  })
}

test('[REP11] [I15] some of the statements are enough to find a migration that is done in pieces', async () => {
  const plant = findPlant('migration-in-pieces')
  assert.ok(plant)
  const fault = 'kill at a statement'
  const report = await endSomeOfMigration(ground, { fault, seed: 1, steps: 1, migrationsDone: 2, plant })
  assert.notDeepEqual(report.breaches, [])
})
