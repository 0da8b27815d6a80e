// Takes due work from the store, lane by lane, and runs it: claims under a lease, renews leases while it runs, and
// records what became of each piece. Nothing is kept in memory for work that only waits.

import { limits } from '@heddle/contract'
import type { Cancel, Clock } from '../clock.ts'
import type { Store } from '../database/store.ts'
import type { Log } from '../logging/log.ts'
import type { Random } from '../random.ts'
import { chooseRetry } from './choose-retry.ts'
import { claimDue } from './claim-due.ts'
import { Fenced, type Job, openJob } from './job.ts'
import type { Lanes } from './lanes.ts'
import { releaseExpired } from './release-expired.ts'
import { createRunningWork } from './running-work.ts'
import type { ClaimedWork, WorkStore } from './work-store.ts'

export interface WorkDefinition {
  run(job: Job): Promise<void>
  attemptsMax?: number
}

export interface WorkRunner {
  start(): Promise<void>
  /** Claims nothing more, aborts what runs, and waits for it. */
  stop(): Promise<void>
  /** Aborts what runs under the key; it will be tried again unless its own rows say otherwise. */
  interrupt(key: string, reason: unknown): boolean
  figures(): { running: Record<string, number>; done: number; failed: number; fenced: number; dead: number }
}

export interface WorkRunnerDeps {
  store: Store
  clock: Clock
  random: Random
  log: Log
  lanes: Lanes
  workStore: WorkStore
  definitions: Readonly<Record<string, WorkDefinition>>
  /** Tells when something was put on record. */
  onRecorded(listener: () => void): void
  /** True when nobody else can hold leases in this store: then those left over from before are void at once. */
  soleOwner: boolean
  fault?: (point: string) => void
}

/** Why a job's signal fires when the gateway stops: the attempt does not count. */
const stopping = Symbol('stopping')

// A clock that is set forward must not leave timers asleep until the next event.
const longestSleepMs = 60_000
const retryRoundMs = 1_000

