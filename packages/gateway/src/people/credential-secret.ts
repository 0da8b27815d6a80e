// The secret texts that let someone in. Each says by its beginning what it is, so that a leaked one can be found and
// named; only its SHA-256 is kept. That is enough for 32 random bytes: there is nothing to guess.

import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Random } from '../foundation/random.ts'

export const secretPrefixes = { ownerLink: 'hdo_', invite: 'hdi_', token: 'hdt_', signIn: 'hds_' } as const
export type SecretKind = keyof typeof secretPrefixes

const randomBytes = 32
const form = /^hd[oits]_[A-Za-z0-9_-]{43}$/

export interface NewSecret {
  text: string
  hash: Uint8Array
}

export function makeSecret(random: Random, kind: SecretKind): NewSecret {
  const text = secretPrefixes[kind] + Buffer.from(random.bytes(randomBytes)).toString('base64url')
  return { text, hash: hashSecret(text) }
}

/** What to look the text up by; undefined if it cannot be one of these kinds. */
export function hashIfSecret(text: string, ...kinds: SecretKind[]): Uint8Array | undefined {
  if (!form.test(text) || !kinds.some((kind) => text.startsWith(secretPrefixes[kind]))) return undefined
  return hashSecret(text)
}

function hashSecret(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
