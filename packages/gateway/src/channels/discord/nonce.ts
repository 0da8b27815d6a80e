// The name by which Discord knows that it has a message of the bot already, for some minutes: the same for the same
// delivery and part, whoever sends it and how often. Pure.

import { createHash } from 'node:crypto'

const signs = 'abcdefghijklmnopqrstuvwxyz234567'
/** Discord takes 25. */
const nonceChars = 24

export function nonceOf(deliveryId: string, part: number): string {
  const hash = createHash('sha256').update(`${deliveryId}\n${part}`).digest()
  let nonce = ''
  for (let at = 0; at < nonceChars; at++) {
    const bit = at * 5
    const pair = ((hash[bit >> 3] ?? 0) << 8) | (hash[(bit >> 3) + 1] ?? 0)
    nonce += signs[(pair >> (11 - (bit & 7))) & 31]
  }
  return nonce
}
