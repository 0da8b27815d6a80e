// One life of the program with its agents' rooms: real store, people, agents, sessions, routing, reactions and runners
// on simulated ports. The door has rooms of its own; each runner has its own too, so that it can freeze alone.

import { createHash } from 'node:crypto'
import type { Agents } from '../../src/agents/agents.ts'
import { createAgents } from '../../src/agents/create-agents.ts'
import type { ToolSource } from '../../src/agents/tools.ts'
import type { Clock } from '../../src/foundation/clock.ts'
import type { Migration } from '../../src/foundation/database/migrate.ts'
import { openStore } from '../../src/foundation/database/open-database.ts'
import type { Store } from '../../src/foundation/database/store.ts'
import { createIds } from '../../src/foundation/ids.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import { createWorkQueue } from '../../src/foundation/work/work-queue.ts'
import { createWorkRunner } from '../../src/foundation/work/work-runner.ts'
import { workStore as realWorkStore } from '../../src/foundation/work/work-store.ts'
import { defineReactionWork, reactions } from '../../src/reactions.ts'
import { createRouting } from '../../src/routing/create-routing.ts'
import type { Routing } from '../../src/routing/routing.ts'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import { defineTimedWork } from '../../src/timers.ts'
import { createMemoryBlobs } from '../../test-support/memory-blobs.ts'
import { createTestPasswords } from '../../test-support/open-test-people.ts'
import { type RunnerInNode, wrapJobs } from '../seed/node.ts'
import type { LifeStart, LivingNode } from '../seed/world.ts'
import { createFreezer } from '../time/freeze.ts'
import type { Life } from '../time/life.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Watch } from '../watch/watch.ts'
import { createWorldLog } from '../watch/world-log.ts'
import type { Cast } from './cast.ts'
import { openWorldPeople } from './open-world-people.ts'
import type { RoomsPlant } from './plants/sessions-plant.ts'
import type { SessionsShape } from './sessions-shape.ts'
import { createPublisher, type Publisher } from './watch/publisher.ts'
import type { TurnWatch } from './watch/turn-watch.ts'

/** No tool of the simulated agents leaves anything running. */
const noProcesses = { endSession: async () => undefined }

export interface SessionsNode extends LivingNode {
  readonly life: Life
  readonly epoch: number
  readonly sessions: Sessions
  readonly routing: Routing
  readonly publisher: Publisher
}

export interface SessionsNodeDeps extends LifeStart {
  shape: Pick<SessionsShape, 'lanes' | 'logLimits' | 'runners'>
  watch: Watch
  turnWatch: TurnWatch
  cast: Cast
  plant: RoomsPlant | undefined
  migrations: readonly Migration[]
  runTwice(): boolean
}

/** Shorter than in production, so that a silent model is seen to the end in a short world. */
const modelLimits = { idleMs: 15_000, totalMs: 120_000 }

