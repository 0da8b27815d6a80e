// Runs a seed twice. The two runs must be the same to the last step; otherwise nothing that the seed shows can be
// relied on, and something in the core is not handed in.

import type { Ground } from './ground.ts'
import { runSeed, type SeedOptions, type SeedResult } from './run-seed.ts'

export async function judgeSeed(ground: Ground, options: SeedOptions): Promise<SeedResult> {
  const first = await runSeed(ground, options)
  if (first.breach) return first
  const second = await runSeed(ground, { ...options, unchecked: true })
  if (first.hash === second.hash) return first
  const message = `two runs of one seed differ: ${first.hash} and ${second.hash}`
  return { ...first, breach: { rule: 'deterministic', message: `[deterministic] ${message}`, tail: [] } }
}
