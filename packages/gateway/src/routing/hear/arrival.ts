// What came in from outside, as it can be kept: its files are on our disk by then.

import type { ArrivalRow } from '../routing-tables.ts'
import type { Heard, InboundEvent } from '../ports.ts'

export interface Arrival extends Omit<InboundEvent, 'attachments'> {
  /** Ids of its files. */
  files: readonly string[]
  /** In words: which files it came without, and why. */
  leftOut: readonly string[]
}

export interface FetchedFiles {
  files: readonly string[]
  leftOut: readonly string[]
}

export const noFiles: FetchedFiles = { files: [], leftOut: [] }

export function arrivalOf(event: InboundEvent, { files, leftOut }: FetchedFiles): Arrival {
  const { attachments: _, ...rest } = event
  return { ...rest, files, leftOut }
}

/** The reason of one that waits for its turn. */
export const keptReason = 'kept'

/** The same again gives what it came to before. */
export function repeatOf({ session_id: sessionId, reason }: ArrivalRow): Heard {
  if (sessionId !== null) return { kind: 'heard', sessionId, deduped: true }
  if (reason === keptReason) return { kind: 'kept', deduped: true }
  return { kind: 'ignored', reason, deduped: true }
}
