// Cuts the power of a busy store again and again: many writers, frequent checkpoints, a log that keeps starting over.

import { createSeedTally, type SeedSum } from './report/seed-tally.ts'
import { prepareGround } from './seed/ground.ts'
import { runSeed } from './seed/run-seed.ts'
import { makeScratchFolder } from './seed/scratch-folder.ts'
import type { Shape } from './seed/shape.ts'
import { storeStates } from './watch/sometimes.ts'

const busyStore: Partial<Shape> = {
  clients: 10,
  thinkMs: 100,
  readChance: 0,
  faults: ['power-cut', 'power-cut-at-point'],
  faultsPerStep: 0.012,
  logLimits: { checkpointCommits: 12, restartBytes: 60_000 },
}
const stepsOfAWorld = 1_500

/** Goes on until there were that many cuts, or a rule did not hold. */
export async function runPowerCuts(cuts: number, firstSeed = 1): Promise<SeedSum> {
  const folder = makeScratchFolder()
  const tally = createSeedTally(storeStates)
  let done = 0
  try {
    const ground = prepareGround(folder.path)
    for (let seed = firstSeed; done < cuts; seed++) {
      const result = await runSeed(ground, { seed, steps: stepsOfAWorld, focus: busyStore })
      tally.add(result)
      done += result.powerCuts
      if (result.breach) break
    }
  } finally {
    folder.remove()
  }
  return tally.sum()
}
