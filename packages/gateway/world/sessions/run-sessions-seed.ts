// Runs the world of sessions of one seed: people, followers and a model around a program that keeps dying, then no more
// faults, then everything must come to rest and hold.

import { join } from 'node:path'
import { limits } from '@heddle/contract'
import { reactions } from '../../src/reactions.ts'
import type { FaultKind } from '../faults/fault-kinds.ts'
import { createNemesis } from '../faults/nemesis.ts'
import { checkAll, type Invariant, type Rows } from '../invariants/invariant.ts'
import { liveThrough } from '../seed/live-through.ts'
import { describeBreach, type SeedResult } from '../seed/seed-result.ts'
import { createWorld } from '../seed/world.ts'
import { createScheduler } from '../time/scheduler.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'
import { createBreaches } from '../watch/breach.ts'
import { createSometimes } from '../watch/sometimes.ts'
import { createTrace } from '../watch/trace.ts'
import { createWatch } from '../watch/watch.ts'
import { isDrained } from './invariants/sessions-at-rest.ts'
import { sessionsInvariants } from './invariants/sessions-invariants.ts'
import { createAsk } from './load/ask.ts'
import { startSessionsClient } from './load/sessions-client.ts'
import { calmModel } from './model/model-habits.ts'
import type { SessionsPlant } from './plants/sessions-plant.ts'
import type { SessionsGround } from './sessions-ground.ts'
import { type SessionsNode, startSessionsNode } from './sessions-node.ts'
import { chooseSessionsShape, type SessionsShape } from './sessions-shape.ts'
import { createSessionsTruth } from './sessions-truth.ts'
import { compareAccess, compareFollowers } from './watch/compare-followers.ts'
import { startFollower } from './watch/follower.ts'
import { noteStatesAfterCrash, noteStatesAtRest } from './watch/note-states.ts'
import { observeTurns } from './watch/observe-turns.ts'
import { createTurnWatch } from './watch/turn-watch.ts'

export interface SessionsSeedOptions {
  seed: number
  /** How many steps things go wrong. */
  steps: number
  faults?: readonly FaultKind[]
  plant?: SessionsPlant
  unchecked?: boolean
  onLine?(line: string): void
  /** Instead of what the seed drew; a plant brings its own. */
  focus?: Partial<SessionsShape>
}

/**
 * After faults stop: a minute, a lease of a holder that is gone, what a model may keep a turn waiting, and what nobody has
 * a word for until it expires.
 */
const restMs = 60_000 + 75_000 + 400_000 + limits.approvalExpiresMs

const laneOfKind: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(reactions).flatMap((list) => list.map(({ kind, lane }) => [kind, lane ?? 'reactions'])),
)

export async function runSessionsSeed(
  ground: SessionsGround,
  options: SessionsSeedOptions,
): Promise<SeedResult> {
  const random = createSeededRandom(`sessions ${options.seed}`)
  const { plant } = options
  const shape = {
    ...chooseSessionsShape(random.stream('shape')),
    ...(options.focus ?? plant?.focus),
    ...(options.faults && { faults: options.faults }),
  }
  const trace = createTrace(options.onLine)
  const sometimes = createSometimes()
  const truth = createSessionsTruth()
  const breaches = createBreaches()
  const scheduler = createScheduler({
    random: random.stream('schedule'),
    latenessMs: shape.latenessMs,
    onStep: (name, nowMs) => trace.note(`${nowMs} ${name}`),
  })
  const twice = random.stream('twice')
  let faulty = true
  let runsTwice = 0
  const check = (at: Invariant['at'], rows: Rows) => {
    if (options.unchecked) return
    checkAll(sessionsInvariants, at, { rows, truth, latestSchema: ground.migrations.length }, breaches)
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
      if (life.number > 1) noteStatesAfterCrash(rows, sometimes)
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
        truth,
        plant,
        migrations: ground.migrations,
        habits: () => (faulty ? shape.model : calmModel),
        watch: observeTurns(
          createWatch({
            trace,
            sometimes,
            truth,
            breaches,
            lanes: shape.lanes,
            laneOfKind,
            nowMs: () => scheduler.nowMs,
            isAlive: () => start.life.alive,
            parentsWaiting: () => [],
          }),
          truth,
          sometimes,
        ),
        turnWatch: createTurnWatch({ truth, breaches, trace, nowMs: () => scheduler.nowMs }),
        runTwice() {
          if (!faulty || !shape.faults.includes('run-twice') || !twice.chance(0.2)) return false
          runsTwice++
          return true
        },
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
  const outside = {
    scheduler,
    truth,
    trace,
    breaches,
    sometimes,
    node: () => world.node,
    isOver: () => !faulty,
    handles: ground.people.map(({ handle }) => handle),
    mix: shape.mix,
    thinkMs: shape.thinkMs,
    lostAnswers: () => (faulty ? shape.lostAnswers : 0),
  }
  const clients = Array.from({ length: shape.clients }, (_, i) => {
    const mine = { ...outside, name: `c${i + 1}`, random: random.stream(`client ${i + 1}`) }
    return startSessionsClient({ ...mine, actor: mine.random.pick(ground.people), ask: createAsk(mine) })
  })
  const followers = Array.from({ length: shape.followers }, (_, i) => {
    const mine = { ...outside, name: `f${i + 1}`, random: random.stream(`follower ${i + 1}`) }
    return startFollower({ ...mine, actor: mine.random.pick(ground.people) })
  })
  let turns = 0

  try {
    await liveThrough(world, {
      steps: options.steps,
      scheduler,
      breaches,
      nemesis,
      calm: () => void (faulty = false),
      isQuiet: () => clients.every(({ isDone }) => isDone),
      isAtRest: (rows) =>
        isDrained(rows) &&
        followers.every(
          ({ sessionId, isShutOut, isConnected, shown }) =>
            sessionId === undefined ||
            isShutOut ||
            (isConnected && shown.length === newestOf(rows, sessionId)),
        ),
      deadlineMs: (rows) => restDeadline(rows, scheduler.nowMs, world.clockOffsetMs),
      async onRest(rows) {
        const { node } = world
        noteStatesAtRest(rows, sometimes)
        turns = rows<{ count: number }>('select count(*) as count from turns')[0]?.count ?? 0
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

  return {
    seed: options.seed,
    steps: scheduler.steps,
    virtualMs: scheduler.nowMs,
    hash: trace.hash(),
    faults: { ...nemesis.counts, ...(runsTwice > 0 && { 'run-twice': runsTwice }) },
    sometimes: sometimes.seen(),
    acknowledged: truth.acknowledged.size,
    powerCuts: world.powerCuts,
    counts: {
      'messages acknowledged': [...truth.said.values()].filter(({ received }) => received).length,
      turns,
      'model calls': truth.counts.modelCalls,
      'tool calls': truth.counts.toolCalls,
      'words on calls': truth.words.size,
      'events shown to followers': truth.counts.eventsShown,
    },
    breach: describeBreach(breaches, trace),
  }
}

function newestOf(rows: Rows, id: string): number {
  return rows<{ seq: number }>('select seq from sessions where id = ?', [id])[0]?.seq ?? 0
}

/** Until when everything must be done, in the world's time: what waits on purpose is waited for. */
function restDeadline(rows: Rows, nowMs: number, clockOffsetMs: number): number {
  const [latest] = rows<{ due: number | null }>(
    'select max(max(due_at, coalesce(again_at, 0))) as due from work',
  )
  const wallMs = worldBeganAt + nowMs + clockOffsetMs
  return nowMs + Math.max(0, (latest?.due ?? 0) - wallMs) + restMs
}
