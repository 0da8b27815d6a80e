// One life of the program in the simulated world: the real store, queue and runners on simulated ports.

import type { Migration } from '../../src/foundation/database/migrate.ts'
import { openStore } from '../../src/foundation/database/open-database.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import { createIds } from '../../src/foundation/ids.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import { createWorkQueue, type WorkQueue } from '../../src/foundation/work/work-queue.ts'
import {
  createWorkRunner,
  type WorkDefinition,
  type WorkRunner,
} from '../../src/foundation/work/work-runner.ts'
import { workStore as realWorkStore } from '../../src/foundation/work/work-store.ts'
import { createJobs, type JobHabits } from '../load/jobs.ts'
import { ensureRounds } from '../load/rounds.ts'
import { reactionPlans } from '../load/work-kinds.ts'
import type { Plant } from '../plants/plant.ts'
import type { Shape } from './shape.ts'
import { createFreezer, type Freezer } from '../time/freeze.ts'
import type { Life } from '../time/life.ts'
import type { Watch } from '../watch/watch.ts'
import { createWorldLog } from '../watch/world-log.ts'
import type { LifeStart, LivingNode } from './world.ts'

export interface Node extends LivingNode {
  readonly life: Life
  readonly queue: WorkQueue
}

export interface RunnerInNode {
  readonly name: string
  readonly runner: WorkRunner
  readonly freezer: Freezer
}

export interface NodeDeps extends LifeStart {
  shape: Shape
  watch: Watch
  plant: Plant | undefined
  migrations: readonly Migration[]
  habits(): JobHabits
  runTwice(): boolean
}

export async function startNode(deps: NodeDeps): Promise<Node> {
  const { plant, shape, clock } = deps
  const disk = plant?.disk?.(deps.disk, clock) ?? deps.disk
  const opened = await openStore(disk, () => undefined, {
    migrations: deps.migrations,
    clock,
    onBroken: deps.onBroken,
    faults: { fault: deps.troubles.fault, runTwice: deps.runTwice, logLimits: shape.logLimits },
  })
  deps.onOpened(opened.opening)
  const timed = deps.watch.timed(opened.store)
  const store = plant?.store?.(timed) ?? timed
  const realQueue = createWorkQueue({
    ids: createIds({ clock, random: deps.random.stream('ids') }),
    lanes: shape.lanes,
    reactions: reactionPlans,
    workStore: realWorkStore,
  })
  const queue = plant?.queue?.(realQueue, store, clock) ?? realQueue
  await store.tx((t) => ensureRounds(t, queue))
  const runners = Array.from({ length: shape.runners }, (_, i) =>
    createRunner(deps, store, realQueue, `r${i + 1}`),
  )
  for (const { runner } of runners) await runner.start()

  return {
    life: deps.life,
    store,
    queue,
    runners,
    async stop() {
      await Promise.all(runners.map(({ runner }) => runner.stop()))
      deps.watch.nothingRunsAfterStop()
      await opened.close()
    },
  }
}

function createRunner(deps: NodeDeps, nodeStore: Store, queue: WorkQueue, name: string): RunnerInNode {
  const { plant, shape, watch } = deps
  const random = deps.random.stream(name)
  const freezer = createFreezer()
  const clock = freezer.clock(deps.clock)
  const store = freezer.store(nodeStore)
  const jobs = createJobs({
    habits: deps.habits,
    random: random.stream('jobs'),
    clock,
    store,
    sometimes: watch.sometimes,
    send: (job) => watch.sends(name, job),
  })
  const runner = createWorkRunner({
    store,
    clock,
    random: random.stream('retries'),
    log: createWorldLog((line) => watch.trace.note(`${name} ${line}`)),
    lanes: shape.lanes,
    workStore: watch.observe(plant?.workStore?.(realWorkStore) ?? realWorkStore, name),
    definitions: wrapJobs(jobs, (job, run) => {
      const planted = plant?.job?.(job, store) ?? job
      return watch.whileRunning(name, job, () => run(planted))
    }),
    // One of several would be asked for all, also while it is frozen.
    onRecorded: (listener, taker) => queue.onRecorded(listener, shape.runners === 1 ? taker : undefined),
    soleOwner: shape.runners === 1,
    fault: deps.troubles.fault,
  })
  return { name, runner, freezer }
}

export function wrapJobs(
  jobs: Record<string, WorkDefinition>,
  around: (job: Job, run: (job: Job) => Promise<void>) => Promise<void>,
): Record<string, WorkDefinition> {
  return Object.fromEntries(
    Object.entries(jobs).map(([kind, job]) => [kind, { ...job, run: (one: Job) => around(one, job.run) }]),
  )
}