export function createWorkRunner(deps: WorkRunnerDeps): WorkRunner {
  const { store, clock, log, lanes, workStore } = deps
  const fault = deps.fault ?? (() => undefined)
  const laneNames = Object.keys(lanes)
  const running = createRunningWork(laneNames)
  const lastParent = new Map<string, string>()
  const tally = { done: 0, failed: 0, fenced: 0, dead: 0 }
  let state: 'new' | 'running' | 'stopped' = 'new'
  let roundIsOn = false
  let roundIsWanted = false
  let lastRounds: Promise<void> = Promise.resolve()
  let alarm: Cancel | undefined
  let leaseTimer: Cancel | undefined

  const attemptsMaxOf = (kind: string) => deps.definitions[kind]?.attemptsMax ?? limits.workAttemptsMax

  function poke(): void {
    if (state !== 'running') return
    roundIsWanted = true
    if (roundIsOn) return
    roundIsOn = true
    clock.soon(() => {
      lastRounds = rounds()
    })
  }

  async function rounds(): Promise<void> {
    try {
      while (roundIsWanted && state === 'running') {
        roundIsWanted = false
        await round()
      }
    } catch (error) {
      // The store says itself when it is broken for good; anything else (a full disk) may pass.
      log.error('work could not be claimed', { error })
      wake(retryRoundMs)
    } finally {
      roundIsOn = false
    }
  }

  async function round(): Promise<void> {
    let soonest = Infinity
    const dueAtByLane = await store.read((r) => workStore.nextDue(r, laneNames))
    for (const [i, name] of laneNames.entries()) {
      const lane = lanes[name]
      const dueAt = dueAtByLane[i] ?? null
      const free = (lane?.cap ?? 0) - running.inLane(name)
      if (!lane || dueAt === null || free <= 0) continue
      if (dueAt > store.now()) {
        soonest = Math.min(soonest, dueAt)
        continue
      }
      const claimedAtMs = clock.mono()
      const claimed = await store.tx((t) =>
        claimDue(t, workStore, {
          lane: name,
          fair: lane.fair === true,
          afterParent: lastParent.get(name) ?? '',
          limit: Math.min(free, limits.workClaimBatchMax),
          leaseMs: limits.workLeaseMs,
        }),
      )
      fault('work.claimed')
      if (claimed.lastParent !== undefined) lastParent.set(name, claimed.lastParent)
      for (const work of claimed.works) {
        if (state === 'running') begin(work, claimedAtMs)
        // Stopped between asking and getting.
        else await giveBack(work)
      }
      // Looks again: there may be more that is due, or something later to wake for.
      roundIsWanted = true
    }
    if (soonest < Infinity) wake(soonest - store.now())
  }

  function wake(ms: number): void {
    alarm?.()
    alarm = clock.timer(Math.min(Math.max(ms, 0), longestSleepMs), () => {
      alarm = undefined
      poke()
    })
  }

  function begin(work: ClaimedWork, claimedAtMs: number): void {
    // A holder of ours that slept through its lease may still sit on the key. It can commit nothing any more, so the
    // new one does not wait for it.
    if (running.isBusy(work.key)) running.interrupt(work.key, new Fenced(work))
    const { signal, leave } = running.enter(work)
    // Awaited by nobody: how it ended is recorded inside, and stop() waits for all.
    void attempt(work, claimedAtMs, signal).finally(() => {
      leave()
      poke()
    })
  }

  async function attempt(work: ClaimedWork, claimedAtMs: number, signal: AbortSignal): Promise<void> {
    const open = openJob({ work, store, workStore, clock, claimedAtMs, signal, fault })
    try {
      const definition = deps.definitions[work.kind]
      if (!definition) throw new Error(`nothing is defined for work of kind "${work.kind}"`)
      await definition.run(open.job)
      if (!open.ended) await open.job.commit(async () => undefined)
      tally.done++
    } catch (error) {
      if (open.ended) {
        log.error('work failed after it was committed', { kind: work.kind, key: work.key, error })
        return
      }
      await recordFailure(work, signal, error)
    }
  }

  async function recordFailure(work: ClaimedWork, signal: AbortSignal, error: unknown): Promise<void> {
    if (error instanceof Fenced) {
      tally.fenced++
      log.info('work was taken over', { kind: work.kind, key: work.key })
      return
    }
    const stopped = signal.aborted && signal.reason === stopping
    if (!stopped) {
      tally.failed++
      log.warn('work failed', { kind: work.kind, key: work.key, attempt: work.attempts + 1, error })
    }
    try {
      await (stopped ? giveBack(work) : retryOrGiveUp(work, error))
    } catch (recordError) {
      // The lease runs out by itself, and the work is then taken up again.
      log.warn('a failure could not be recorded', { kind: work.kind, key: work.key, error: recordError })
    }
  }

  async function giveBack(work: ClaimedWork): Promise<void> {
    const next = { attempts: work.attempts, error: 'the gateway stopped' }
    await store.tx(async (t) => {
      await workStore.retry(t, work.id, work.fence, { ...next, dueAt: work.due_at })
      await workStore.callNextOfKey(t, work.key)
    })
  }

  async function retryOrGiveUp(work: ClaimedWork, error: unknown): Promise<void> {
    const attempts = work.attempts + 1
    const choice = chooseRetry({
      attempts,
      attemptsMax: attemptsMaxOf(work.kind),
      chance: deps.random.fraction(),
    })
    const text = error instanceof Error ? error.message : String(error)
    await store.tx(async (t) => {
      if (choice.kind === 'retry') {
        await workStore.retry(t, work.id, work.fence, { dueAt: t.now + choice.waitMs, attempts, error: text })
      } else {
        await workStore.giveUp(t, work.id, work.fence, text)
      }
      // Also before a retry: an older row of the key may have come due meanwhile, and would wait for ever.
      await workStore.callNextOfKey(t, work.key)
    })
    if (choice.kind === 'give_up') {
      tally.dead++
      log.error('work was given up', { kind: work.kind, key: work.key, attempts, error })
    }
  }

  async function tendLeases(): Promise<void> {
    const mine = running.all()
    if (mine.length > 0) {
      await store.tx(async (t) => {
        for (const work of mine) {
          const held = await workStore.renew(t, work.id, work.fence, t.now + limits.workLeaseMs)
          if (!held) running.interruptOne(work, new Fenced(work))
        }
      })
    }
    if (await releaseExpired(store, workStore, store.now(), attemptsMaxOf)) poke()
  }

  function armLeases(): void {
    leaseTimer = clock.timer(limits.workLeaseMs / 3, () => {
      void tendLeases()
        .catch((error: unknown) => log.warn('leases could not be renewed', { error }))
        .finally(() => {
          if (state === 'running') armLeases()
        })
    })
  }

  return {
    async start() {
      if (state !== 'new') throw new Error('the work runner was started before')
      if (deps.soleOwner) await releaseExpired(store, workStore, Infinity, attemptsMaxOf)
      state = 'running'
      deps.onRecorded(poke)
      armLeases()
      poke()
    },
    async stop() {
      state = 'stopped'
      alarm?.()
      leaseTimer?.()
      running.interruptAll(stopping)
      await lastRounds
      await running.idle()
    },
    interrupt: (key, reason) => running.interrupt(key, reason),
    figures: () => ({ running: running.counts(), ...tally }),
  }
}
