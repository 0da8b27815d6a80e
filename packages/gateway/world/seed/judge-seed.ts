// Runs a seed twice. The two runs must be the same to the last step; otherwise nothing that the seed shows can be
// relied on, and something in the core is not handed in.

import type { SeedResult } from './seed-result.ts'
import type { RunSeed, SeedQuestion } from './world-kind.ts'

export async function judgeSeed(run: RunSeed, question: SeedQuestion): Promise<SeedResult> {
  const first = await run(question)
  if (first.breach) return first
  const second = await run({ ...question, unchecked: true })
  if (first.hash === second.hash) return first
  const message = `two runs of one seed differ: ${first.hash} and ${second.hash}`
  return { ...first, breach: { rule: 'deterministic', message: `[deterministic] ${message}`, tail: [] } }
}
