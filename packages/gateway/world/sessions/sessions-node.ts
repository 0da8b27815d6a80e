// One life of the program with its agents' rooms: real store, people, agents, sessions, routing, reactions and runners
// on simulated ports. The door has rooms of its own; each runner has its own too, so that it can freeze alone.

import { createHash } from 'node:crypto'
import { collaborationDefaults } from '@heddle/contract'
import type { Agents } from '../../src/agents/agents.ts'
import { createAgents } from '../../src/agents/create-agents.ts'
import type { ToolSource } from '../../src/agents/tools.ts'
import type { Collaboration } from '../../src/collaboration/collaboration.ts'
import { createCollaboration } from '../../src/collaboration/create-collaboration.ts'
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
import { createDeliveries } from '../../src/delivery/create-deliveries.ts'
import type { Deliveries } from '../../src/delivery/delivery.ts'
import { createOutboundFiles } from '../../src/outbound-files.ts'
import { createRouting } from '../../src/routing/create-routing.ts'
import { lateBoundPlaces } from '../../src/routing/outcomes/bound-places.ts'
import { lateChildFocus } from '../../src/routing/bindings/focus-child.ts'
import { latePlaceForChild } from '../../src/routing/place-for-child/place-for-child.ts'
import type { Routing } from '../../src/routing/routing.ts'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import { defineTimedWork } from '../../src/timers.ts'
import { createMemoryBlobs } from '../../test-support/memory-blobs.ts'
import { createMemoryFolders } from '../../test-support/memory-folders.ts'
import { createTestPasswords } from '../../test-support/open-test-people.ts'
import { type RunnerInNode, wrapJobs } from '../seed/node.ts'
import type { LifeStart, LivingNode } from '../seed/world.ts'
import { createMeasures, type Measures } from '../../src/collaboration/measures.ts'
import { createNotifications } from '../../src/notifications/create-notifications.ts'
import type { Notifications } from '../../src/notifications/notifications.ts'
import { quietNotificationPorts } from '../../test-support/quiet-notification-ports.ts'
import { createFreezer } from '../time/freeze.ts'
import type { Life } from '../time/life.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Watch } from '../watch/watch.ts'
import { createWorldLog } from '../watch/world-log.ts'
import type { Cast } from './cast.ts'
import { openWorldPeople } from './open-world-people.ts'
import type { Outside } from './outside.ts'
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
  readonly deliveries: Deliveries
  readonly publisher: Publisher
}

export interface SessionsNodeDeps extends LifeStart {
  shape: Pick<SessionsShape, 'lanes' | 'logLimits' | 'runners'>
  watch: Watch
  turnWatch: TurnWatch
  cast: Cast
  plant: RoomsPlant | undefined
  outside: Outside
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
  const folders = createMemoryFolders()
  const runners: RunnerInNode[] = []
  /** What agents show of themselves while they work. */
  const shown: { stop(): void }[] = []
  const { outside } = deps
  const connection = outside.connect({
    life,
    disk: deps.disk,
    clock,
    random: deps.random.stream('outside'),
    log,
  })

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
      routing: () => routing,
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
      placeRules: outside.placeRules,
      histories: connection.histories,
      folders: async () => folders,
    }
    const fingerprint = plant?.fingerprint ?? ((text) => createHash('sha256').update(text).digest())
    const boundPlaces = lateBoundPlaces(() => routing)
    const realSessions = createSessions({
      ...room,
      tools,
      interrupt,
      fingerprint,
      boundPlaces,
      placeForChild: latePlaceForChild(() => routing),
      childFocus: lateChildFocus(() => routing),
      rules: () => ({}),
    })
    const sessions: Sessions = plant?.sessions?.(realSessions) ?? realSessions
    const channels = connection.channelsOf(name)
    const realDeliveries = createDeliveries({
      ...room,
      store: plant?.deliveryStore?.(roomStore) ?? roomStore,
      timers: plant?.deliveryTimers?.(queue) ?? queue,
      files: createOutboundFiles(sessions, outside.placeRules.linkBase),
      mayRead: sessions.mayRead,
      isLost: (t, cause) => notifications.callOffLost(t, cause),
      channels: plant?.channels?.(channels) ?? channels,
    })
    const deliveries: Deliveries = plant?.deliveries?.(realDeliveries) ?? realDeliveries
    const realRouting = createRouting({ ...room, sessions, deliveries, fingerprint })
    const routing: Routing = plant?.routing?.(realRouting) ?? realRouting
    const { agentCalls } = routing
    const measures = createMeasures()
    const flags = () => collaborationDefaults
    const collaboration = createCollaboration({ ...room, sessions, agentCalls, measures, flags, fingerprint })
    const notifications: Notifications = createNotifications({
      ...room,
      ...quietNotificationPorts,
      // Nobody can be written to directly in these worlds, and what waits for that would never come to rest.
      turnedOn: () => ({ notifications: false, threads: true, mentions: true }),
      sources: collaboration.sources,
      sessions,
      deliveries,
    })
    return { people, agents, sessions, deliveries, routing, collaboration, notifications, measures }
  }

  function addRunner(name: string): void {
    const random = deps.random.stream(name)
    const freezer = createFreezer()
    const runnerClock = freezer.clock(clock)
    const runnerStore = freezer.store(store)
    const rooms = openRooms(name, random, runnerStore, runnerClock)
    publisher.follow(rooms.sessions.feed)
    if (connection.typing) {
      shown.push(rooms.routing.showTyping(connection.typing))
      shown.push(
        rooms.routing.streamReplies((error) => watch.trace.note(`${name} cannot stream: ${String(error)}`)),
      )
    }
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
      // One of several would be asked for all, also while it is frozen.
      onRecorded: (listener, taker) => queue.onRecorded(listener, shape.runners === 1 ? taker : undefined),
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
  const doorStore = plant?.doorStore?.(store) ?? store
  await connection.start({ ...door, store: doorStore })

  return {
    life,
    epoch,
    store: doorStore,
    sessions: door.sessions,
    routing: door.routing,
    deliveries: door.deliveries,
    publisher,
    runners,
    async stop() {
      for (const one of shown) one.stop()
      await connection.stop()
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
  deliveries: Deliveries
  routing: Routing
  notifications: Notifications
  measures: Measures
  collaboration: Collaboration
}
