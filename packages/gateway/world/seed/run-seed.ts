// Runs the world of one seed: load and faults for a number of steps, then no more faults, then everything must come to
// rest. The same seed gives the same run, to the last step.

import { join } from 'node:path'
import type { FaultKind } from '../faults/fault-kinds.ts'
import type { Troubles } from '../faults/troubles.ts'
import { createNemesis } from '../faults/nemesis.ts'
import { foundationOf, type Ground } from './ground.ts'
import { openWork } from '../invariants/at-rest.ts'
import { checkAll } from '../invariants/invariant.ts'
import { invariants } from '../invariants/invariants.ts'
import { startClient } from '../load/client.ts'
import { calmHabits, longestJobMs } from '../load/jobs.ts'
import type { Plant } from '../plants/plant.ts'
import { chooseShape, type Shape } from './shape.ts'
import { createScheduler } from '../time/scheduler.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'
import { type Breaches, createBreaches } from '../watch/breach.ts'
import { createGroundTruth } from '../watch/ground-truth.ts'
import { createSometimes, type RareState } from '../watch/sometimes.ts'
import { createTrace } from '../watch/trace.ts'
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

export interface SeedResult {
  seed: number
  steps: number
  virtualMs: number
  hash: string
  faults: Partial<Record<FaultKind, number>>
  sometimes: RareState[]
  acknowledged: number
  powerCuts: number
  breach: { rule: string; message: string; tail: string[] } | undefined
}

/** After faults stop: a minute for everything, and the time that work waits by its own choice. */
const restMs = 60_000
/** Of a holder that is gone; twice as long while the clock is behind. */
const leaseMs = 75_000
const stepsBetweenLooks = 8
const restStepsMax = 20_000

export async function runSeed(ground: Ground, options: SeedOptions): Promise<SeedResult> {
  const random = createSeededRandom(options.seed)
  const focus = options.focus ?? options.plant?.focus
  const shape = {
    ...chooseShape(random.stream('shape')),
    ...focus,
    ...(options.faults && { faults: options.faults }),
  }
  const trace = createTrace(options.onLine)
  const sometimes = createSometimes()
  const truth = createGroundTruth()
  const breaches = createBreaches()
  const scheduler = createScheduler({
    random: random.stream('schedule'),
    latenessMs: shape.latenessMs,
    onStep: (name, nowMs) => trace.note(`${nowMs} ${name}`),
  })
  const twice = random.stream('twice')
  let faulty = true
  let runsTwice = 0
  const world = createWorld({
    folder: join(ground.folder, `seed-${options.seed}`),
    shape,
    scheduler,
    random,
    ...foundationOf(ground, shape.migrationsDone),
    plant: options.plant,
    trace,
    truth,
    breaches,
    sometimes,
    isChecked: !options.unchecked,
    habits: () => (faulty ? shape.habits : calmHabits),
    runTwice() {
      if (!faulty || !shape.faults.includes('run-twice') || !twice.chance(0.2)) return false
      sometimes.saw('a transaction was run twice')
      runsTwice++
      return true
    },
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
      isOver: () => !faulty,
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
    world.begin()
    while (scheduler.steps < options.steps && !breaches.first && (await scheduler.step())) {
      nemesis.maybe()
      world.checkStep()
    }
    faulty = false
    nemesis.stop()
    await comeToRest()
    trace.add(JSON.stringify(world.evidence()?.rows('select * from world_effects order by id') ?? []))
  } finally {
    world.discard()
  }

  async function comeToRest(): Promise<void> {
    let deadline = Infinity
    const lastStep = scheduler.steps + restStepsMax
    while (!breaches.first && (await scheduler.step())) {
      world.checkStep()
      if (scheduler.steps >= lastStep) breaches.report('I49', 'the world never came to rest')
      const evidence = world.evidence()
      if (!evidence) continue
      if (!clients.every((client) => client.isDone)) continue
      if (deadline === Infinity) deadline = restDeadline(world, scheduler.nowMs)
      const isLate = scheduler.nowMs >= deadline
      if (!isLate && scheduler.steps % stepsBetweenLooks !== 0) continue
      if (!isLate && openWork(evidence.rows) > 0) continue
      if (options.unchecked) return
      checkAll(invariants, 'start', evidence, breaches)
      checkAll(invariants, 'rest', evidence, breaches)
      return
    }
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
    breach: describe(breaches, trace.tail()),
  }
}

/** Until when everything must be done, in the world's time: what waits on purpose is waited for. */
function restDeadline(world: World, nowMs: number): number {
  const latest = world
    .evidence()
    ?.rows<{ due: number | null }>(
      "select max(max(due_at, coalesce(again_at, 0))) as due from work where state <> 'dead' and kind <> 'rounds'",
    )
  const wallMs = worldBeganAt + nowMs + world.clockOffsetMs
  return nowMs + Math.max(0, (latest?.[0]?.due ?? 0) - wallMs) + restMs + longestJobMs + leaseMs
}

function describe(breaches: Breaches, tail: string[]): SeedResult['breach'] {
  const { first } = breaches
  return first && { rule: first.rule, message: first.message, tail }
}
