// `npm run simulate -- [--seeds N] [--seed S] [--steps N] [--faults a,b] [--plant NAME] [--json FILE] [--trace]`
// Runs many seeds of the simulated world, each twice, and says what they came to. Fails when a rule did not hold.

import { writeFileSync } from 'node:fs'
import { type FaultKind, faultKinds, isFaultKind } from './faults/fault-kinds.ts'
import { plants } from './plants/plants.ts'
import { formatTable } from './report/format-table.ts'
import { chosenFrom, readOptions, runCommand } from './report/read-options.ts'
import { createSeedTally, type SeedSum } from './report/seed-tally.ts'
import { tellFailure } from './report/tell-failure.ts'
import { prepareGround } from './seed/ground.ts'
import { runSeed } from './seed/run-seed.ts'
import { runSeeds } from './seed/run-seeds.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'

const standardSeeds = 500
/** While things go wrong; coming to rest takes some two hundred more. */
const standardSteps = 500
/** From here on every rare state must have been reached. */
const fullRunSeeds = 500
const failuresTold = 3

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2), {
    seeds: 'value',
    seed: 'value',
    steps: 'value',
    faults: 'value',
    plant: 'value',
    json: 'value',
    trace: 'flag',
    processes: 'value',
  })
  const first = options.number('seed', 1)
  const count = options.number('seeds', options.has('seed') ? 1 : standardSeeds)
  const steps = options.number('steps', standardSteps)
  const plantName = options.text('plant')
  const plant = plants.find(({ name }) => name === plantName)
  if (plantName !== undefined && !plant) {
    chosenFrom(
      '--plant',
      plantName,
      plants.map(({ name }) => name),
    ) // prettier-ignore
  }
  const faults = options.text('faults')?.split(',').map(readFaultKind)
  const shared = { steps, ...(faults && { faults }), ...(plantName !== undefined && { plantName }) }

  if (options.flag('trace'))
    await printTrace({ seed: first, steps, ...(faults && { faults }), ...(plant && { plant }) })
  const tally = createSeedTally()
  const startedMs = performance.now()
  await runSeeds({
    first,
    count,
    shared,
    onResult: (result) => tally.add(result),
    ...(options.has('processes') && { processes: options.number('processes', 1) }),
  })
  const seconds = (performance.now() - startedMs) / 1_000
  const sum = tally.sum()
  print(sum, seconds)
  for (const failure of sum.failures.slice(0, failuresTold)) console.log(await tellFailure(failure, shared))
  const isFull = count >= fullRunSeeds && !faults && !plant
  const unreached = isFull && sum.neverSeen.length > 0
  if (unreached) console.log(`A run of ${count} seeds must reach every rare state.`)
  const json = options.text('json')
  if (json !== undefined)
    writeFileSync(
      json,
      `${JSON.stringify({ node: process.version, first, seconds, plant: plantName, ...sum }, null, 2)}\n`,
    )
  return sum.failures.length === 0 && !unreached
})

function readFaultKind(text: string): FaultKind {
  const kind = chosenFrom('--faults', text.trim(), faultKinds)
  if (!isFaultKind(kind)) throw new Error(`${kind} is no kind of fault`)
  return kind
}

async function printTrace(options: Parameters<typeof runSeed>[1]): Promise<void> {
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
