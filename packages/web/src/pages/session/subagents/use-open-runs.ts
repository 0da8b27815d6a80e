// Which sub-agents are shown outside of the fold of their turn: those that work, and those that were seen at work until
// the next turn begins while the reader is at the end, where nothing that they read can move.

import type { EventJson } from '@heddle/contract'
import { useMemo, useRef } from 'react'

export function useOpenRuns(
  rows: readonly EventJson[],
  running: string | null,
  isAtEnd: boolean,
): ReadonlySet<string> {
  const working = useMemo(() => chooseWorking(rows), [rows])
  const before = useRef({ open: working, running })
  before.current = { open: chooseOpen(before.current, { working, running, isAtEnd }), running }
  return before.current.open
}

/** By the event where each began. */
export function chooseWorking(rows: readonly EventJson[]): ReadonlySet<string> {
  const working = new Set<string>()
  for (const { kind, eventId, causedBy } of rows) {
    if (kind === 'subagent.spawned') working.add(eventId)
    else if (kind === 'subagent.finished' && causedBy !== undefined) working.delete(causedBy)
  }
  return working
}

/** The same set as before while it holds the same. */
export function chooseOpen(
  before: { open: ReadonlySet<string>; running: string | null },
  now: { working: ReadonlySet<string>; running: string | null; isAtEnd: boolean },
): ReadonlySet<string> {
  const begins = now.running !== null && now.running !== before.running
  const isSame = holds(before.open, now.working)
  if (begins && now.isAtEnd) {
    return isSame && before.open.size === now.working.size ? before.open : now.working
  }
  return isSame ? before.open : new Set([...before.open, ...now.working])
}

function holds(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].every((one) => all.has(one))
}
