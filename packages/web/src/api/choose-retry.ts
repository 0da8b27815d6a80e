// Whether a failed read is worth trying again by itself. Only what may pass within seconds is.

import { CallError } from './call-error.ts'

const passing = new Set(['unreachable', 'busy', 'shutting_down'])
const attemptsMax = 2

export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < attemptsMax && error instanceof CallError && passing.has(error.code)
}

export function retryDelayMs(failures: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfterMs : undefined
  return asked ?? Math.min(400 * 2 ** failures, 4_000)
}
