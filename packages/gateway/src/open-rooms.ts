// Joins the rooms in which agents work: agents, sessions, routing. Both the gateway and a command that runs without one
// open them; only the gateway runs their turns.

import { createHash } from 'node:crypto'
import type { CollaborationFlags } from '@heddle/contract'
import type { Agents } from './agents/agents.ts'
import { createAgents } from './agents/create-agents.ts'
import { createRealWorkspaceFiles } from './agents/real-workspace-files.ts'
import type { ToolOrigin } from './agents/tools.ts'
import type { HeddlePlaces } from './agents/tools/files/real-forbidden-places.ts'
import type { WorkspaceFolders } from './agents/tools/files/workspace-folder.ts'
import { createTools } from './agents/tools/create-tools.ts'
import type { Collaboration } from './collaboration/collaboration.ts'
import { createCollaboration } from './collaboration/create-collaboration.ts'
import { createMeasures, type Measures } from './collaboration/measures.ts'
import { createDeliveries } from './delivery/create-deliveries.ts'
import type { Deliveries } from './delivery/delivery.ts'
import type { OutboundChannels } from './delivery/ports.ts'
import type { Clock } from './foundation/clock.ts'
import type { Store } from './foundation/database/store.ts'
import type { Blobs } from './foundation/files/blobs.ts'
import type { Ids } from './foundation/ids.ts'
import type { Log } from './foundation/logging/log.ts'
import type { Random } from './foundation/random.ts'
import type { FactTeller } from './foundation/work/facts.ts'
import type { WorkQueue } from './foundation/work/work-queue.ts'
import { createNotifications } from './notifications/create-notifications.ts'
import type { Attendance, DirectPlaces, Notifications } from './notifications/notifications.ts'
import type { Models } from './open-models.ts'
import { createOutboundFiles } from './outbound-files.ts'
import type { People } from './people/people.ts'
import { createRouting } from './routing/create-routing.ts'
import { lateBoundPlaces } from './routing/outcomes/bound-places.ts'
import { lateChildFocus } from './routing/bindings/focus-child.ts'
import { latePlaceForChild } from './routing/place-for-child/place-for-child.ts'
import type { PlaceRules } from './routing/place-rules.ts'
import type { HistoryReaders } from './routing/ports.ts'
import type { Routing } from './routing/routing.ts'
import { createSessions } from './sessions/create-sessions.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { WorkRules } from './sessions/work-rules.ts'

export interface Rooms {
  readonly agents: Agents
  readonly sessions: Sessions
  readonly deliveries: Deliveries
  readonly routing: Routing
  readonly collaboration: Collaboration
  readonly notifications: Notifications
  readonly measures: Measures
}

export interface RoomsDeps {
  store: Store
  clock: Clock
  random: Random
  ids: Ids
  log: Log
  facts: FactTeller
  timers: Pick<WorkQueue, 'schedule' | 'bringForward' | 'cancel' | 'ensure' | 'isKeyHeld'>
  blobs: Blobs
  people: People
  /** Who can be written to elsewhere, right now. */
  outbound: OutboundChannels
  /** Who can be read there. */
  histories: HistoryReaders
  /** Where somebody is written to directly. */
  directPlaces: DirectPlaces
  /** Who sits in front of what. */
  attendance: Attendance
  /** What the file says of places, asked anew each time. */
  placeRules: PlaceRules
  models: Pick<Models, 'config' | 'apiKey' | 'openProvider'>
  /** The folder of an agent that has none configured. */
  ownWorkspace(agentId: string): string
  /** What no agent may read. */
  places: HeddlePlaces
  /** The folders of agents, as their tools see them. */
  folders(): Promise<WorkspaceFolders>
  /** An earlier one's names win. */
  toolOrigins: readonly ToolOrigin[]
  /** What the file says of budgets and approvals, asked anew each time. */
  rules(): WorkRules
  /** What it turns on of collaboration, the same way. */
  flags(): CollaborationFlags
  interrupt(key: string, reason: unknown): void
}

export function openRooms(deps: RoomsDeps): Rooms {
  const { clock, log, models } = deps
  const agents = createAgents({
    clock,
    log: log.with({ room: 'agents' }),
    config: models.config,
    openProvider: models.openProvider,
    apiKey: models.apiKey,
    readWorkspaceFile: createRealWorkspaceFiles({ log, places: deps.places }),
    ownWorkspace: deps.ownWorkspace,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const fingerprint = (text: string) => createHash('sha256').update(text).digest()
  // The sessions' own tools are tools of agents, and the sessions are built on those.
  const sessionTools: ToolOrigin = { tools: (place, signal) => sessions.sessionTools.tools(place, signal) }
  const messageTools: ToolOrigin = { tools: (place, signal) => routing.messageTools.tools(place, signal) }
  const tools = createTools({
    config: models.config,
    findAgent: agents.find,
    origins: [sessionTools, messageTools, ...deps.toolOrigins],
    log: log.with({ room: 'tools' }),
  })
  const measures = createMeasures()
  const sessions: Sessions = createSessions({
    ...deps,
    log: log.with({ room: 'sessions' }),
    agents,
    tools,
    boundPlaces: lateBoundPlaces(() => routing),
    placeForChild: latePlaceForChild(() => routing),
    childFocus: lateChildFocus(() => routing),
    awaited: measures,
    unreadNews: { hasUnread: (r, personId, id) => notifications.hasUnread(r, personId, id) },
    fingerprint,
  })
  const deliveries = createDeliveries({
    ...deps,
    log: log.with({ room: 'delivery' }),
    files: createOutboundFiles(sessions, deps.placeRules.linkBase),
    mayRead: sessions.mayRead,
    isAgent: (handle) => agents.find(handle) !== undefined,
    isLost: (t, cause) => notifications.callOffLost(t, cause),
    channels: deps.outbound,
  })
  const routing: Routing = createRouting({ ...deps, agents, sessions, deliveries, fingerprint })
  const { agentCalls } = routing
  const collaboration = createCollaboration({ ...deps, agents, sessions, agentCalls, measures, fingerprint })
  const notifications: Notifications = createNotifications({
    ...deps,
    sessions,
    deliveries,
    sources: collaboration.sources,
    linkBase: deps.placeRules.linkBase,
    agentName: (id) => agents.find(id)?.name ?? id,
    turnedOn: deps.flags,
  })
  return { agents, sessions, deliveries, routing, collaboration, notifications, measures }
}
