// The web door: HTTP in front of the rooms. It turns requests into typed calls, asks the gate, runs one transaction,
// and lets nothing leave before the disk has it. It decides nothing by itself.

import type { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getRequestListener, RequestError } from '@hono/node-server'
import {
  apiPrefix,
  type CollaborationFlags,
  type PersonId,
  Refusal,
  type RouteName,
  refused,
  routes,
  type SessionId,
  type ThreadId,
} from '@heddle/contract'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Collaboration } from '../../collaboration/collaboration.ts'
import type { Deliveries } from '../../delivery/delivery.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Store } from '../../foundation/database/store.ts'
import type { Ids } from '../../foundation/ids.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Agents } from '../../agents/agents.ts'
import type { Measures } from '../../collaboration/measures.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { People } from '../../people/people.ts'
import type { Routing } from '../../routing/routing.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { checkHost } from './steps/check-host.ts'
import { checkOrigin } from './steps/check-origin.ts'
import { findClientAddress } from './steps/client-address.ts'
import { createDescribeUnreadable, type DescribeUnreadable } from './describe-unreadable.ts'
import type { DoorContext, DoorEnv } from './door-env.ts'
import { chooseDoorLimits, type DoorLimits } from './door-limits.ts'
import {
  addAvatarRoute,
  addHealthRoute,
  addHouseRoutes,
  type Readiness,
  refuseOtherHouseMethods,
} from './house/house-routes.ts'
import type { Box } from './idempotency.ts'
import { type Listening, listen, type RequestListener } from './listen.ts'
import { createLive, type LiveFigures } from './live/live.ts'
import type { LiveLimits } from './live/live-limits.ts'
import { loopDelayTickMs, type WorkFigure } from './house/metrics-text.ts'
import {
  addOpenAiRoutes,
  isOpenAiPath,
  refuseOtherOpenAiPaths,
  writeOpenAiError,
} from './openai/openai-routes.ts'
import { createTurnFollowers } from './openai/turn-followers.ts'
import { numberRequests, refuseWhileClosing } from './steps/number-requests.ts'
import { createLimitForks } from './api/limit-forks.ts'
import { createRecogniseCaller } from './api/recognise-caller.ts'
import { refuseError } from './refuse-error.ts'
import { createRequestCounts } from './house/request-counts.ts'
import { createRunningRequests } from './running-requests.ts'
import { addSecurityHeaders } from './steps/security-headers.ts'
import { createApi } from './api/serve-api.ts'
import { registerRoutes } from './routes/register-routes.ts'
import type { ChannelAccounts } from './routes/channel-routes.ts'
import type { DoorModels } from './routes/model-routes.ts'
import type { DoorSettings } from './routes/settings-routes.ts'
import type { ToolCatalogue, ToolServers } from './routes/tool-routes.ts'
import { serveStaticFiles } from './static/static-files.ts'
import { waitForDisk } from './steps/wait-for-disk.ts'

export interface WebDoorDeps {
  store: Store
  clock: Clock
  ids: Ids
  log: Log
  /** Seals what is kept to answer a repeated request with. */
  box: Box
  people: People
  sessions: Sessions
  routing: Routing
  collaboration: Collaboration
  /** What the configuration turns on of it, asked for each request. */
  flags(): CollaborationFlags
  deliveries: Pick<Deliveries, 'figures' | 'counts'>
  notifications: Notifications
  measures: Pick<Measures, 'read'>
  agents: Agents
  settings: DoorSettings
  models: DoorModels
  toolCatalogue: ToolCatalogue
  toolServers: ToolServers
  channelAccounts: ChannelAccounts
  /** Of Heddle, as `GET /about` tells it. */
  version: string
  /** What the configuration says to listen on; requests may come under that name. */
  host: string
  /** Addresses and networks, asked for each request: a reload changes them. */
  trustedProxies(): readonly string[]
  /** With the built web app; may be missing. */
  webFolder: string
  readiness(): Readiness
  work(): WorkFigure[] | Promise<WorkFigure[]>
  limits?: Partial<DoorLimits>
  /** Which life of the logs this is: whoever followed them in another one starts over. */
  epoch?: number
  liveLimits?: Partial<LiveLimits>
  /** Looks at every answer before it leaves; tests hold it against the contract. */
  inspectAnswer?(name: RouteName, body: unknown): void
}

export interface WebDoor {
  /** Answers in-process too: `app.request('/api/v1/about')`. */
  app: Hono<DoorEnv>
  /** The contract's routes that have a handler. */
  served: ReadonlySet<RouteName>
  /** Throws CannotListen. */
  listen(where: { host: string; port: number }): Promise<Listening>
  /** What the person may do has changed: open connections find out at once. */
  recheck(personId: PersonId): Promise<void>
  /** Whether somebody sits in front of a session, or of one of its discussions; no proof is "no". */
  isThere(personId: PersonId, at: { sessionId: SessionId; threadId: ThreadId | null }): boolean
  /** Live connections, and sessions that somebody follows. */
  live(): LiveFigures
}

