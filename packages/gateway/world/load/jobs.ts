// What the simulated world's work does: it takes its time, fails now and then, and leaves its effect in the
// transaction that ends it.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import type { WorkDefinition } from '../../src/foundation/work/work-runner.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import { ledgerStore } from './ledger-store.ts'
import { goRound, roundsName } from './rounds.ts'
import { frailAttemptsMax, poisonAttemptsMax } from './work-kinds.ts'

export interface JobHabits {
  /** How often work takes no time, some, long, or longer than its lease. */
  durations: readonly number[]
  failureChance: number
  /** Does not listen when it is interrupted. */
  stubbornChance: number
}

export interface JobDeps {
  /** Changes when the world calms down. */
  habits(): JobHabits
  random: SeededRandom
  clock: Clock
  store: Store
  sometimes: Sometimes
  /** The request leaves the program now. */
  send(job: Job): void
}

// Work may fail a few times and must then succeed, so that only what always fails is ever given up.
const failingAttemptsMax = 4
const ticks = 3
const tickMs = 1_500

export function createJobs(deps: JobDeps): Record<string, WorkDefinition> {
  const { random, store, sometimes } = deps

  async function labour(job: Job): Promise<void> {
    const habits = deps.habits()
    const ms = chooseDuration(habits, random)
    const stubborn = random.chance(habits.stubbornChance)
    const fails = random.chance(habits.failureChance)
    // In stretches, as work does that waits now for this and now for that.
    const stretches = ms > 0 ? random.between(1, 3) : 0
    for (let i = 0; i < stretches; i++) {
      await pause(deps.clock, ms / stretches, stubborn ? undefined : job.signal)
    }
    if (fails && job.attempt <= failingAttemptsMax) throw new Error('it did not work this time')
  }

  async function leaveEffect(job: Job): Promise<void> {
    await labour(job)
    const what = job.factId ?? job.subject
    await job.commit((t) => ledgerStore.addEffect(t, { what, kind: job.kind, key: job.key }))
  }

  async function ring(job: Job): Promise<void> {
    await labour(job)
    await job.commit((t) =>
      ledgerStore.addTimerEvent(t, { name: job.subject, event: 'fired', dueAt: null, was: null }),
    )
  }

  async function tick(job: Job): Promise<void> {
    await labour(job)
    await job.commit(async (t) => {
      await ledgerStore.addTimerEvent(t, { name: job.subject, event: 'fired', dueAt: null, was: null })
      if ((await ledgerStore.countFired(t, job.subject)) >= ticks) return
      sometimes.saw('a timer came back by itself')
      const dueAt = t.now + tickMs
      await job.again(t, dueAt)
      await ledgerStore.addTimerEvent(t, { name: job.subject, event: 'set', dueAt, was: null })
    })
  }

  async function post(job: Job): Promise<void> {
    await job.step((t) => ledgerStore.addSending(t, job.subject))
    await store.durable()
    // Long enough to lose it meanwhile.
    await pause(deps.clock, random.chance(0.5) ? random.between(0, 3_000) : 0, undefined)
    await labour(job)
    if (!(await job.holds())) {
      sometimes.saw('a frozen holder was kept from sending')
      throw new Error('someone else has it')
    }
    deps.send(job)
    await pause(deps.clock, random.below(200), job.signal)
    await leaveEffect(job)
  }

  return {
    sweep: { run: leaveEffect },
    announce: { run: leaveEffect },
    greet: { run: leaveEffect },
    refresh: { run: leaveEffect },
    chore: { run: leaveEffect },
    share: { run: leaveEffect },
    post: { run: post },
    ring: { run: ring },
    tick: { run: tick },
    frail: { run: ring, attemptsMax: frailAttemptsMax },
    [roundsName]: { run: goRound, attemptsMax: Number.MAX_SAFE_INTEGER },
    poison: {
      attemptsMax: poisonAttemptsMax,
      run: async (job) => {
        await labour(job)
        throw new Error('this never works')
      },
    },
  }
}

export function chooseHabits(random: SeededRandom): JobHabits {
  return {
    durations: [
      random.between(1, 10),
      random.between(0, 6),
      random.between(0, 3),
      random.chance(0.5) ? 1 : 0,
    ],
    failureChance: random.pick([0, 0.05, 0.2, 0.4]),
    stubbornChance: random.pick([0, 0.3, 1]),
  }
}

/** When everything shall come to rest, nothing holds itself up. */
export const calmHabits: JobHabits = { durations: [0, 1, 0, 0], failureChance: 0, stubbornChance: 0 }

/** The longest that any work takes. */
export const longestJobMs = 70_000

function chooseDuration(habits: JobHabits, random: SeededRandom): number {
  let left = random.below(habits.durations.reduce((sum, weight) => sum + weight, 0))
  const manner = habits.durations.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  if (manner === 0) return 0
  if (manner === 1) return random.between(1, 400)
  return manner === 2 ? random.between(1_000, 8_000) : random.between(15_000, longestJobMs)
}

function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.timer(ms, resolve)
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
