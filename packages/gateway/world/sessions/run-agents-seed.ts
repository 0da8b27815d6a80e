// Runs a world of agents of one seed: people, followers and a model around a program that keeps dying, then no more
// faults, then everything must come to rest and hold. What is in such a world, and what must hold in it, it is told.

import { join } from 'node:path'
import { limits } from '@heddle/contract'
import type { Job } from '../../src/foundation/work/job.ts'
import type { PersonActor } from '../../src/people/people.ts'
import { reactions } from '../../src/reactions.ts'
import type { CrashableDisk } from '../disk/crashable-disk.ts'
import type { FaultKind } from '../faults/fault-kinds.ts'
import { createNemesis } from '../faults/nemesis.ts'
import { checkAll, type Invariant, type Rows } from '../invariants/invariant.ts'
import { liveThrough } from '../seed/live-through.ts'
import { findParentsWaiting, findRunningLane } from '../seed/look-at-database.ts'
import type { SeedResult } from '../seed/seed-result.ts'
import { openSeedStage, restDeadline } from '../seed/seed-stage.ts'
import { createWorld, type LifeStart } from '../seed/world.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { createSeededRandom, type SeededRandom } from '../time/seeded-random.ts'
import type { Breaches } from '../watch/breach.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Trace } from '../watch/trace.ts'
import { createWatch } from '../watch/watch.ts'
import type { Cast } from './cast.ts'
import { isDrained } from './invariants/sessions-at-rest.ts'
import type { SessionsEvidence } from './invariants/sessions-evidence.ts'
import { type Ask, createAsk } from './load/ask.ts'
import { openSilentOutside, type Outside } from './outside.ts'
import type { RoomsPlant } from './plants/sessions-plant.ts'
import type { SessionsGround } from './sessions-ground.ts'
import { type SessionsNode, startSessionsNode } from './sessions-node.ts'
import type { AgentsShape } from './sessions-shape.ts'
import type { SessionsTruth } from './sessions-truth.ts'
import { compareAccess, compareFollowers } from './watch/compare-followers.ts'
import { startFollower } from './watch/follower.ts'
import { observeTurns } from './watch/observe-turns.ts'
import { createTurnWatch, type TurnWatch } from './watch/turn-watch.ts'

export interface AgentsSeedOptions {
  seed: number
  /** How many steps things go wrong. */
  steps: number
  faults?: readonly FaultKind[]
  unchecked?: boolean
  onLine?(line: string): void
}

/** What everybody in such a world has at hand. */
export interface AgentsScene<Truth extends SessionsTruth> {
  truth: Truth
  sometimes: Sometimes
  breaches: Breaches
  scheduler: Scheduler
  /** Whether things still go wrong. */
  isFaulty(): boolean
}

export interface OwnClient {
  name: string
  actor: PersonActor
  handles: readonly string[]
  random: SeededRandom
  trace: Trace
  ask: Ask
  isOver(): boolean
}

/** One kind of such worlds. */
export interface AgentsWorld<Truth extends SessionsTruth> {
  name: string
  shape: AgentsShape
  plant: RoomsPlant | undefined
  truth: Truth
  invariants: readonly Invariant<SessionsEvidence & { truth: Truth }>[]
  cast(scene: AgentsScene<Truth>): Cast
  /** Absent: nothing is heard from outside, and what is written there is taken at once. */
  outside?(scene: AgentsScene<Truth>, random: SeededRandom): Outside
  startClient(scene: AgentsScene<Truth>, client: OwnClient): { readonly isDone: boolean }
  watchTurns?(watch: TurnWatch, scene: AgentsScene<Truth>): TurnWatch
  /** Nothing is on its way outside any more; absent: nothing ever is. */
  isQuietOutside?(): boolean
  noteStatesAfterCrash(rows: Rows, sometimes: Sometimes): void
  noteStatesAtRest(rows: Rows, sometimes: Sometimes): void
  /** What this seed came to, for the report. */
  counts(rows: Rows): Record<string, number>
}

/**
 * After faults stop: a minute, a lease of a holder that is gone, what a model may keep a turn waiting, and what nobody has
 * a word for until it expires.
 */
const restMs = 60_000 + 75_000 + 400_000 + limits.approvalExpiresMs

