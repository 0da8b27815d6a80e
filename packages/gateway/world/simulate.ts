// `npm run simulate -- [--world store|sessions|trees|places] [--seeds N] [--seed S] [--steps N] [--faults a,b] [--plant NAME]
// [--json FILE] [--trace]`: runs many seeds of the simulated worlds, each twice, and says what they came to. Fails when
// a rule did not hold.

import { writeFileSync } from 'node:fs'
import { faultKinds } from './faults/fault-kinds.ts'
import { formatTable } from './report/format-table.ts'
import { runCommand } from './report/read-options.ts'
import { createSeedTally, type SeedSum } from './report/seed-tally.ts'
import { readSimulateOptions, type SimulateOptions } from './report/simulate-options.ts'
import { tellFailure } from './report/tell-failure.ts'
import { runSeeds } from './seed/run-seeds.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'
import type { SeedQuestion, WorldName } from './seed/world-kind.ts'
import { worldKinds } from './seed/world-kinds.ts'

const failuresTold = 3

await runCommand(async () => {
  const options = readSimulateOptions(process.argv.slice(2))
  const reports: Partial<Record<WorldName, unknown>> = {}
  let isGood = true
  for (const world of options.worlds) {
    const outcome = await simulate(world, options)
    reports[world] = outcome.report
    isGood &&= outcome.isGood
  }
  const { json, worlds } = options
  // Of a single world as it always was.
  const [only] = worlds
  const report = worlds.length === 1 && only ? reports[only] : reports
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  return isGood
})

async function simulate(world: WorldName, options: SimulateOptions) {
  const { first, count, faults, plantName, processes, isFull } = options
  const { rareStates, standardSteps } = worldKinds[world]
  const question = {
    steps: options.steps ?? standardSteps,
    ...(faults && { faults }),
    ...(plantName !== undefined && { plantName }),
  }
  if (options.trace) await printTrace(world, { ...question, seed: first })

  const tally = createSeedTally(rareStates)
  const shared = { ...question, world }
  const startedMs = performance.now()
  await runSeeds({ first, count, shared, onResult: tally.add, ...(processes && { processes }) })
  const seconds = (performance.now() - startedMs) / 1_000
  const sum = tally.sum()
  print(world, sum, seconds)
  for (const failure of sum.failures.slice(0, failuresTold)) console.log(await tellFailure(failure, shared))
  const isUnreached = isFull && sum.neverSeen.length > 0
  if (isUnreached) console.log(`\n${count} seeds must reach every rare state.`)
  return {
    report: { node: process.version, first, seconds, ...shared, ...sum },
    isGood: sum.failures.length === 0 && !isUnreached,
  }
}

async function printTrace(world: WorldName, question: SeedQuestion): Promise<void> {
  const folder = makeScratchFolder()
  try {
    const run = await worldKinds[world].open(folder.path)
    await run(question, (line) => console.log(line))
  } finally {
    folder.remove()
  }
}

function print(world: WorldName, sum: SeedSum, seconds: number): void {
  console.log(`\nThe world of ${world}:`)
  console.log(
    formatTable([
      ['seeds, each run twice', sum.seeds],
      ['steps', sum.steps],
      ['fewest steps of a seed', sum.fewestSteps],
      ['hours that passed in the worlds', sum.virtualHours],
      ['writes acknowledged', sum.acknowledged],
      ...Object.entries(sum.counts),
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
