// How the platform behaves in one seed: what goes wrong on the way to it, and what it does with what it tells.

import type { Fault } from '@heddle/emulators/loopback/faults'
import type { SeededRandom } from '../../time/seeded-random.ts'

export const platformTroubles = [
  'limited',
  'limited-account',
  'error',
  'error-done',
  'bad-gateway',
  'silence',
  'silence-done',
  'late',
  'reset',
  'reset-done',
  'empty',
  'garbage',
  'delay',
  'unreachable',
] as const
export type PlatformTrouble = (typeof platformTroubles)[number]

export interface PlatformHabits {
  troubles: readonly PlatformTrouble[]
  /** Of requests. */
  troubleRate: number
  /** On the way there, and on the way back. */
  transitMs: number
  /** What it tells comes again, changes places, or is lost. */
  copyRate: number
  swapRate: number
  lossRate: number
  /** Whether it says, after something was lost, where that was said. */
  namesMissed: boolean
  /** One conversation takes nothing for a while. */
  isBlocking: boolean
  limitsRates: boolean
  /** Whoever reads what was said reads nonsense, for minutes after all else is well. */
  tellsNonsense: boolean
}

export const soundPlatform: PlatformHabits = {
  troubles: [],
  troubleRate: 0,
  transitMs: 20,
  copyRate: 0,
  swapRate: 0,
  lossRate: 0,
  namesMissed: false,
  isBlocking: false,
  limitsRates: false,
  tellsNonsense: false,
}

export function choosePlatformHabits(random: SeededRandom): PlatformHabits {
  const likelihood = random.pick([0.2, 0.4, 0.8])
  const habits = {
    troubles: platformTroubles.filter(() => random.chance(likelihood)),
    troubleRate: random.pick([0, 0.05, 0.15, 0.3]),
    transitMs: random.pick([0, 20, 200, 1_000]),
    copyRate: random.pick([0, 0, 0.3]),
    swapRate: random.pick([0, 0, 0.1]),
    lossRate: random.pick([0, 0, 0, 0.1]),
    isBlocking: random.chance(0.15),
    limitsRates: random.chance(0.25),
  }
  // What was lost on the way could not be asked for.
  const tellsNonsense = habits.lossRate === 0 && random.chance(0.2)
  return { ...habits, tellsNonsense, namesMissed: random.chance(0.6) }
}

export function drawTrouble(kind: PlatformTrouble, random: SeededRandom): Fault {
  switch (kind) {
    case 'limited':
      return { kind: 'rate_limited', retryAfterMs: waitMs(random), scope: 'conversation' }
    case 'limited-account':
      return { kind: 'rate_limited', retryAfterMs: waitMs(random), scope: 'account' }
    case 'error':
    case 'error-done':
      return { kind: 'status', status: random.pick([500, 503, 504]), isDone: kind === 'error-done' }
    case 'bad-gateway':
      return { kind: 'status', status: 502, isDone: false }
    case 'silence':
    case 'silence-done':
      return { kind: 'silence', isDone: kind === 'silence-done' }
    case 'late':
      // Some after it was sent again: that a last look has to put right.
      return { kind: 'late', ms: random.pick([1_000, 14_000, 60_000]) }
    case 'reset':
    case 'reset-done':
      return { kind: 'reset', isDone: kind === 'reset-done' }
    case 'delay':
      return { kind: 'delay', ms: random.between(1, 12_000) }
    case 'empty':
    case 'garbage':
    case 'unreachable':
      return { kind }
  }
}

function waitMs(random: SeededRandom): number {
  return random.pick([300, 2_000, 15_000, 90_000])
}
