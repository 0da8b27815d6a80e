// What every world of one seed begins with and ends in, whatever lives in it: its time, its trace, whether things still go
// wrong, and what it came to.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { Rows } from '../invariants/invariant.ts'
import { createScheduler, type Scheduler } from '../time/scheduler.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'
import { type Breaches, createBreaches } from '../watch/breach.ts'
import { createSometimes, type Sometimes } from '../watch/sometimes.ts'
import { createTrace, type Trace } from '../watch/trace.ts'
import { describeBreach, type SeedResult } from './seed-result.ts'

export interface SeedStage {
  trace: Trace
  sometimes: Sometimes
  breaches: Breaches
  scheduler: Scheduler
  /** Whether things still go wrong. */
  isFaulty(): boolean
  calm(): void
  /** Whether this transaction is run twice. */
  runTwice(): boolean
  tellResult(seed: number, came: CameTo): SeedResult
}

/** What only the world itself knows in the end. */
interface CameTo {
  faults: SeedResult['faults']
  acknowledged: number
  powerCuts: number
  counts: SeedResult['counts']
}

export function openSeedStage(
  random: SeededRandom,
  shape: { latenessMs: number; faults: readonly FaultKind[] },
  onLine: ((line: string) => void) | undefined,
): SeedStage {
  const trace = createTrace(onLine)
  const sometimes = createSometimes()
  const breaches = createBreaches()
  const scheduler = createScheduler({
    random: random.stream('schedule'),
    latenessMs: shape.latenessMs,
    onStep: (name, nowMs) => trace.note(`${nowMs} ${name}`),
  })
  const twice = random.stream('twice')
  let faulty = true
  let runsTwice = 0
  return {
    trace,
    sometimes,
    breaches,
    scheduler,
    isFaulty: () => faulty,
    calm: () => void (faulty = false),
    runTwice() {
      if (!faulty || !shape.faults.includes('run-twice') || !twice.chance(0.2)) return false
      runsTwice++
      return true
    },
    tellResult: (seed, { faults, ...came }) => ({
      seed,
      steps: scheduler.steps,
      virtualMs: scheduler.nowMs,
      hash: trace.hash(),
      faults: { ...faults, ...(runsTwice > 0 && { 'run-twice': runsTwice }) },
      sometimes: sometimes.seen(),
      ...came,
      breach: describeBreach(breaches, trace),
    }),
  }
}

/** Until when everything must be done, in the world's time: what waits on purpose is waited for. */
export function restDeadline(
  rows: Rows,
  { nowMs, clockOffsetMs, restMs }: { nowMs: number; clockOffsetMs: number; restMs: number },
  /** Of the work that ends by itself. */
  which = 'true',
): number {
  const [latest] = rows<{ due: number | null }>(
    `select max(max(due_at, coalesce(again_at, 0))) as due from work where ${which}`,
  )
  const wallMs = worldBeganAt + nowMs + clockOffsetMs
  return nowMs + Math.max(0, (latest?.due ?? 0) - wallMs) + restMs
}
