// How often each fault came about. Rounds that leave one out prove less than they say.

import type { DiscordLedger } from './discord-ledger.ts'
import { discordPoints } from './discord-points.ts'

const ofDiscord = ['F27', 'F28', 'F29', 'F30'] as const
const names = [...Object.keys(discordPoints), 'F9', ...ofDiscord]
export type CountedPoint = keyof typeof discordPoints | 'F9' | (typeof ofDiscord)[number]

export interface DiscordTally {
  hit(name: CountedPoint, count?: number): void
  hitsOf(name: CountedPoint): number
  /** What Discord did in a round. */
  take(ledger: DiscordLedger): void
  tell(): Record<string, number>
  /** After so many rounds every one of them must have come about. */
  lacking(rounds: number): string[]
}

const roundsForAll = 100

export function createDiscordTally(): DiscordTally {
  const hits = new Map<string, number>(names.map((name) => [name, 0]))
  const hit = (name: CountedPoint, count = 1) => void hits.set(name, (hits.get(name) ?? 0) + count)
  return {
    hit,
    hitsOf: (name) => hits.get(name) ?? 0,
    take({ faults, lossAt, hasCopies, hasSwaps }) {
      for (const [kind, count] of faults) hit(pointOf(kind), count)
      hit('F29', lossAt.length + Number(hasCopies) + Number(hasSwaps))
    },
    tell: () => Object.fromEntries(names.map((name) => [`point ${name}`, hits.get(name) ?? 0])),
    lacking: (rounds) =>
      rounds < roundsForAll
        ? []
        : names
            .filter((name) => hits.get(name) === 0)
            .map((name) => `[${name}] did not come about in ${rounds} rounds`),
  }
}

function pointOf(fault: string): CountedPoint {
  if (fault.endsWith('_limited')) return 'F27'
  if (fault.startsWith('socket')) return 'F29'
  return fault.includes(' ') ? 'F30' : 'F28'
}