export async function startSessionsNode(deps: SessionsNodeDeps): Promise<SessionsNode> {
  const { plant, shape, clock, life, watch, cast } = deps
  let epoch = 0
  const opened = await openStore(deps.disk, () => undefined, {
    migrations: deps.migrations,
    clock,
    onBroken: deps.onBroken,
    faults: { fault: deps.troubles.fault, runTwice: deps.runTwice, logLimits: shape.logLimits },
  })
  epoch = opened.opening.epoch
  deps.onOpened(opened.opening)
  const timed = watch.timed(opened.store)
  const store = plant?.store?.(timed) ?? timed
  // On the store's time, as in production.
  const ids = createIds({ clock: { wall: store.now }, random: deps.random.stream('ids') })
  const queue = createWorkQueue({ ids, lanes: shape.lanes, reactions, workStore: realWorkStore })
  const log = createWorldLog((line) => watch.trace.note(line))
  const blobs = createMemoryBlobs()
  const runners: RunnerInNode[] = []

  function openRooms(name: string, random: SeededRandom, roomStore: Store, roomClock: Clock): Rooms {
    const people = openWorldPeople({
      store: roomStore,
      clock: roomClock,
      ids,
      random,
      facts: queue,
      passwords: createTestPasswords(),
    })
    const provider = cast.openProvider({ clock: roomClock, random: random.stream('model') })
    const realAgents = createAgents({
      clock: roomClock,
      log,
      config: () => cast.config,
      openProvider: async () => provider,
      apiKey: async () => undefined,
      readWorkspaceFile: async () => undefined,
      limits: modelLimits,
    })
    const ownTools = cast.openTools({
      clock: roomClock,
      random: random.stream('tools'),
      log,
      agents: realAgents,
      sessions: () => sessions,
      isAlive: () => life.alive,
      onLeaving: (call, scene) => deps.turnWatch.leaving(name, call, scene),
    })
    const agents: Agents = {
      ...realAgents,
      runStep(step, stepWatch) {
        const scene = ownTools.sceneOf(step.tools)
        // One that was aborted asks nobody.
        if (scene && !step.signal.aborted) deps.turnWatch.asked(name, scene)
        return realAgents.runStep(step, stepWatch)
      },
    }
    const tools: ToolSource = plant?.tools?.(ownTools, roomClock) ?? ownTools
    const interrupt = (key: string, reason: unknown) =>
      runners.forEach(({ runner }) => runner.interrupt(key, reason))
    const room = {
      store: roomStore,
      clock: roomClock,
      random,
      ids,
      log,
      facts: queue,
      timers: plant?.timers?.(queue, roomClock, roomStore) ?? queue,
      blobs,
      people,
      agents,
    }
    const fingerprint = plant?.fingerprint ?? ((text) => createHash('sha256').update(text).digest())
    const realSessions = createSessions({ ...room, tools, interrupt, fingerprint, rules: () => ({}) })
    const sessions: Sessions = plant?.sessions?.(realSessions) ?? realSessions
    return { people, agents, sessions, routing: createRouting({ ...room, sessions, fingerprint }) }
  }

  function addRunner(name: string): void {
    const random = deps.random.stream(name)
    const freezer = createFreezer()
    const runnerClock = freezer.clock(clock)
    const runnerStore = freezer.store(store)
    const rooms = openRooms(name, random, runnerStore, runnerClock)
    publisher.follow(rooms.sessions.feed)
    const live = { recheck: () => undefined }
    const runner = createWorkRunner({
      store: runnerStore,
      clock: runnerClock,
      random: random.stream('retries'),
      log: createWorldLog((line) => watch.trace.note(`${name} ${line}`)),
      lanes: shape.lanes,
      workStore: watch.observe(plant?.workStore?.(realWorkStore) ?? realWorkStore, name),
      definitions: wrapJobs(
        { ...defineReactionWork({ ...rooms, live, tools: noProcesses }), ...defineTimedWork(rooms) },
        (job: Job, run) =>
          watch.whileRunning(name, job, () => deps.turnWatch.whileRunning(name, job, () => run(job))),
      ),
      onRecorded: (listener) => queue.onRecorded(listener),
      soleOwner: shape.runners === 1,
      fault: deps.troubles.fault,
    })
    runners.push({ name, runner, freezer })
  }

  const door = openRooms('door', deps.random.stream('door'), store, clock)
  const publisher = createPublisher({
    durable: plant?.publishesAtOnce ? async () => undefined : () => opened.store.durable(),
    isAlive: () => life.alive,
    watch: deps.turnWatch,
  })
  publisher.follow(door.sessions.feed)
  for (let i = 1; i <= shape.runners; i++) addRunner(`r${i}`)
  for (const { runner } of runners) await runner.start()

  return {
    life,
    epoch,
    store: plant?.doorStore?.(store) ?? store,
    sessions: door.sessions,
    routing: door.routing,
    publisher,
    runners,
    async stop() {
      await Promise.all(runners.map(({ runner }) => runner.stop()))
      watch.nothingRunsAfterStop()
      await opened.close()
    },
  }
}

interface Rooms {
  people: ReturnType<typeof openWorldPeople>
  agents: Agents
  sessions: Sessions
  routing: Routing
}
