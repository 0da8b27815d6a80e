// The rooms in which agents work, on a test store, with a scripted model and the real machine that runs durable work.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import {
  collaborationDefaults,
  type CollaborationFlags,
  limits,
  type PersonId,
  type SessionId,
} from '@heddle/contract'
import type { Agents } from '../src/agents/agents.ts'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import { type AgentsDeps, createAgents } from '../src/agents/create-agents.ts'
import { noTools, type ToolOrigin, type ToolSource } from '../src/agents/tools.ts'
import type { WorkspaceFolders } from '../src/agents/tools/files/workspace-folder.ts'
import { createTools } from '../src/agents/tools/create-tools.ts'
import type { Collaboration } from '../src/collaboration/collaboration.ts'
import { createCollaboration } from '../src/collaboration/create-collaboration.ts'
import { createDeliveries } from '../src/delivery/create-deliveries.ts'
import type { Deliveries } from '../src/delivery/delivery.ts'
import type { OutboundChannels } from '../src/delivery/ports.ts'
import type { Blobs } from '../src/foundation/files/blobs.ts'
import { openRealBlobs } from '../src/foundation/files/real-blobs.ts'
import type { Log } from '../src/foundation/logging/log.ts'
import { defaultLanes, lanesWith } from '../src/foundation/work/lanes.ts'
import { createWorkQueue, type WorkQueue } from '../src/foundation/work/work-queue.ts'
import { createWorkRunner, type WorkRunner } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import { createMeasures, type Measures } from '../src/collaboration/measures.ts'
import { createNotifications } from '../src/notifications/create-notifications.ts'
import type {
  Attendance,
  DirectPlaces,
  Notifications,
  SourceReader,
} from '../src/notifications/notifications.ts'
import type { Grace } from '../src/notifications/notifications-deps.ts'
import { createOutboundFiles } from '../src/outbound-files.ts'
import type { PersonActor } from '../src/people/people.ts'
import { defineReactionWork, reactions } from '../src/reactions.ts'
import { defineTimedWork } from '../src/timers.ts'
import { createRouting } from '../src/routing/create-routing.ts'
import { lateBoundPlaces } from '../src/routing/outcomes/bound-places.ts'
import { lateChildFocus } from '../src/routing/bindings/focus-child.ts'
import { latePlaceForChild } from '../src/routing/place-for-child/place-for-child.ts'
import type { HistoryReaders } from '../src/routing/ports.ts'
import type { Received, Routing } from '../src/routing/routing.ts'
import { createSessions } from '../src/sessions/create-sessions.ts'
import type { LogEvent, Sessions, StoredFile } from '../src/sessions/sessions.ts'
import type { WorkRules } from '../src/sessions/work-rules.ts'
import { createMemoryFolders } from './memory-folders.ts'
import { quietNotificationPorts } from './quiet-notification-ports.ts'
import { openTestPeople, type TestPeople } from './open-test-people.ts'
import type { TestStoreOptions } from './open-test-store.ts'
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts'
import { createTestPlaceRules, type TestPlaceRules } from './test-place-rules.ts'

export interface TestSessionsOptions extends TestStoreOptions {
  agents?: AgentsConfig
  tools?: ToolSource
  /** Present: the tools of sessions, and these. */
  toolOrigins?: readonly ToolOrigin[]
  rules?: WorkRules
  /** Instead of the scripted model. */
  openProvider?: AgentsDeps['openProvider']
  /** What is read of places elsewhere. */
  histories?: HistoryReaders
  /** Who can be written to elsewhere. */
  outbound?: OutboundChannels
  /** Who is written to directly elsewhere. */
  directPlaces?: DirectPlaces
  /** What people can be told of; absent: nothing. */
  sources?: SourceReader
  attendance?: Attendance
  /** Absent: nothing waits. */
  grace?: Grace
  isNotifying?: () => boolean
  /** The folders of agents; absent: those are empty. */
  folders?: WorkspaceFolders
  /** Stands between the rooms and the bytes of files, to break them. */
  breakBlobs?: (real: Blobs) => Blobs
}

