// Makes a failing seed smaller: as few steps as still fail, then without every kind of fault that it does not need.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { SeedResult } from './seed-result.ts'
import type { RunSeed, SeedQuestion } from './world-kind.ts'

export interface Shrunk {
  steps: number
  faults: readonly FaultKind[]
  result: SeedResult
}

export async function shrinkFailure(
  run: RunSeed,
  options: SeedQuestion,
  failing: SeedResult,
): Promise<Shrunk> {
  const fewest = await findFewestSteps(run, options, failing)
  let faults = Object.keys(failing.faults) as FaultKind[]
  let shrunk = await tryWith(run, { ...options, steps: fewest, faults })
  // Taking away what was never drawn can still change what is drawn; then the whole mix stays.
  if (!shrunk) return { steps: fewest, faults: options.faults ?? [], result: failing }
  for (const kind of faults) {
    const fewer = faults.filter((other) => other !== kind)
    const without = await tryWith(run, { ...options, steps: fewest, faults: fewer })
    if (!without) continue
    faults = fewer
    shrunk = without
  }
  return { steps: fewest, faults, result: shrunk }
}

/** A shorter run is the beginning of a longer one, so the least number that fails can be searched for by halves. */
async function findFewestSteps(run: RunSeed, options: SeedQuestion, failing: SeedResult): Promise<number> {
  let [passes, fails] = [0, Math.min(options.steps, failing.steps)]
  if (!(await tryWith(run, { ...options, steps: fails }))) return options.steps
  while (fails - passes > 10) {
    const middle = Math.floor((passes + fails) / 2)
    if (await tryWith(run, { ...options, steps: middle })) fails = middle
    else passes = middle
  }
  return fails
}

async function tryWith(run: RunSeed, options: SeedQuestion): Promise<SeedResult | undefined> {
  const result = await run(options)
  return result.breach ? result : undefined
}