export async function runAgentsSeed<Truth extends SessionsTruth>(
  ground: SessionsGround,
  options: AgentsSeedOptions,
  kind: AgentsWorld<Truth>,
): Promise<SeedResult> {
  const random = createSeededRandom(`${kind.name} ${options.seed}`)
  const { plant, truth } = kind
  const shape = {
    ...kind.shape,
    ...(options.faults && { faults: options.faults }),
  }
  const stage = openSeedStage(random, shape, options.onLine)
  const { trace, sometimes, breaches, scheduler, isFaulty } = stage
  const scene: AgentsScene<Truth> = { truth, sometimes, breaches, scheduler, isFaulty }
  const cast = kind.cast(scene)
  const outside = kind.outside?.(scene, random.stream('outside')) ?? openSilentOutside()
  const check = (at: Invariant['at'], rows: Rows) => {
    if (options.unchecked) return
    checkAll(kind.invariants, at, { rows, truth, latestSchema: ground.migrations.length }, breaches)
  }
  const lastInHand = new Set<string>()
  /** Who died right after putting a turn down, before anybody saw it, did not die with it. */
  function countDeaths(rows: Rows): void {
    const putDown = rows<{ id: string }>(
      "select id from turns where state = 'waiting' or ended_at is not null",
    )
    for (const { id } of putDown) lastInHand.delete(id)
    for (const turnId of lastInHand) truth.deaths.set(turnId, (truth.deaths.get(turnId) ?? 0) + 1)
    lastInHand.clear()
  }
  const watchTurns = ({ life }: LifeStart) => {
    const isAlive = () => life.alive
    const watch = createTurnWatch({ truth, breaches, trace, nowMs: () => scheduler.nowMs, isAlive })
    return kind.watchTurns?.(watch, scene) ?? watch
  }
  const world = createWorld<SessionsNode>({
    folder: join(ground.folder, `seed-${options.seed}`),
    shape,
    scheduler,
    random,
    beginning: ground.beginning,
    trace,
    truth,
    breaches,
    sometimes,
    check,
    onOpened: (life, _, rows) => {
      if (life.number > 1) kind.noteStatesAfterCrash(rows, sometimes)
      countDeaths(rows)
    },
    onKilled() {
      for (const turnId of truth.inHand.values()) lastInHand.add(turnId)
      truth.inHand.clear()
    },
    startNode: (start) =>
      startSessionsNode({
        ...start,
        shape,
        cast,
        plant,
        outside,
        migrations: ground.migrations,
        watch: observeTurns(
          createWatch({
            trace,
            sometimes,
            truth,
            breaches,
            lanes: shape.lanes,
            laneOf: (job) => laneOf(start.disk, job),
            nowMs: () => scheduler.nowMs,
            isAlive: () => start.life.alive,
            fairLane: 'subagent',
            parentsWaiting: (lane, now) => findParentsWaiting(start.disk, lane, now),
          }),
          truth,
          sometimes,
        ),
        turnWatch: watchTurns(start),
        runTwice: stage.runTwice,
      }),
  })
  const nemesis = createNemesis({
    world,
    shape,
    scheduler,
    random: random.stream('nemesis'),
    trace,
    sometimes,
    truth,
  })
  const around = {
    scheduler,
    truth,
    trace,
    breaches,
    sometimes,
    node: () => world.node,
    isOver: () => !isFaulty(),
    handles: ground.people.map(({ handle }) => handle),
    lostAnswers: () => (isFaulty() ? shape.lostAnswers : 0),
  }
  const clients = Array.from({ length: shape.clients }, (_, i) => {
    const mine = { ...around, name: `c${i + 1}`, random: random.stream(`client ${i + 1}`) }
    return kind.startClient(scene, { ...mine, actor: mine.random.pick(ground.people), ask: createAsk(mine) })
  })
  const followers = Array.from({ length: shape.followers }, (_, i) => {
    const mine = { ...around, name: `f${i + 1}`, random: random.stream(`follower ${i + 1}`) }
    return startFollower({ ...mine, actor: mine.random.pick(ground.people) })
  })
  let counts: Record<string, number> = {}

  try {
    await liveThrough(world, {
      steps: options.steps,
      scheduler,
      breaches,
      nemesis,
      calm: stage.calm,
      isQuiet: () => clients.every(({ isDone }) => isDone),
      isAtRest: (rows) =>
        isDrained(rows) &&
        (kind.isQuietOutside?.() ?? true) &&
        followers.every(
          ({ sessionId, isShutOut, isConnected, shown }) =>
            sessionId === undefined ||
            isShutOut ||
            (isConnected && shown.length === newestOf(rows, sessionId)),
        ),
      deadlineMs: (rows) =>
        restDeadline(rows, { nowMs: scheduler.nowMs, clockOffsetMs: world.clockOffsetMs, restMs }),
      async onRest(rows) {
        const { node } = world
        kind.noteStatesAtRest(rows, sometimes)
        counts = kind.counts(rows)
        check('start', rows)
        check('commit', rows)
        check('rest', rows)
        if (options.unchecked || !node || breaches.first) return
        await compareFollowers(node, followers, random.stream('pages'), breaches)
        await compareAccess(node, ground.people, rows, breaches)
      },
    })
    trace.add(JSON.stringify(world.rows()?.('select * from session_events order by id') ?? []))
  } finally {
    world.discard()
  }

  return stage.tellResult(options.seed, {
    faults: nemesis.counts,
    acknowledged: truth.acknowledged.size,
    powerCuts: world.powerCuts,
    counts,
  })
}

const lanesOfKinds = new Map(
  Object.values(reactions).flatMap((list) =>
    list.map(({ kind, lane = 'reactions' }) => [kind, lane as string | ((fact: unknown) => string)]),
  ),
)

/** Of a turn it depends on whose it is; what no fact set off says so in its row. */
function laneOf(disk: CrashableDisk, { kind, key, subject }: Job): string {
  const lane = lanesOfKinds.get(kind) ?? findRunningLane(disk, kind, key)
  return typeof lane === 'string' ? lane : lane(JSON.parse(subject))
}

function newestOf(rows: Rows, id: string): number {
  return rows<{ seq: number }>('select seq from sessions where id = ?', [id])[0]?.seq ?? 0
}
