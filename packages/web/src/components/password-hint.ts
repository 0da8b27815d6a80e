// Says under a new password how far it is.

import { limits } from '@heddle/contract'
import { accountStrings } from '../account-strings.ts'

export function passwordHint(password: string): string {
  const missing = limits.passwordCharsMin - password.length
  if (password === '') return accountStrings.password.rule(limits.passwordCharsMin)
  return missing > 0 ? accountStrings.password.more(missing) : accountStrings.password.enough
}
