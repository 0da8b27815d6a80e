// The Idempotency-Key of a completion in a session is the id under which its message is known there.

import { badField, limits } from '@heddle/contract'

export function checkEventId(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length > limits.clientMessageIdCharsMax || !/^[\x21-\x7e]+$/.test(header)) {
    const most = limits.clientMessageIdCharsMax
    throw badField('Idempotency-Key', `must be 1 to ${most} visible ASCII characters without spaces`)
  }
  return header
}
