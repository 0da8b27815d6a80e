// Everything that looks on while a world runs: the trace, the ground truth, the rules that can be judged at once.

import type { Store } from '../../src/foundation/database/store.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import type { Lanes } from '../../src/foundation/work/lanes.ts'
import type { WorkStore } from '../../src/foundation/work/work-store.ts'
import type { Breaches } from './breach.ts'
import { createFairTurns } from './fair-turns.ts'
import type { GroundTruth } from './ground-truth.ts'
import { observeWorkStore } from './observe-work-store.ts'
import type { Sometimes } from './sometimes.ts'
import type { Trace } from './trace.ts'

/** The watch over one life. */
export interface Watch {
  readonly trace: Trace
  readonly sometimes: Sometimes
  /** Notes the time of every transaction. */
  timed(store: Store): Store
  observe(workStore: WorkStore, runner: string): WorkStore
  whileRunning(runner: string, job: Job, run: () => Promise<void>): Promise<void>
  /** A request leaves the program. */
  sends(runner: string, job: Job): void
  nothingRunsAfterStop(): void
}

/** How old the knowledge may be with which a request leaves. */
const fenceAgeMaxMs = 1_000

export function createWatch(deps: {
  trace: Trace
  sometimes: Sometimes
  truth: GroundTruth
  breaches: Breaches
  lanes: Lanes
  laneOf(job: Job): string
  nowMs(): number
  isAlive(): boolean
  /** In which parents must take turns. */
  fairLane: string
  parentsWaiting(lane: string, now: number): string[]
}): Watch {
  const { trace, sometimes, truth, breaches } = deps
  const running = new Map<string, number>()
  const fairTurns = createFairTurns({
    lane: deps.fairLane,
    breaches,
    sometimes,
    parentsWaiting: deps.parentsWaiting,
  })
  let stopped = false

  async function whileRunning(runner: string, job: Job, run: () => Promise<void>): Promise<void> {
    if (stopped) breaches.report('I52', `${runner} began ${job.kind} ${job.subject} after it had stopped`)
    const laneName = deps.laneOf(job)
    const lane = `${runner} ${laneName}`
    count(lane, 1)
    const cap = deps.lanes[laneName]?.cap ?? 0
    const inLane = running.get(lane) ?? 0
    if (inLane > cap) breaches.report('caps', `${runner} runs ${inLane} in a lane of ${cap}: ${laneName}`)
    if (inLane === cap) sometimes.saw('a lane was full')
    try {
      await run()
    } finally {
      count(lane, -1)
    }
  }

  function count(what: string, by: number): void {
    const now = (running.get(what) ?? 0) + by
    if (now === 0) running.delete(what)
    else running.set(what, now)
  }

  function sends(runner: string, job: Job): void {
    if (!deps.isAlive()) return
    trace.note(`${runner} sends ${job.subject}`)
    if (truth.sent.some((sent) => sent.what === job.subject))
      sometimes.saw('a request left the program twice')
    truth.sent.push({ what: job.subject, runner, atMs: deps.nowMs() })
    for (const holder of truth.holders.values()) {
      if (holder.work.subject !== job.subject) continue
      if (holder.runner === runner && holder.work.attempts + 1 === job.attempt) return
    }
    const sinceMs = deps.nowMs() - (truth.lost.get(job.subject) ?? Number.NEGATIVE_INFINITY)
    if (sinceMs > fenceAgeMaxMs) {
      breaches.report('I14', `${runner} sent ${job.subject} ${sinceMs} ms after it had been taken away`)
    }
  }

  function timed(store: Store): Store {
    return {
      ...store,
      tx: (fn) =>
        store.tx((t) => {
          if (t.now < truth.now) breaches.report('I13', `time went back by ${truth.now - t.now} ms`)
          // Nothing was written since it began.
          if (truth.now === 0) truth.begunAt = t.now
          truth.now = t.now
          return fn(t)
        }),
    }
  }

  return {
    trace,
    sometimes,
    timed,
    observe: (workStore, runner) =>
      observeWorkStore(workStore, {
        runner,
        truth,
        breaches,
        sometimes,
        fairTurns,
        nowMs: deps.nowMs,
        note: trace.note,
      }),
    whileRunning,
    sends,
    nothingRunsAfterStop() {
      stopped = true
      if (running.size > 0)
        breaches.report('I52', `stopped while ${[...running.keys()].join(', ')} still ran`)
    },
  }
}
