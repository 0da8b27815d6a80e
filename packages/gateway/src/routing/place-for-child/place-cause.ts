// By which what was opened for a sub-agent is known in the outbox, and the timer beside it.

import type { RunId } from '@heddle/contract'

const prefix = 'place:'

export const placeCause = (runId: RunId) => `${prefix}${runId}`

/** Undefined for what is something else's. */
export function runOf(cause: string): RunId | undefined {
  return cause.startsWith(prefix) ? (cause.slice(prefix.length) as RunId) : undefined
}
