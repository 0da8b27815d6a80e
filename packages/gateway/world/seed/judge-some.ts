// Runs every seed, and every third a second time: whatever is not handed in shows in any of them, and the second run is
// half of the work. `npm run simulate` runs each of them twice.

import { judgeSeed } from './judge-seed.ts'
import type { SeedResult } from './seed-result.ts'
import { isWholeWorld } from './whole-world.ts'
import type { RunSeed, SeedQuestion } from './world-kind.ts'

export async function judgeSome(run: RunSeed, question: SeedQuestion): Promise<SeedResult> {
  return isWholeWorld || question.seed % 3 === 0 ? judgeSeed(run, question) : run(question)
}
