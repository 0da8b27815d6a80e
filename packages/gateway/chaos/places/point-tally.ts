// How often each of the faults came about of which these rounds are to show something. Rounds that leave one out prove less
// than they say.

import { diePoints, type PointName } from './die-points.ts'
import type { PlaceLedger } from './place-ledger.ts'

export type CountedPoint = PointName | 'F9' | (typeof ofPlatform)[number]

export interface PointTally {
  hit(name: CountedPoint, count?: number): void
  hitsOf(name: CountedPoint): number
  /** What the platform did in a round. */
  take(ledger: PlaceLedger): void
  tell(): Record<string, number>
  /** After so many rounds every one of them must have come about. */
  lacking(rounds: number): string[]
}

const ofPlatform = ['F27', 'F28', 'F29', 'F30'] as const
const roundsForAll = 100

export function createPointTally(): PointTally {
  const names = [...Object.keys(diePoints), 'F9', ...ofPlatform].toSorted(byNumber)
  const hits = new Map<string, number>(names.map((name) => [name, 0]))
  const hit = (name: CountedPoint, count = 1) => void hits.set(name, (hits.get(name) ?? 0) + count)
  return {
    hit,
    hitsOf: (name) => hits.get(name) ?? 0,
    take({ faults, lossAt, hasCopies, hasSwaps }) {
      for (const [kind, count] of faults) hit(pointOf(kind), count)
      hit('F29', lossAt.length + Number(hasCopies) + Number(hasSwaps))
    },
    tell: () => Object.fromEntries(names.map((name) => [`point ${name.padStart(3)}`, hits.get(name) ?? 0])),
    lacking: (rounds) =>
      rounds < roundsForAll
        ? []
        : names
            .filter((name) => hits.get(name) === 0)
            .map((name) => `[${name}] did not come about in ${rounds} rounds`),
  }
}

const refusals: ReadonlySet<string> = new Set([
  'token refused',
  'channel deleted',
  'thread archived',
  'thread locked',
  'thread taken from us',
  'thread deleted',
])

function pointOf(fault: string): CountedPoint {
  if (fault === 'rate_limited') return 'F27'
  return refusals.has(fault) ? 'F30' : 'F28'
}

function byNumber(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1))
}
