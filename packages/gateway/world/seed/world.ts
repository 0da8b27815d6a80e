// A world of one seed: its time, its clients, and one program that lives, dies and comes back on what the crash left.

import { join } from 'node:path'
import { Refusal } from '@heddle/contract'
import type { Opening } from '../../src/foundation/database/meta-store.ts'
import { sqliteCode, StoreBroken } from '../../src/foundation/database/store-errors.ts'
import { type CrashableDisk, openCrashableDisk } from '../disk/crashable-disk.ts'
import type { Remains } from '../disk/remains.ts'
import { createTroubles, type Troubles } from '../faults/troubles.ts'
import type { Clock } from '../../src/foundation/clock.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import type { Invariant, Rows } from '../invariants/invariant.ts'
import { findRunningWork, hasTimers } from './look-at-database.ts'
import type { RunnerInNode } from './node.ts'
import type { Shape } from './shape.ts'
import { createLife, type Life } from '../time/life.ts'
import type { Scheduler } from '../time/scheduler.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { createVirtualClock } from '../time/virtual-clock.ts'
import type { Breaches } from '../watch/breach.ts'
import { deadHolder, type GroundTruth } from '../watch/ground-truth.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Trace } from '../watch/trace.ts'

/** What every world knows of its program. */
export interface LivingNode {
  readonly store: Store
  readonly runners: readonly RunnerInNode[]
  /** Ends as the program ends when it is asked to. */
  stop(): Promise<void>
}

/** What a life of the program is given. */
export interface LifeStart {
  life: Life
  disk: CrashableDisk
  clock: Clock
  random: SeededRandom
  troubles: Troubles
  onBroken(error: StoreBroken): void
  /** The store is open and nothing runs yet. */
  onOpened(opening: Opening): void
}

export interface World<N extends LivingNode = LivingNode> {
  /** The program, while it serves. */
  readonly node: N | undefined
  readonly troubles: Troubles | undefined
  readonly disk: CrashableDisk | undefined
  /** Also while it starts or stops. */
  readonly isUp: boolean
  begin(): void
  /** Ends the program at once. */
  kill(after: 'kill' | 'power cut'): void
  stop(): void
  /** Called when the next life begins, before its first statement. */
  onBeginning(fn: (troubles: Troubles) => void): void
  setClock(byMs: number): void
  readonly clockOffsetMs: number
  readonly powerCuts: number
  /** Looks at the rules that hold at every commit; cheap when nothing was committed. */
  checkStep(): void
  /** The database as the newest commit left it, while the program serves. */
  rows(): Rows | undefined
  discard(): void
}

export interface WorldDeps<N extends LivingNode> {
  folder: string
  shape: Pick<Shape, 'syncMs' | 'checkpointMs'>
  scheduler: Scheduler
  random: SeededRandom
  beginning: Remains
  trace: Trace
  truth: GroundTruth
  breaches: Breaches
  sometimes: Sometimes
  startNode(start: LifeStart): Promise<N>
  /** Looks at the rules that hold at that moment. */
  check(at: Invariant['at'], rows: Rows): void
  /** The next life has opened its store. */
  onOpened?(life: Life, opening: Opening, rows: Rows): void
  /** The life is about to end without having been asked to. */
  onKilled?(life: Life): void
}

interface Current<N> {
  life: Life
  disk: CrashableDisk
  troubles: Troubles
  state: 'starting' | 'serving' | 'stopping' | 'broken'
  node: N | undefined
  checkedCommits: number
  epoch: number | undefined
  acknowledgedBefore: number
}

interface End {
  /** Not while it stopped: then everything may already have been put away. */
  inService: boolean
  /** Somebody relied on something of that life. */
  acknowledged: boolean
  epoch: number
}

/** A rule that is broken at one commit stays so for long enough. */
const commitsBetweenChecks = 4
const restartMsMax = 3_000
const exitMsMax = 500
const sqliteBusy = 5