export function createWebDoor(deps: WebDoorDeps): WebDoor {
  const limits = chooseDoorLimits(deps.limits)
  const publicUrl = () => deps.settings.value('server.publicUrl')
  const counts = createRequestCounts()
  const running = createRunningRequests()
  const loopDelay = monitorEventLoopDelay({ resolution: loopDelayTickMs })
  const closing = new AbortController()
  let listening: { host: string; url: string } | undefined

  const app = new Hono<DoorEnv>()
  app.onError((error, c) => writeError(c, error, deps.log))
  app.notFound((c) => writeError(c, refused('not_found'), deps.log))
  app.use(numberRequests({ ...deps, counts, running }))
  app.use(addSecurityHeaders(publicUrl))
  app.use(findClientAddress(deps.trustedProxies))
  app.use(checkHost({ host: deps.host, publicUrl }))
  app.use(checkOrigin(publicUrl))
  app.use(refuseWhileClosing(() => closing.signal.aborted))
  app.use(serveStaticFiles(deps.webFolder))
  addHealthRoute(app)
  addAvatarRoute(app)
  // From here on every answer waits for the disk.
  app.use(waitForDisk(deps.store))
  const recognise = createRecogniseCaller({ ...deps, publicUrl, limits })
  const describeUnreadable = createDescribeUnreadable({ ...deps, counts, publicUrl })
  const live = createLive(app, {
    ...deps,
    epoch: deps.epoch ?? 1,
    limits: deps.liveLimits,
    recognise,
    describeUnreadable,
    invoke: (name, input) => api.invoke(name, input),
  })
  const metrics = {
    ...deps,
    store: deps.store.figures,
    requests: counts,
    loopDelay,
    turns: deps.sessions.turnFigures,
    live: live.figures,
    bindings: () => deps.store.read((r) => deps.routing.bindings.countInForce(r)),
    deliveries: deps.deliveries.figures,
    openDeliveries: () => deps.store.read((r) => deps.deliveries.counts(r)),
    notifications: deps.notifications.figures,
    openNotifications: () => deps.store.read((r) => deps.notifications.counts(r)),
    collaboration: () => deps.store.read((r) => deps.measures.read(r)),
  }
  addHouseRoutes(app, { ...deps, recognise, metrics })
  const api = createApi(app, { ...deps, recognise, publicUrl, limits })
  registerRoutes(api.register, {
    ...deps,
    linkBase,
    onSignIn: counts.addSignIn,
    showTyping: live.typing,
    limitForks: createLimitForks(deps.clock, limits),
  })
  const followers = createTurnFollowers(deps.sessions.feed)
  addOpenAiRoutes(app, { ...deps, recognise, followers, closing: closing.signal, limits })
  api.refuseOtherMethods()
  refuseOtherHouseMethods(app)
  refuseOtherOpenAiPaths(app)

  /** A server on all addresses has no one name of its own; the one the asker used works at least for them. */
  function linkBase(askedAt: string): string {
    const isEverywhere = listening?.host === '0.0.0.0' || listening?.host === '::'
    return publicUrl() || (listening === undefined || isEverywhere ? askedAt : listening.url)
  }

  async function start(where: { host: string; port: number }): Promise<Listening> {
    const onRequest = createRequestListener(app, describeUnreadable, deps.log)
    const { onUpgrade } = live
    const onUnreadable = describeUnreadable
    const server = await listen({ ...where, limits, onRequest, onUpgrade, isUpload, onUnreadable })
    listening = { host: where.host, url: server.url }
    loopDelay.enable()
    return {
      ...server,
      async close() {
        closing.abort()
        await Promise.all([live.close(), server.close()])
        // A request whose client has gone may still be at work.
        await running.idle(limits.shutdownMs)
        loopDelay.disable()
      },
    }
  }

  return {
    app,
    served: api.served,
    listen: start,
    recheck: live.recheck,
    isThere: live.isThere,
    live: live.figures,
  }
}

function isUpload({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.split('?', 1)[0] === `${apiPrefix}${routes.uploadFile.path}`
}

function createRequestListener(app: Hono<DoorEnv>, describe: DescribeUnreadable, log: Log): RequestListener {
  const listener = getRequestListener(app.fetch, {
    // The library would replace Request and Response for the whole process, to save a few microseconds.
    overrideGlobalObjects: false,
    errorHandler(error) {
      // The request was not even complete enough to be handed in, or we failed outside of every handler.
      const status = error instanceof RequestError ? 400 : 500
      if (status === 500) log.error('a request failed unexpectedly', { error })
      const { headers, body } = describe(status)
      return new Response(body, { status, headers })
    },
  })
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

function writeError(c: DoorContext, error: unknown, log: Log): Response {
  // Whoever runs the house wants to know that someone is at the lock, and from where; never with what.
  if (error instanceof Refusal && error.code === 'too_many_guesses') {
    log.warn('someone guesses too much', { address: c.get('address'), route: c.get('route') })
  }
  if (isOpenAiPath(c.req.path)) return writeOpenAiError(c, error, log)
  const { status, headers, body } = refuseError(error, c.get('requestId'), log, c.get('route'))
  // The edge: every status of the table of refusals is one that carries a body.
  return c.json(body, status as ContentfulStatusCode, headers)
}
