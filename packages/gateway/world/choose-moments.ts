// At which statements of a start a migration is ended, where not all of them have their turn: at both ends, where the
// mistakes are, and at a few in between that a seed draws. Only those of the first migration: the next one is the first of
// a database that has this one.

import type { SeededRandom } from './time/seeded-random.ts'

/** Around the beginning and around the commit. */
const atEachEnd = 3
const inBetween = 3

/** Counted from 1, in their order. */
export function chooseMoments(statements: readonly string[], random: SeededRandom): number[] {
  const begin = statements.indexOf('begin immediate') + 1
  const commit = statements.indexOf('commit') + 1
  if (begin === 0 || commit < begin) throw new Error('no migration was seen')
  const ends = range(atEachEnd).flatMap((i) => [begin + i - 1, commit + 2 - atEachEnd + i])
  const middle = range(inBetween).map(() => random.between(begin, commit))
  const possible = (moment: number) => moment >= 1 && moment <= statements.length
  return [...new Set([...ends, ...middle])].filter(possible).sort((a, b) => a - b)
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