export function createWorld<N extends LivingNode>(deps: WorldDeps<N>): World<N> {
  const { scheduler, shape, trace, sometimes, breaches, truth } = deps
  const random = deps.random.stream('world')
  let left = deps.beginning
  let lives = 0
  let clockOffsetMs = 0
  let current: Current<N> | undefined
  let lastEnd: End | undefined
  let powerCuts = 0
  let onBeginning: (troubles: Troubles) => void = () => undefined

  function begin(): void {
    if (current) return
    const life = createLife(++lives)
    trace.note(`life ${life.number} begins`)
    const troubles = createTroubles({
      lifeNumber: life.number,
      sometimes,
      onEndlessStep() {
        breaches.report('I49', 'a step never ended')
        life.end()
      },
    })
    onBeginning(troubles)
    const disk = openDisk(life, troubles)
    if (!disk) return
    const mine: Current<N> = {
      life,
      disk,
      troubles,
      state: 'starting',
      node: undefined,
      checkedCommits: 0,
      epoch: undefined,
      acknowledgedBefore: truth.acknowledged.size,
    }
    current = mine
    void start(mine).catch((error: unknown) => failedToStart(mine, error))
  }

  /** Undefined where so little is left of the database that it cannot be opened at all. */
  function openDisk(life: Life, troubles: Troubles): CrashableDisk | undefined {
    try {
      return openLeft(life, troubles)
    } catch (error) {
      breaches.report('I15', `the database cannot be opened: ${String(error)}`)
      life.end()
      return undefined
    }
  }

  function openLeft(life: Life, troubles: Troubles): CrashableDisk {
    return openCrashableDisk({
      folder: join(deps.folder, `life-${life.number}`),
      remains: left,
      life,
      scheduler,
      random: deps.random.stream(`disk ${life.number}`),
      sometimes,
      beforeStatement: troubles.beforeStatement,
      chooseSyncError: () => troubles.chooseSyncError(),
      syncMs: () => random.below(shape.syncMs + troubles.syncMs + 1),
      checkpointMs: () => random.below(shape.checkpointMs + 1),
      onRestarted() {
        if (current?.node && current.node.store.figures().waitingTransactions > 0) {
          sometimes.saw('transactions waited for the log to start over')
        }
      },
    })
  }

  async function start(mine: Current<N>): Promise<void> {
    const { life, disk } = mine
    mine.node = await deps.startNode({
      life,
      disk,
      clock: createVirtualClock({
        name: `life ${life.number}`,
        scheduler,
        life,
        offsetMs: () => clockOffsetMs,
      }),
      random: deps.random.stream(`life ${life.number}`),
      troubles: mine.troubles,
      onBroken: (error) => broke(mine, error),
      onOpened: (opening) => opened(mine, opening),
    })
    if (!life.alive || mine.state !== 'starting') return
    mine.state = 'serving'
    trace.note(`life ${life.number} serves`)
  }

  /** What the crash left is judged before anything changes it. */
  function opened(mine: Current<N>, opening: Opening): void {
    judgeOpening(mine, opening)
    truth.holders.clear()
    truth.now = 0
    for (const work of findRunningWork(mine.disk)) truth.holders.set(work.id, { runner: deadHolder, work })
    deps.check('start', mine.disk.inspect)
    deps.onOpened?.(mine.life, opening, mine.disk.inspect)
    if (mine.life.number > 1 && hasTimers(mine.disk)) sometimes.saw('a timer outlived a restart')
  }

  /** After a crash clients may hold what the store lost, and must be able to tell by the epoch. */
  function judgeOpening(mine: Current<N>, { wasClean, epoch }: Opening): void {
    mine.epoch = epoch
    if (!lastEnd?.inService || !lastEnd.acknowledged) return
    if (wasClean || epoch <= lastEnd.epoch) breaches.report('I15', 'a crash was taken for a proper end')
  }

  function failedToStart(mine: Current<N>, error: unknown): void {
    trace.note(`life ${mine.life.number} could not start: ${String(error)}`)
    if (mine.life.alive && !isPassing(error))
      breaches.report('I15', `the program cannot start: ${String(error)}`)
    if (mine === current && mine.life.alive) kill('kill')
  }

  /** The program has been told that its store cannot be trusted: it ends, a little later. */
  function broke(mine: Current<N>, error: StoreBroken): void {
    trace.note(`life ${mine.life.number} is broken: ${error.message}`)
    if (error.kind === 'damaged') breaches.report('I15', error.message)
    if (mine !== current) return
    mine.state = 'broken'
    const { commits } = mine.troubles
    scheduler.after(random.below(exitMsMax), 'program exits', () => {
      if (mine !== current) return
      if (mine.troubles.commits !== commits) {
        breaches.report('I1', 'the program went on committing after a failed sync')
      }
      kill(random.chance(0.5) ? 'kill' : 'power cut')
    })
  }

  function kill(after: 'kill' | 'power cut'): void {
    const mine = current
    if (!mine) return
    trace.note(`life ${mine.life.number} ends: ${after}`)
    noteMoment(mine)
    deps.onKilled?.(mine.life)
    left = mine.disk.remains(after)
    if (after === 'power cut') powerCuts++
    lastEnd = {
      inService: mine.state === 'serving',
      acknowledged: truth.acknowledged.size > mine.acknowledgedBefore,
      epoch: mine.epoch ?? lastEnd?.epoch ?? 0,
    }
    mine.life.end()
    mine.disk.discard()
    current = undefined
    scheduler.after(random.below(restartMsMax), 'program begins', begin)
  }

  function noteMoment(mine: Current<N>): void {
    if (mine.disk.inTransaction) sometimes.saw('the process died inside a transaction')
    if (mine.state === 'starting') {
      sometimes.saw('the process died while it started')
      if (mine.disk.inTransaction && !mine.node) sometimes.saw('the process died while its schema changed')
    } else if (mine.state === 'serving' && mine.disk.hasUnsynced) {
      sometimes.saw('the process died between a commit and its sync')
    } else if (mine.state === 'stopping') sometimes.saw('the process died while it stopped')
  }

  function stop(): void {
    const mine = current
    if (!mine?.node || mine.state !== 'serving') return
    trace.note(`life ${mine.life.number} is asked to stop`)
    mine.state = 'stopping'
    mine.node.stop().then(
      () => {
        if (mine !== current) return
        sometimes.saw('the process stopped properly')
        kill('kill')
      },
      (error: unknown) => {
        if (mine !== current || !mine.life.alive) return
        if (!(error instanceof StoreBroken)) breaches.report('I52', `could not stop: ${String(error)}`)
        kill('kill')
      },
    )
  }

  return {
    get node() {
      return current?.state === 'serving' ? current.node : undefined
    },
    get troubles() {
      return current?.troubles
    },
    get disk() {
      return current?.disk
    },
    get isUp() {
      return current !== undefined
    },
    get powerCuts() {
      return powerCuts
    },
    get clockOffsetMs() {
      return clockOffsetMs
    },
    begin,
    kill,
    stop,
    onBeginning: (fn) => void (onBeginning = fn),
    setClock(byMs) {
      clockOffsetMs += byMs
      sometimes.saw(byMs < 0 ? 'the clock was set back' : 'the clock was set forward')
    },
    checkStep() {
      current?.troubles.stepped()
      if (!current?.node || current.state !== 'serving') return
      const { commits } = current.troubles
      if (commits < current.checkedCommits + commitsBetweenChecks) return
      current.checkedCommits = commits
      deps.check('commit', current.disk.inspect)
    },
    rows: () => (current?.node && current.state === 'serving' ? current.disk.inspect : undefined),
    discard() {
      current?.life.end()
      current?.disk.discard()
      current = undefined
    },
  }
}

/** What may keep a program from starting now and not the next time. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreBroken) return error.kind !== 'damaged'
  return error instanceof Refusal || sqliteCode(error) === sqliteBusy
}
