// `npm run simulate -- [--seeds N] [--seed S] [--steps N] [--faults a,b] [--plant NAME] [--json FILE] [--trace]`
// Runs many seeds of the simulated world, each twice, and says what they came to. Fails when a rule did not hold.

import { writeFileSync } from 'node:fs'
import { faultKinds } from './faults/fault-kinds.ts'
import { findPlant } from './plants/plants.ts'
import { formatTable } from './report/format-table.ts'
import { runCommand } from './report/read-options.ts'
import { createSeedTally, type SeedSum } from './report/seed-tally.ts'
import { readSimulateOptions } from './report/simulate-options.ts'
import { tellFailure } from './report/tell-failure.ts'
import { prepareGround } from './seed/ground.ts'
import { runSeed, type SeedOptions } from './seed/run-seed.ts'
import { runSeeds } from './seed/run-seeds.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'

const failuresTold = 3

await runCommand(async () => {
  const { first, count, steps, faults, plantName, json, trace, processes, isFull } = readSimulateOptions(
    process.argv.slice(2),
  )
  const plant = plantName === undefined ? undefined : findPlant(plantName)
  const drawn = { steps, ...(faults && { faults }) }
  if (trace) await printTrace({ seed: first, ...drawn, ...(plant && { plant }) })

  const tally = createSeedTally()
  const shared = { ...drawn, ...(plantName !== undefined && { plantName }) }
  const startedMs = performance.now()
  await runSeeds({ first, count, shared, onResult: tally.add, ...(processes && { processes }) })
  const seconds = (performance.now() - startedMs) / 1_000
  const sum = tally.sum()
  if (json !== undefined) {
    const report = { node: process.version, first, seconds, ...shared, ...sum }
    writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  }
  print(sum, seconds)
  for (const failure of sum.failures.slice(0, failuresTold)) console.log(await tellFailure(failure, shared))
  const isUnreached = isFull && sum.neverSeen.length > 0
  if (isUnreached) console.log(`\n${count} seeds must reach every rare state.`)
  return sum.failures.length === 0 && !isUnreached
})

async function printTrace(options: SeedOptions): Promise<void> {
  const folder = makeScratchFolder()
  try {
    await runSeed(prepareGround(folder.path), { ...options, onLine: (line) => console.log(line) })
  } finally {
    folder.remove()
  }
}

function print(sum: SeedSum, seconds: number): void {
  console.log(
    formatTable([
      ['seeds, each run twice', sum.seeds],
      ['steps', sum.steps],
      ['fewest steps of a seed', sum.fewestSteps],
      ['hours that passed in the worlds', sum.virtualHours],
      ['writes acknowledged', sum.acknowledged],
      ['power cuts', sum.powerCuts],
      ['faults', sum.faultsInAll],
      ...faultKinds.map((kind) => [`  ${kind}`, sum.faults[kind] ?? 0] as const),
      ['seconds', seconds],
      ['seeds a second', sum.seeds / seconds],
      ['failed', sum.failures.length],
    ]),
  )
  console.log('\nReached in so many seeds:')
  console.log(formatTable(Object.entries(sum.sometimes)))
  if (sum.neverSeen.length > 0) console.log(`\nNever reached: ${sum.neverSeen.join('; ')}.`)
}
