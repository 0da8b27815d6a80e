// Makes opaque ids that sort by the time they were made: 10 characters of milliseconds, 16 of chance, in an alphabet
// whose byte order is its value order. Inside one millisecond the chance part counts up, so later is always larger;
// random keys would scatter inserts over the whole index and cost two thirds of the write rate.

import { type Id, type IdKind, idPrefixes } from '@heddle/contract'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeChars = 10
const chanceChars = 16

export interface Ids {
  make<K extends IdKind>(kind: K): Id<K>
}

export function createIds(deps: { clock: Pick<Clock, 'wall'>; random: Random }): Ids {
  let lastMs = 0
  let timePart = ''
  let chance: number[] = []

  function next(): string {
    // A clock that was set back must not make ids that sort before older ones.
    const now = Math.max(deps.clock.wall(), lastMs)
    if (now !== lastMs || chance.length === 0) {
      lastMs = now
      timePart = encodeTime(now)
      chance = Array.from(deps.random.bytes(chanceChars), (byte) => byte & 31)
    } else {
      countUp(chance)
    }
    let text = timePart
    for (const digit of chance) text += alphabet[digit]
    return text
  }

  return {
    make: <K extends IdKind>(kind: K) => `${idPrefixes[kind]}_${next()}` as Id<K>,
  }
}

function encodeTime(ms: number): string {
  let text = ''
  let rest = ms
  for (let i = 0; i < timeChars; i++) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function countUp(digits: number[]): void {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits[i]!
    if (digit < 31) {
      digits[i] = digit + 1
      return
    }
    digits[i] = 0
  }
}
