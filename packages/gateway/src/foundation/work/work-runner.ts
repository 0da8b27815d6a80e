// Takes due work from the store, lane by lane, and runs it: claims under a lease, renews leases while it runs, and
// records what became of each piece. Nothing is kept in memory for work that only waits.

import { limits } from '@heddle/contract'
import type { Cancel, Clock } from '../clock.ts'
import type { Store, Tx } from '../database/store.ts'
import type { Log } from '../logging/log.ts'
import type { Random } from '../random.ts'
import { chooseRetry } from './choose-retry.ts'
import { claimDue } from './claim-due.ts'
import { Fenced, type Job, openJob } from './job.ts'
import type { Lane, Lanes } from './lanes.ts'
import { releaseExpired } from './release-expired.ts'
import { createRunningWork, type Entered } from './running-work.ts'
import { createWorkTaker, type WorkTaker } from './take-at-once.ts'
import type { ClaimedWork, WorkStore } from './work-store.ts'

export interface WorkDefinition {
  run(job: Job): Promise<void>
  /** All that `run` does, where that is one transaction. */
  act?(t: Tx, subject: string): Promise<void>
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
  /** Tells when something was put on record, and asks the taker first. */
  onRecorded(listener: (dueAt: number) => void, taker: WorkTaker): void
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
  const running = createRunningWork(lanes)
  const lastParent = new Map<string, string>()
  const tally = { done: 0, failed: 0, fenced: 0, dead: 0 }
  let state: 'new' | 'running' | 'stopped' = 'new'
  let roundIsOn = false
  let roundIsWanted = false
  let lastRounds: Promise<void> = Promise.resolve()
  /** By the clock that only grows. */
  let alarm: { atMs: number; cancel: Cancel } | undefined
  /** Lanes in which something may wait for a slot. */
  const crowded = new Set<string>()
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

  /** What is due only after the next look is found by that. A look that is on may be past it already. */
  function hearOf(dueAt: number): void {
    const isFoundAnyway = alarm !== undefined && alarm.atMs <= clock.mono() + dueAt - store.now()
    if (roundIsOn || !isFoundAnyway) poke()
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
      if (!lane || dueAt === null) continue
      if (free <= 0) {
        crowded.add(name)
        continue
      }
      if (dueAt > store.now()) {
        soonest = Math.min(soonest, dueAt)
        continue
      }
      const claimedAtMs = clock.mono()
      for (const { work, entered } of await claim(name, lane)) {
        if (state === 'running') begin(work, claimedAtMs, entered)
        else await giveBackUnbegun(work, entered)
      }
      // Looks again: there may be more that is due, or something later to wake for.
      roundIsWanted = true
    }
    if (soonest < Infinity) wake(soonest - store.now())
  }

  async function claim(name: string, lane: Lane): Promise<{ work: ClaimedWork; entered: Entered }[]> {
    let begun: { work: ClaimedWork; entered: Entered }[] = []
    const claimed = await store.tx(async (t) => {
      // Asked in here: what was taken with a fact meanwhile has its slot.
      const free = Math.max(0, lane.cap - running.inLane(name))
      const found = await claimDue(t, workStore, {
        lane: name,
        fair: lane.fair === true,
        afterParent: lastParent.get(name) ?? '',
        limit: Math.min(free, limits.workClaimBatchMax),
        leaseMs: limits.workLeaseMs,
      })
      t.afterCommit(() => {
        begun = found.works.map((work) => ({ work, entered: enter(work) }))
      })
      return found
    })
    fault('work.claimed')
    if (claimed.lastParent !== undefined) lastParent.set(name, claimed.lastParent)
    return begun
  }

  function wake(ms: number): void {
    if (state !== 'running') return
    alarm?.cancel()
    const sleepMs = Math.min(Math.max(ms, 0), longestSleepMs)
    const cancel = clock.timer(sleepMs, () => {
      alarm = undefined
      poke()
    })
    alarm = { atMs: clock.mono() + sleepMs, cancel }
  }

  const taker = createWorkTaker({
    lanes,
    workStore,
    isRunning: () => state === 'running',
    inLane: running.inLane,
    onTaken(work) {
      fault('work.claimed')
      const claimedAtMs = clock.mono()
      const entered = enter(work)
      clock.soon(() => begin(work, claimedAtMs, entered))
    },
    actOf: (kind) => deps.definitions[kind]?.act,
    onDone: () => void tally.done++,
    onFailed: ({ kind, key }, error) => log.warn('work failed with its fact', { kind, key, error }),
  })

  function enter(work: ClaimedWork): Entered {
    // A holder of ours that slept through its lease may still sit on the key. It can commit nothing any more, so the
    // new one does not wait for it.
    if (running.isBusy(work.key)) running.interrupt(work.key, new Fenced(work))
    return running.enter(work)
  }

  function begin(work: ClaimedWork, claimedAtMs: number, entered: Entered): void {
    // Awaited by nobody: how it ended is recorded inside, and stop() waits for all.
    void attempt(work, claimedAtMs, entered).finally(() => {
      entered.leave()
      if (crowded.delete(work.lane)) poke()
    })
  }

  async function attempt(work: ClaimedWork, claimedAtMs: number, entered: Entered): Promise<void> {
    const { signal } = entered
    const standAside = () => {
      const comeBack = entered.standAside()
      poke()
      return comeBack
    }
    const onReady = poke
    const open = openJob({ work, store, workStore, clock, claimedAtMs, signal, standAside, onReady, fault })
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
      poke()
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

  /** Stopped between asking and getting. */
  async function giveBackUnbegun(work: ClaimedWork, entered: Entered): Promise<void> {
    try {
      await giveBack(work)
    } catch (error) {
      // The lease runs out by itself. Whoever stops must not wait for what nobody holds.
      log.warn('work could not be given back', { kind: work.kind, key: work.key, error })
    } finally {
      entered.leave()
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
      deps.onRecorded(hearOf, taker)
      armLeases()
      poke()
    },
    async stop() {
      state = 'stopped'
      alarm?.cancel()
      leaseTimer?.()
      running.interruptAll(stopping)
      await lastRounds
      await running.idle()
    },
    interrupt: (key, reason) => running.interrupt(key, reason),
    figures: () => ({ running: running.counts(), ...tally }),
  }
}
