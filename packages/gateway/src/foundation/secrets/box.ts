// Seals bytes with AES-256-GCM. The context is bound in: what was sealed as one thing cannot be opened as another.

import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { Random } from '../random.ts'

export interface Box {
  /** Names the key without telling it. */
  readonly keyId: string
  seal(plain: Uint8Array, context: string): Uint8Array
  /** Throws `CannotOpen` when the key or the context is another, or a byte was changed. */
  open(sealed: Uint8Array, context: string): Uint8Array
  /** A mark of a text that only this key can make: nobody can try out guesses against it without the key. */
  mark(text: string, context: string): Uint8Array
}

export class CannotOpen extends Error {
  constructor(context: string) {
    super(`what is sealed as "${context}" cannot be opened with this key`)
    this.name = 'CannotOpen'
  }
}

export const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 1

export function createBox(key: Uint8Array, random: Random): Box {
  if (key.byteLength !== keyBytes)
    throw new Error(`a secret key has ${keyBytes} bytes, not ${key.byteLength}`)
  return {
    keyId: createHash('sha256').update('heddle key id').update(key).digest('hex').slice(0, 16),
    seal(plain, context) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      return Buffer.concat([
        Buffer.of(version),
        nonce,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== version || bytes.byteLength < 1 + nonceBytes + tagBytes) throw new CannotOpen(context)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes)), decipher.final()])
      } catch {
        throw new CannotOpen(context)
      }
    },
    mark: (text, context) => createHmac('sha256', key).update(`heddle mark ${context}\n${text}`).digest(),
  }
}
