// One piece of work in the hands of its holder. Whatever the holder writes is fenced: if someone else has taken the
// work over meanwhile, the transaction fails and nothing of it stays.

import type { Clock } from '../clock.ts'
import type { Store, Tx } from '../database/store.ts'
import type { ClaimedWork, WorkStore } from './work-store.ts'

/** The work was taken over by another holder; what this one did does not count. */
export class Fenced extends Error {
  constructor(work: ClaimedWork) {
    super(`the work ${work.kind} on ${work.key} was taken over`)
    this.name = 'Fenced'
  }
}

export interface Job {
  readonly kind: string
  readonly key: string
  readonly subject: string
  readonly factId: string | null
  /** 1 for the first. */
  readonly attempt: number
  readonly signal: AbortSignal
  /** A transaction that also ends this work: both happen or neither. */
  commit<T>(fn: (t: Tx) => Promise<T>): Promise<T>
  /** A fenced transaction on the way; the work goes on. */
  step<T>(fn: (t: Tx) => Promise<T>): Promise<T>
  /** Like `commit` where `fn` says that it is over, and like `step` where it does not. */
  stepOrEnd<T extends { isOver: boolean }>(fn: (t: Tx) => Promise<T>): Promise<T>
  /** Inside either: instead of ending, the work comes again at that time. */
  again(t: Tx, dueAt: number): Promise<void>
  /** Asked before anything leaves the program: is this still ours? At most a second old. */
  holds(): Promise<boolean>
  /** It only waits for somebody outside: others have its slot until what comes back is called. */
  standAside(): () => void
}

const holdsForMs = 1_000

export interface OpenJob {
  job: Job
  readonly ended: boolean
}

export function openJob(deps: {
  work: ClaimedWork
  store: Store
  workStore: WorkStore
  clock: Clock
  /** By the clock that only grows: the work was ours then. */
  claimedAtMs: number
  signal: AbortSignal
  standAside(): () => void
  /** Its end let something become ready: itself once more, or who stood behind it. */
  onReady(): void
  fault(point: string): void
}): OpenJob {
  const { work, store, workStore, clock } = deps
  let ended = false
  let heldAtMs = deps.claimedAtMs

  async function end(t: Tx): Promise<void> {
    deps.fault('work.before-finish')
    const left = await workStore.finish(t, work.id, work.fence)
    if (left === undefined) throw new Fenced(work)
    const isCalled = await workStore.callNextOfKey(t, work.key)
    if (left === 'ready' || isCalled) t.afterCommit(deps.onReady)
  }

  const job: Job = {
    kind: work.kind,
    key: work.key,
    subject: work.subject,
    factId: work.fact_id,
    attempt: work.attempts + 1,
    signal: deps.signal,
    async commit(fn) {
      if (ended) throw new Error(`the work ${work.kind} on ${work.key} was committed twice`)
      const value = await store.tx(async (t) => {
        const result = await fn(t)
        await end(t)
        return result
      })
      ended = true
      return value
    },
    step: (fn) =>
      store.tx(async (t) => {
        if (!(await workStore.holds(t, work.id, work.fence))) throw new Fenced(work)
        return fn(t)
      }),
    async stepOrEnd(fn) {
      if (ended) throw new Error(`the work ${work.kind} on ${work.key} was committed twice`)
      const value = await job.step(async (t) => {
        const result = await fn(t)
        if (result.isOver) await end(t)
        return result
      })
      ended = value.isOver
      return value
    },
    async again(t, dueAt) {
      if (!(await workStore.again(t, work.id, work.fence, dueAt))) throw new Fenced(work)
    },
    async holds() {
      while (!deps.signal.aborted) {
        // Asked again until the answer is fresh: the process may have slept between the look and now.
        if (clock.mono() - heldAtMs < holdsForMs) return true
        const askedAtMs = clock.mono()
        if (!(await store.read((r) => workStore.holds(r, work.id, work.fence)))) return false
        heldAtMs = askedAtMs
      }
      return false
    },
    standAside: deps.standAside,
  }

  return {
    job,
    get ended() {
      return ended
    },
  }
}
