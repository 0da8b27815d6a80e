// Which rows of a log belong together because of a sub-agent: where it began, the call that asked for it, and where its
// result stands. Pure.

import type { EventJson } from '@heddle/contract'

export interface PairedRuns {
  /** By its own id. */
  begins: ReadonlyMap<string, EventJson>
  /** By the id of where it began. */
  ends: ReadonlyMap<string, EventJson>
  /** Calls that the row of a sub-agent stands for: the two would say the same twice. */
  faces: ReadonlySet<string>
  /** The ends by their own ids. */
  told: ReadonlySet<string>
}

export function pairRuns(rows: readonly EventJson[]): PairedRuns {
  const begins = new Map<string, EventJson>()
  const ends = new Map<string, EventJson>()
  const faces = new Set<string>()
  const told = new Set<string>()
  for (const row of rows) {
    const { kind, eventId, causedBy } = row
    if (kind === 'subagent.spawned') {
      begins.set(eventId, row)
      if (causedBy !== undefined && !row.redacted) faces.add(causedBy)
    } else if (kind === 'subagent.finished') {
      told.add(eventId)
      if (causedBy !== undefined) ends.set(causedBy, row)
    }
  }
  return { begins, ends, faces, told }
}

/** From how many sub-agents a turn heard when it began. */
export function heardIn({ payload: { messages } }: EventJson, { told }: PairedRuns): number {
  return Array.isArray(messages) ? messages.filter((id) => told.has(String(id))).length : 0
}
