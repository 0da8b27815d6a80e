// Says under a new password how far it is.

import { limits } from '@heddle/contract'
import { strings } from '../strings.ts'

export function passwordHint(password: string): string {
  const missing = limits.passwordCharsMin - password.length
  if (password === '') return strings.password.rule(limits.passwordCharsMin)
  return missing > 0 ? strings.password.more(missing) : strings.password.enough
}