export interface TestSessions extends TestPeople {
  agents: Agents
  sessions: Sessions
  deliveries: Deliveries
  routing: Routing
  collaboration: Collaboration
  /** What the configuration turns on; may be changed. */
  collaborationFlags: { current: CollaborationFlags }
  flags(): CollaborationFlags
  notifications: Notifications
  measures: Measures
  model: ScriptedModel
  blobs: Blobs
  /** What the configuration says of places; may be changed. */
  placeRules: TestPlaceRules
  queue: WorkQueue
  runner: WorkRunner
  /** What the reactions asked to look at again. */
  rechecked: string[]
  /** Who carries that out. */
  recheckers: ((personId: PersonId) => Promise<void>)[]
  logged: { message: string; fields: unknown }[]
  /** Lets the configuration of agents come from somewhere else from now on. */
  useConfig(config: () => AgentsConfig): void
  /** Lets durable work run until nothing that is due is left. Time stands still. */
  work(): Promise<void>
  /** Lets everything that is ready happen, without waiting for an end: a turn may be in the middle of a step. */
  breathe(): Promise<void>
  /** Stops the machine and starts another on the same store, as a restart in good order does. */
  restart(): Promise<void>
  /** Drops everything that runs without a word, as a crash does, and starts anew. */
  crash(): Promise<void>
  /** Opens a web chat as that person. */
  chat(actor: PersonActor, input?: Partial<Parameters<Routing['openWebChat']>[2]>): Promise<SessionId>
  say(
    actor: PersonActor,
    sessionId: string,
    text: string,
    more?: { mode?: 'queue' | 'steer' | 'note'; clientMessageId?: string; attachments?: readonly string[] },
  ): Promise<Received>
  /** Keeps a file as that person, whom no message has yet. */
  upload(
    actor: PersonActor,
    content: string | Uint8Array,
    about?: { name?: string; mediaType?: string },
  ): Promise<StoredFile>
  timeline(sessionId: SessionId): Promise<LogEvent[]>
  log(sessionId: SessionId): Promise<LogEvent[]>
}

