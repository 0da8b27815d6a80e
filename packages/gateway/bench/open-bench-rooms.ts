// The rooms in which agents work, without a door, in this process and on a real disk: for measuring what they cost alone.

import { createHash } from 'node:crypto'
import { collaborationDefaults, type SessionId } from '@heddle/contract'
import type { ModelProvider } from '../src/agents/agents.ts'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import { createAgents } from '../src/agents/create-agents.ts'
import type { ProviderSettings } from '../src/agents/open-providers.ts'
import { noTools, type ToolSource } from '../src/agents/tools.ts'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import type { Store } from '../src/foundation/database/store.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { defaultLanes } from '../src/foundation/work/lanes.ts'
import { createWorkRunner, type WorkRunner } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import { type OpenGround, openGround } from '../src/open-ground.ts'
import type { PersonActor } from '../src/people/people.ts'
import { defineReactionWork } from '../src/reactions.ts'
import { createCollaboration } from '../src/collaboration/create-collaboration.ts'
import { createDeliveries } from '../src/delivery/create-deliveries.ts'
import type { RequestTimes } from '../src/delivery/deliver-deps.ts'
import type { Deliveries, OutboundChannels } from '../src/delivery/delivery.ts'
import { createOutboundFiles } from '../src/outbound-files.ts'
import { createRouting } from '../src/routing/create-routing.ts'
import { lateBoundPlaces } from '../src/routing/outcomes/bound-places.ts'
import { lateChildFocus } from '../src/routing/bindings/focus-child.ts'
import { latePlaceForChild } from '../src/routing/place-for-child/place-for-child.ts'
import type { Routing } from '../src/routing/routing.ts'
import { defineTimedWork } from '../src/timers.ts'
import { createMeasures } from '../src/collaboration/measures.ts'
import { createNotifications } from '../src/notifications/create-notifications.ts'
import type { Notifications } from '../src/notifications/notifications.ts'
import { createMemoryFolders } from '../test-support/memory-folders.ts'
import { quietNotificationPorts } from '../test-support/quiet-notification-ports.ts'
import { createTestPlaceRules } from '../test-support/test-place-rules.ts'
import { createSessions } from '../src/sessions/create-sessions.ts'
import type { LogEvent } from '../src/sessions/session-values.ts'

export interface BenchRooms {
  readonly ground: OpenGround
  readonly routing: Routing
  readonly deliveries: Deliveries
  openSession(): Promise<SessionId>
  /** Until the turn that it sets off has ended and is on disk. */
  say(sessionId: SessionId, text: string): Promise<void>
  close(): Promise<void>
}

