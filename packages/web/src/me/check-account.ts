// What the page itself can say about an account's handle, name and password before the server is asked. The rules are
// the contract's.

import { judgeHandle, limits } from '@heddle/contract'
import { accountStrings } from '../account-strings.ts'
import { joinStrings } from '../join-strings.ts'

export interface AccountValues {
  handle: string
  name: string
  password: string
}

export function checkAccount(values: AccountValues): Record<string, string> {
  const problems: Record<string, string> = {}
  const handle = handleProblem(values.handle)
  if (handle !== undefined) problems.handle = handle
  if (values.name.trim() === '') problems.name = joinStrings.nameMissing
  const password = passwordProblem(values.password)
  if (password !== undefined) problems.password = password
  return problems
}

export function handleProblem(text: string): string | undefined {
  const typed = withoutAt(text)
  if (typed === '') return accountStrings.handle.missing
  const verdict = judgeHandle(typed)
  return verdict.ok ? undefined : accountStrings.handle.problem(verdict.reason)
}

/** How others will write it, or nothing as long as that is what stands in the field. */
export function handlePreview(text: string): string | undefined {
  const typed = withoutAt(text)
  const verdict = judgeHandle(typed)
  return verdict.ok && verdict.handle !== typed ? verdict.handle : undefined
}

export function passwordProblem(password: string): string | undefined {
  if (password === '') return accountStrings.password.missing
  const missing = limits.passwordCharsMin - password.length
  return missing > 0 ? accountStrings.password.tooShort(limits.passwordCharsMin) : undefined
}

/** People know the sign from writing mentions and type it along. */
export function withoutAt(text: string): string {
  return text.trim().replace(/^@/, '')
}
