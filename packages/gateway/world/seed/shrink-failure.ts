// Makes a failing seed smaller: as few steps as still fail, then without every kind of fault that it does not need.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { Ground } from './ground.ts'
import { runSeed, type SeedOptions, type SeedResult } from './run-seed.ts'

export interface Shrunk {
  steps: number
  faults: readonly FaultKind[]
  result: SeedResult
}

export async function shrinkFailure(
  ground: Ground,
  options: SeedOptions,
  failing: SeedResult,
): Promise<Shrunk> {
  const fewest = await findFewestSteps(ground, options, failing)
  let faults = Object.keys(failing.faults) as FaultKind[]
  let shrunk = await tryWith(ground, { ...options, steps: fewest, faults })
  // Taking away what was never drawn can still change what is drawn; then the whole mix stays.
  if (!shrunk) return { steps: fewest, faults: options.faults ?? [], result: failing }
  for (const kind of faults) {
    const fewer = faults.filter((other) => other !== kind)
    const without = await tryWith(ground, { ...options, steps: fewest, faults: fewer })
    if (!without) continue
    faults = fewer
    shrunk = without
  }
  return { steps: fewest, faults, result: shrunk }
}

/** A shorter run is the beginning of a longer one, so the least number that fails can be searched for by halves. */
async function findFewestSteps(ground: Ground, options: SeedOptions, failing: SeedResult): Promise<number> {
  let [passes, fails] = [0, Math.min(options.steps, failing.steps)]
  if (!(await tryWith(ground, { ...options, steps: fails }))) return options.steps
  while (fails - passes > 10) {
    const middle = Math.floor((passes + fails) / 2)
    if (await tryWith(ground, { ...options, steps: middle })) fails = middle
    else passes = middle
  }
  return fails
}

async function tryWith(ground: Ground, options: SeedOptions): Promise<SeedResult | undefined> {
  const result = await runSeed(ground, options)
  return result.breach ? result : undefined
}
