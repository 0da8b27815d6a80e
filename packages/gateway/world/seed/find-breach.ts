// The first of some seeds whose world breaks a rule.

import type { SeedResult } from './seed-result.ts'

/** What was broken; undefined: nothing, in none of them. */
export async function findBreach(
  seeds: readonly number[],
  run: (seed: number) => Promise<SeedResult>,
): Promise<string | undefined> {
  for (const seed of seeds) {
    const { breach } = await run(seed)
    if (breach) return breach.message
  }
  return undefined
}