export async function openTestSessions(options: TestSessionsOptions = {}): Promise<TestSessions> {
  const base = openTestPeople(options)
  const { store, clock, random, ids, people } = base
  const logged: TestSessions['logged'] = []
  const log = createListLog(logged)
  const model = createScriptedModel()
  const realBlobs = openRealBlobs(join(base.folder, 'files'))
  const blobs = options.breakBlobs?.(realBlobs) ?? realBlobs
  const folders = options.folders ?? createMemoryFolders()
  const rechecked: string[] = []
  const recheckers: TestSessions['recheckers'] = []
  const queue = createWorkQueue({ ids, lanes: defaultLanes, reactions, workStore })
  const placeRules = createTestPlaceRules()
  const collaborationFlags = { current: collaborationDefaults }
  const flags = () => collaborationFlags.current
  let said = 0

  function openRooms() {
    const agents = createAgents({
      clock,
      log,
      config: () => configNow(),
      openProvider: options.openProvider ?? (async () => model),
      apiKey: async () => undefined,
      readWorkspaceFile: async () => undefined,
    })
    const fingerprint = (text: string) => createHash('sha256').update(text).digest()
    // With an empty list of origins: the tools of sessions alone.
    const ownTools = (): ToolSource => {
      if (options.toolOrigins === undefined) return noTools
      const own: ToolOrigin = { tools: (place, signal) => sessions.sessionTools.tools(place, signal) }
      const messages: ToolOrigin = { tools: (place, signal) => routing.messageTools.tools(place, signal) }
      return createTools({
        config: () => configNow(),
        findAgent: agents.find,
        origins: [own, messages, ...options.toolOrigins],
        log,
      })
    }
    const measures = createMeasures()
    const sessions: Sessions = createSessions({
      ...base,
      log,
      facts: queue,
      timers: queue,
      blobs,
      agents,
      tools: options.tools ?? ownTools(),
      boundPlaces: lateBoundPlaces(() => routing),
      placeForChild: latePlaceForChild(() => routing),
      childFocus: lateChildFocus(() => routing),
      awaited: measures,
      unreadNews: { hasUnread: (r, personId, id) => notifications.hasUnread(r, personId, id) },
      rules: () => options.rules ?? {},
      fingerprint,
      interrupt: (key, reason) => void runner.interrupt(key, reason),
    })
    const deliveries = createDeliveries({
      ...base,
      log,
      facts: queue,
      timers: queue,
      files: createOutboundFiles(sessions, () => placeRules.linkBase()),
      mayRead: sessions.mayRead,
      isAgent: (handle) => agents.find(handle) !== undefined,
      isLost: (t, cause) => notifications.callOffLost(t, cause),
      channels: options.outbound ?? { find: () => undefined },
    })
    const routing: Routing = createRouting({
      ...base,
      log,
      facts: queue,
      timers: queue,
      deliveries,
      placeRules,
      folders: async () => folders,
      histories: options.histories ?? { find: () => undefined },
      agents,
      sessions,
      fingerprint,
    })
    const collaboration = createCollaboration({
      ...base,
      facts: queue,
      agents,
      sessions,
      agentCalls: routing.agentCalls,
      measures,
      flags,
      fingerprint,
    })
    const notifications: Notifications = createNotifications({
      ...base,
      facts: queue,
      timers: queue,
      sessions,
      deliveries,
      ...quietNotificationPorts,
      sources: options.sources ?? collaboration.sources,
      ...(options.attendance && { attendance: options.attendance }),
      ...(options.directPlaces && { directPlaces: options.directPlaces }),
      grace: options.grace ?? { mentionMs: 0, otherMs: 0 },
      turnedOn: () => ({ ...flags(), notifications: options.isNotifying?.() ?? flags().notifications }),
    })
    return { agents, sessions, deliveries, routing, collaboration, notifications, measures }
  }

  const agentsConfig: AgentsConfig = options.agents ?? {}
  let configNow = () => agentsConfig

  function openRunner(rooms: ReturnType<typeof openRooms>): WorkRunner {
    const live = {
      async recheck(personId: PersonId) {
        rechecked.push(personId)
        for (const recheck of recheckers) await recheck(personId)
      },
    }
    return createWorkRunner({
      store,
      clock,
      random,
      log,
      lanes: lanesWith(() => rooms.agents.subagentsAtOnce()),
      workStore,
      definitions: {
        ...defineTimedWork(rooms),
        ...defineReactionWork({
          people,
          ...rooms,
          live,
          tools: { endSession: async () => undefined },
        }),
      },
      onRecorded: queue.onRecorded,
      soleOwner: true,
    })
  }

  let rooms = openRooms()
  let runner = openRunner(rooms)
  await runner.start()

  async function breathe(): Promise<void> {
    // Real syncs of the disk take real time; everything else is ready within a few rounds of the loop.
    for (let i = 0; i < 20; i++) {
      await nextTick()
      await store.durable()
    }
  }

  async function isBusy(): Promise<boolean> {
    const running = Object.values(runner.figures().running).reduce((sum, count) => sum + count, 0)
    if (running > 0) return true
    const due = await store.read((r) => workStore.nextDue(r, Object.keys(defaultLanes)))
    return due.some((at) => at !== null && at <= store.now())
  }

  const test: TestSessions = {
    ...base,
    ...rooms,
    model,
    blobs,
    placeRules,
    collaborationFlags,
    flags,
    queue,
    runner,
    rechecked,
    recheckers,
    logged,
    useConfig(config) {
      configNow = config
    },
    breathe,
    async work() {
      await breathe()
      for (let rounds = 0; await isBusy(); rounds++) {
        if (rounds > 1_500) throw new Error('the work does not come to an end')
        // A real server is asked: then rounds of the loop pass faster than it can answer.
        if (rounds > 200) await new Promise((done) => setTimeout(done, 5))
        // What waits a moment by the clock (a text that begins, a retry) goes on; long waits are for the test to end.
        clock.advance(5)
        await breathe()
      }
    },
    async restart() {
      await runner.stop()
      replace()
      await runner.start()
    },
    async crash() {
      // Its promises go on in this process, but whatever they write is fenced off by those who come after.
      const lost = runner
      replace()
      await runner.start()
      lost.stop().catch(() => undefined)
    },
    async chat(actor, input = {}) {
      const opened = await store.tx((t) =>
        rooms.routing.openWebChat(t, actor, { agentId: 'main', visibility: 'private', ...input }),
      )
      return opened.id
    },
    say(actor, sessionId, text, more = {}) {
      const eventId = more.clientMessageId ?? `m${++said}`
      return store.tx((t) =>
        rooms.routing.receive(t, actor, {
          conversation: { channel: 'web', accountId: actor.personId, conversationId: sessionId },
          eventId,
          text,
          attachments: more.attachments,
          mode: more.mode ?? 'queue',
          sessionId,
        }),
      )
    },
    async upload(actor, content, about = {}) {
      const { sessions } = rooms
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      const staged = await sessions.stageFile({ content: chunksOf(bytes), name: 'file.txt', ...about })
      return sessions.settleFile(staged, () => store.tx((t) => sessions.keepFile(t, actor, staged)))
    },
    timeline: async (sessionId) =>
      (await store.read((r) => rooms.sessions.timeline(r, base.operator, sessionId, { limit: 1_000 })))
        .events,
    log: (sessionId) => store.read((r) => rooms.sessions.logAfter(r, sessionId, 0, 10_000)),
    async close() {
      const stopped = runner.stop()
      // A request that is under way has its time, and then no answer came.
      clock.advance(limits.deliveryTimeoutMs)
      await stopped
      await base.close()
    },
    async [Symbol.asyncDispose]() {
      await test.close()
    },
  }

  function replace(): void {
    rooms = openRooms()
    runner = openRunner(rooms)
    Object.assign(test, rooms, { runner })
  }

  return test
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

export function createListLog(list: { message: string; fields: unknown }[]): Log {
  const quiet = () => undefined
  const error = (message: string, fields?: unknown) => void list.push({ message, fields })
  const log: Log = { debug: quiet, info: quiet, warn: error, error, with: () => log }
  return log
}

/** The kinds of a log, short enough to compare. */
export function kindsOf(events: readonly LogEvent[]): string[] {
  return events.map((event) => event.kind)
}

export function textOf(event: LogEvent | undefined): string {
  return String(event?.payload['text'] ?? '')
}