export async function openBenchRooms(
  path: string,
  given: {
    openProvider(settings: ProviderSettings): Promise<ModelProvider>
    config?: AgentsConfig
    tools?: ToolSource
    /** The store as the rooms see it. */
    watchStore?(store: Store): Store
    onEvents?(events: readonly LogEvent[]): void
    /** Absent: nobody elsewhere can be reached. */
    outbound?: OutboundChannels
    deliveryTimes?: RequestTimes
  },
): Promise<BenchRooms> {
  const config = loadConfig({ flags: {}, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder: openDataFolder(path), config, env: {} })
  const { clock, random, ids, people, queue, blobs } = ground
  const store = given.watchStore?.(ground.store) ?? ground.store
  const log = createSilentLog()
  // One object until it is loaded anew, as in the product: what follows from it is worked out once.
  const agentsConfig = given.config ?? {}
  const agents = createAgents({
    clock,
    log,
    config: () => agentsConfig,
    openProvider: given.openProvider,
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
  })
  const running: { runner?: WorkRunner } = {}
  const places = { placeRules: createTestPlaceRules(), histories: { find: () => undefined } }
  const deps = {
    store,
    clock,
    random,
    ids,
    log,
    people,
    facts: queue,
    timers: queue,
    blobs,
    agents,
    folders: async () => createMemoryFolders(),
    ...places,
  }
  const fingerprint = (said: string) => createHash('sha256').update(said).digest()
  const sessions = createSessions({
    ...deps,
    tools: given.tools ?? noTools,
    boundPlaces: lateBoundPlaces(() => routing),
    placeForChild: latePlaceForChild(() => routing),
    childFocus: lateChildFocus(() => routing),
    rules: () => ({}),
    fingerprint,
    interrupt: (key, reason) => void running.runner?.interrupt(key, reason),
  })
  const deliveries = createDeliveries({
    ...deps,
    files: createOutboundFiles(sessions, () => 'http://127.0.0.1'),
    mayRead: sessions.mayRead,
    isLost: (t, cause) => notifications.callOffLost(t, cause),
    channels: given.outbound ?? { find: () => undefined },
    ...(given.deliveryTimes && { times: given.deliveryTimes }),
  })
  const routing: Routing = createRouting({ ...deps, sessions, deliveries, fingerprint })
  const { agentCalls } = routing
  const measures = createMeasures()
  const flags = () => collaborationDefaults
  const collaboration = createCollaboration({ ...deps, sessions, agentCalls, measures, flags, fingerprint })
  const notifications: Notifications = createNotifications({
    ...deps,
    ...quietNotificationPorts,
    sources: collaboration.sources,
    sessions,
    deliveries,
  })
  const live = { recheck: () => undefined }
  const tools = { endSession: async () => undefined }
  const runner = createWorkRunner({
    ...deps,
    lanes: defaultLanes,
    workStore,
    definitions: {
      ...defineReactionWork({
        people,
        sessions,
        deliveries,
        routing,
        collaboration,
        notifications,
        measures,
        live,
        tools,
      }),
      ...defineTimedWork({ sessions, deliveries, routing, notifications }),
    },
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  running.runner = runner
  await runner.start()

  const actor = await makePerson(ground)
  let said = 0
  let onEnd: (end: LogEvent) => void = () => undefined
  const ignore = () => undefined
  sessions.feed.listen({
    appended(_, events) {
      given.onEvents?.(events)
      const end = events.find(({ kind }) => kind === 'turn.finished' || kind === 'turn.failed')
      if (end) onEnd(end)
    },
    delta: ignore,
    reset: ignore,
    listed: ignore,
    accessChanged: ignore,
    personAppended: ignore,
  })

  return {
    ground,
    routing,
    deliveries,
    async openSession() {
      const input = { agentId: 'main', visibility: 'team' } as const
      return (await store.tx((t) => routing.openWebChat(t, actor, input))).id
    },
    async say(sessionId, text) {
      const ended = new Promise<LogEvent>((resolve) => {
        onEnd = resolve
      })
      const conversation = { channel: 'web', accountId: 'web', conversationId: sessionId }
      const eventId = `m${++said}`
      await store.tx((t) =>
        routing.receive(t, actor, { conversation, eventId, text, mode: 'queue', sessionId }),
      )
      await store.durable()
      const end = await ended
      await store.durable()
      if (end.kind === 'turn.failed') throw new Error(`the turn failed: ${JSON.stringify(end.payload)}`)
    },
    async close() {
      await runner.stop()
      await ground.close()
    },
  }
}

async function makePerson({ store, people }: OpenGround): Promise<PersonActor> {
  const operator = { kind: 'operator', name: 'bench' } as const
  const prepared = await people.prepareMember({ handle: 'bench', role: 'owner' })
  const { secret } = await store.tx(async (t) => {
    // A store that is opened again has them.
    const isThere = await people.needsOwner(t).then((needs) => !needs)
    const person = isThere
      ? await people.findMember(t, operator, 'bench')
      : await people.createMember(t, operator, prepared)
    return people.createToken(t, operator, { personId: person.id, name: 'bench' })
  })
  const recognised = await store.read((r) => people.recognise(r, { bearer: secret }, store.now()))
  if (!recognised) throw new Error('the person was not recognised')
  return recognised.actor
}
