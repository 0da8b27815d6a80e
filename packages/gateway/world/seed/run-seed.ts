// Runs the world of one seed: load and faults for a number of steps, then no more faults, then everything must come to
// rest. The same seed gives the same run, to the last step.

import { join } from 'node:path'
import type { FaultKind } from '../faults/fault-kinds.ts'
import type { Troubles } from '../faults/troubles.ts'
import { createNemesis } from '../faults/nemesis.ts'
import { foundationOf, type Ground } from './ground.ts'
import { openWork } from '../invariants/at-rest.ts'
import { checkAll, type Evidence, type Invariant, type Rows } from '../invariants/invariant.ts'
import { invariants } from '../invariants/invariants.ts'
import { startClient } from '../load/client.ts'
import { calmHabits, longestJobMs } from '../load/jobs.ts'
import { laneOfKind } from '../load/work-kinds.ts'
import type { Plant } from '../plants/plant.ts'
import { chooseShape, type Shape } from './shape.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { createGroundTruth } from '../watch/ground-truth.ts'
import { createWatch } from '../watch/watch.ts'
import { liveThrough } from './live-through.ts'
import { findParentsWaiting } from './look-at-database.ts'
import { type Node, startNode } from './node.ts'
import type { SeedResult } from './seed-result.ts'
import { openSeedStage, restDeadline } from './seed-stage.ts'
import { createWorld, type World } from './world.ts'

export interface SeedOptions {
  seed: number
  /** How many steps things go wrong. */
  steps: number
  /** Only these of the kinds that the seed draws. */
  faults?: readonly FaultKind[]
  plant?: Plant
  /** Without the rules that read the database: the run is the same, only nobody looks. */
  unchecked?: boolean
  /** Told every line of the trace. */
  onLine?(line: string): void
  /** Called when the first life begins. */
  firstLife?(troubles: Troubles, world: World): void
  /** Instead of what the seed drew; a plant brings its own. */
  focus?: Partial<Shape>
}

/**
 * After faults stop: a minute for everything, the longest job, and the lease of a holder that is gone, which is twice as
 * long while the clock is behind.
 */
const restMs = 60_000 + longestJobMs + 75_000

export async function runSeed(ground: Ground, options: SeedOptions): Promise<SeedResult> {
  const random = createSeededRandom(options.seed)
  const focus = options.focus ?? options.plant?.focus
  const shape = {
    ...chooseShape(random.stream('shape')),
    ...focus,
    ...(options.faults && { faults: options.faults }),
  }
  const stage = openSeedStage(random, shape, options.onLine)
  const { trace, sometimes, breaches, scheduler } = stage
  const truth = createGroundTruth()
  const { migrations, beginning } = foundationOf(ground, shape.migrationsDone)
  const evidenceOf = (rows: Rows): Evidence => ({
    rows,
    now: () => truth.now,
    truth,
    latestSchema: migrations.length,
  })
  const check = (at: Invariant['at'], rows: Rows) => {
    if (!options.unchecked) checkAll(invariants, at, evidenceOf(rows), breaches)
  }
  const world = createWorld<Node>({
    folder: join(ground.folder, `seed-${options.seed}`),
    shape,
    scheduler,
    random,
    beginning,
    trace,
    truth,
    breaches,
    sometimes,
    check,
    startNode: (start) =>
      startNode({
        ...start,
        shape,
        migrations,
        plant: options.plant,
        habits: () => (stage.isFaulty() ? shape.habits : calmHabits),
        watch: createWatch({
          trace,
          sometimes,
          truth,
          breaches,
          lanes: shape.lanes,
          laneOf: (job) => laneOfKind[job.kind] ?? '',
          nowMs: () => scheduler.nowMs,
          isAlive: () => start.life.alive,
          fairLane: 'shares',
          parentsWaiting: (lane, now) => findParentsWaiting(start.disk, lane, now),
        }),
        runTwice() {
          const isTwice = stage.runTwice()
          if (isTwice) sometimes.saw('a transaction was run twice')
          return isTwice
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
  const clients = Array.from({ length: shape.clients }, (_, i) =>
    startClient({
      name: `c${i + 1}`,
      scheduler,
      random: random.stream(`client ${i + 1}`),
      mix: shape.mix,
      thinkMs: shape.thinkMs,
      readChance: shape.readChance,
      truth,
      trace,
      sometimes,
      breaches,
      node: () => world.node,
      isOver: () => !stage.isFaulty(),
    }),
  )

  const { firstLife } = options
  if (firstLife) {
    world.onBeginning((troubles) => {
      world.onBeginning(() => undefined)
      firstLife(troubles, world)
    })
  }

  try {
    await liveThrough(world, {
      steps: options.steps,
      scheduler,
      breaches,
      nemesis,
      calm: stage.calm,
      isQuiet: () => clients.every((client) => client.isDone),
      isAtRest: (rows) => openWork(rows) === 0,
      deadlineMs: (rows) => {
        const { nowMs } = scheduler
        const { clockOffsetMs } = world
        return restDeadline(rows, { nowMs, clockOffsetMs, restMs }, "state <> 'dead' and kind <> 'rounds'")
      },
      onRest(rows) {
        check('start', rows)
        check('rest', rows)
      },
    })
    trace.add(JSON.stringify(world.rows()?.('select * from world_effects order by id') ?? []))
  } finally {
    world.discard()
  }

  return stage.tellResult(options.seed, {
    faults: nemesis.counts,
    acknowledged: truth.acknowledged.size,
    powerCuts: world.powerCuts,
    counts: {},
  })
}
