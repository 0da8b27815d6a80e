// What this process runs right now: how much in each lane, and the way to interrupt it by key.

import type { Lanes } from './lanes.ts'
import type { ClaimedWork } from './work-store.ts'

export interface RunningWork {
  enter(work: ClaimedWork): Entered
  /** How many slots of it are taken. */
  inLane(lane: string): number
  all(): ClaimedWork[]
  isBusy(key: string): boolean
  /** True if something ran under the key. */
  interrupt(key: string, reason: unknown): boolean
  interruptOne(work: ClaimedWork, reason: unknown): void
  interruptAll(reason: unknown): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  /** Of each lane, all that run, with a slot or without. */
  counts(): Record<string, number>
}

export interface Entered {
  signal: AbortSignal
  /** Holds no slot until what it gives back is called, unless too many do that. */
  standAside(): () => void
  leave(): void
}

interface Entry {
  work: ClaimedWork
  controller: AbortController
  isAside: boolean
}

export function createRunningWork(lanes: Lanes): RunningWork {
  const entries = new Set<Entry>()
  const byKey = new Map<string, Set<Entry>>()
  const perLane: Record<string, number> = Object.fromEntries(Object.keys(lanes).map((lane) => [lane, 0]))
  const aside = new Map<string, number>()
  let idleWaiters: (() => void)[] = []

  function count(lane: string, step: 1 | -1): void {
    perLane[lane] = (perLane[lane] ?? 0) + step
  }

  function standAside(entry: Entry): () => void {
    const { lane } = entry.work
    const others = aside.get(lane) ?? 0
    if (entry.isAside || others >= (lanes[lane]?.asideMax ?? 0)) return () => undefined
    entry.isAside = true
    aside.set(lane, others + 1)
    count(lane, -1)
    return () => comeBack(entry)
  }

  /** It goes on at once: for a moment there may be more than there are slots. */
  function comeBack(entry: Entry): void {
    if (!entry.isAside) return
    const { lane } = entry.work
    entry.isAside = false
    aside.set(lane, (aside.get(lane) ?? 0) - 1)
    count(lane, 1)
  }

  function leave(entry: Entry): void {
    comeBack(entry)
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
      const entry = { work, controller: new AbortController(), isAside: false }
      entries.add(entry)
      byKey.set(work.key, (byKey.get(work.key) ?? new Set()).add(entry))
      count(work.lane, 1)
      const { signal } = entry.controller
      return { signal, standAside: () => standAside(entry), leave: () => leave(entry) }
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
    counts: () =>
      Object.fromEntries(
        Object.entries(perLane).map(([lane, held]) => [lane, held + (aside.get(lane) ?? 0)]),
      ),
  }
}
