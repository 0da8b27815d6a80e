// Whether a model call that failed is made again, and when. Pure. What the provider asks for is kept to: never sooner;
// if it asks for longer than anyone would wait in front of it, the turn fails and says how long.

import { limits } from '@heddle/contract'
import type { ModelError } from '../../agents/agents.ts'

export type ModelRetry = { kind: 'retry'; waitMs: number } | { kind: 'give_up' }

const passing: readonly ModelError['kind'][] = ['rate_limited', 'overloaded', 'network']
const firstWaitMs = 500

/** `failures` counts this one; `chance` is at least 0 and below 1. */
export function chooseModelRetry(error: ModelError, failures: number, chance: number): ModelRetry {
  if (!passing.includes(error.kind) || failures > limits.modelRetriesMax) return { kind: 'give_up' }
  const backoffMs = firstWaitMs * 2 ** (failures - 1) * (0.5 + chance)
  const waitMs = Math.ceil(Math.max(error.retryAfterMs ?? 0, backoffMs))
  return waitMs > limits.modelWaitMsMax ? { kind: 'give_up' } : { kind: 'retry', waitMs }
}
