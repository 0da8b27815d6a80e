// The code by which a member and an account elsewhere find to each other. Short enough to be typed, so its guesses are
// counted; only its SHA-256 is kept.

import { createHash } from 'node:crypto'
import type { Random } from '../../foundation/random.ts'

export interface NewCode {
  text: string
  hash: Uint8Array
}

// 32 signs, of which none is taken for another: a byte gives one without favour.
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const signsPerCode = 10
const form = new RegExp(`^[${signs}]{${signsPerCode}}$`)

export function makeCode(random: Random): NewCode {
  const plain = [...random.bytes(signsPerCode)].map((byte) => signs[byte % signs.length]).join('')
  return { text: `${plain.slice(0, 5)}-${plain.slice(5)}`, hash: hashOf(plain) }
}

/** What to look the text up by; undefined if it cannot be a code. */
export function hashIfCode(text: string): Uint8Array | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return form.test(plain) ? hashOf(plain) : undefined
}

function hashOf(plain: string): Uint8Array {
  return createHash('sha256').update(plain).digest()
}
