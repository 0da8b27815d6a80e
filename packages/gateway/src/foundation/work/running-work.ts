// What this process runs right now: how much in each lane, and the way to interrupt it by key.

import type { ClaimedWork } from './work-store.ts'

export interface RunningWork {
  enter(work: ClaimedWork): { signal: AbortSignal; leave(): void }
  inLane(lane: string): number
  all(): ClaimedWork[]
  isBusy(key: string): boolean
  /** True if something ran under the key. */
  interrupt(key: string, reason: unknown): boolean
  interruptOne(work: ClaimedWork, reason: unknown): void
  interruptAll(reason: unknown): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  counts(): Record<string, number>
}

interface Entry {
  work: ClaimedWork
  controller: AbortController
}

export function createRunningWork(lanes: readonly string[]): RunningWork {
  const entries = new Set<Entry>()
  const byKey = new Map<string, Set<Entry>>()
  const perLane: Record<string, number> = Object.fromEntries(lanes.map((lane) => [lane, 0]))
  let idleWaiters: (() => void)[] = []

  function count(lane: string, step: 1 | -1): void {
    perLane[lane] = (perLane[lane] ?? 0) + step
  }

  function leave(entry: Entry): void {
    entries.delete(entry)
    const ofKey = byKey.get(entry.work.key)
    ofKey?.delete(entry)
    if (ofKey?.size === 0) byKey.delete(entry.work.key)
    count(entry.work.lane, -1)
    if (entries.size > 0) return
    for (const wake of idleWaiters) wake()
    idleWaiters = []
  }

  return {
    enter(work) {
      const entry = { work, controller: new AbortController() }
      entries.add(entry)
      byKey.set(work.key, (byKey.get(work.key) ?? new Set()).add(entry))
      count(work.lane, 1)
      return { signal: entry.controller.signal, leave: () => leave(entry) }
    },
    inLane: (lane) => perLane[lane] ?? 0,
    all: () => [...entries].map((entry) => entry.work),
    isBusy: (key) => byKey.has(key),
    interrupt(key, reason) {
      const ofKey = byKey.get(key)
      for (const entry of ofKey ?? []) entry.controller.abort(reason)
      return ofKey !== undefined
    },
    interruptOne(work, reason) {
      for (const entry of byKey.get(work.key) ?? []) {
        if (entry.work.id === work.id && entry.work.fence === work.fence) entry.controller.abort(reason)
      }
    },
    interruptAll(reason) {
      for (const entry of entries) entry.controller.abort(reason)
    },
    idle: () =>
      entries.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve)),
    counts: () => ({ ...perLane }),
  }
}
