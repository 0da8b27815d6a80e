// Which passwords are refused: too short, too long, and the few that everybody tries first. The limiter does the rest.

import { badField, limits, normalizeHandle } from '@heddle/contract'

const wellKnown = ['1234567890', '0123456789', 'qwertyuiop', 'password12', 'password123', 'passwordpassword']

export interface PasswordOwner {
  handle: string
  name?: string | undefined
}

export function judgePassword(password: string, owner: PasswordOwner, field = 'password'): void {
  const text = password.normalize('NFC')
  if (text.length < limits.passwordCharsMin) {
    throw badField(field, `has fewer than ${limits.passwordCharsMin} characters`)
  }
  if (text.length > limits.passwordCharsMax) {
    throw badField(field, `has more than ${limits.passwordCharsMax} characters`)
  }
  const folded = normalizeHandle(text)
  if (folded === normalizeHandle(owner.handle)) throw badField(field, 'is the handle')
  if (owner.name !== undefined && folded === normalizeHandle(owner.name)) throw badField(field, 'is the name')
  if (wellKnown.includes(folded) || new Set(folded).size === 1) throw badField(field, 'is too easy to guess')
}
