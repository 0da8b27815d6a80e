// Puts the contract's routes onto the server. A handler is registered under a route's name, and with it under the
// route's method, path, action and schemas; there is no other way to get one in.

import { apiPrefix, type Route, type RouteName, refused, routes } from '@heddle/contract'
import type { Hono } from 'hono'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { People } from '../../../people/people.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import { createAnswerOnce } from './answer-once.ts'
import type { AnswerBody, Handler, Register, WebActor } from './call.ts'
import type { DoorEnv } from '../door-env.ts'
import type { DoorLimits } from '../door-limits.ts'
import { type Box, createIdempotency } from '../idempotency.ts'
import { createOneByOne } from './one-by-one.ts'
import type { RecogniseCaller } from './recognise-caller.ts'
import { runRoute } from './run-route.ts'
import { type ServeDeps, serveRoute } from './serve-route.ts'
import { createUploadsAtOnce } from './uploads-at-once.ts'
import { createWriteAnswer, statusOf } from './write-answer.ts'

export interface ApiDeps {
  store: Store
  clock: Clock
  log: Log
  box: Box
  people: Pick<People, 'mayTry' | 'recordRefusal'>
  recognise: RecogniseCaller
  sessions: Pick<Sessions, 'stageFile'>
  publicUrl(): string
  limits: DoorLimits
  inspectAnswer?: ((name: RouteName, body: unknown) => void) | undefined
}

export interface Api {
  register: Register
  /**
   * Runs a handler for whoever was recognised elsewhere: on the live socket. Checks, rights and refusals as over HTTP;
   * settles only when the disk has what it tells of.
   */
  invoke: Invoke
  served: ReadonlySet<RouteName>
  /** After the last handler: a known path with another method says which ones it takes. */
  refuseOtherMethods(): void
}

export interface Invocation {
  actor: WebActor
  path: Readonly<Record<string, string>>
  body?: unknown
  address: string
  device: string
  askedAt: string
}

/** Throws a Refusal, or an error of our own. */
export type Invoke = <N extends RouteName>(
  name: N,
  invocation: Invocation,
) => Promise<{ status: number; body: AnswerBody<N> }>

type Handlers = { [N in RouteName]?: Handler<N> }

export function createApi(app: Hono<DoorEnv>, deps: ApiDeps): Api {
  const served = new Set<RouteName>()
  const handlers: Handlers = {}
  const serving: ServeDeps = {
    ...deps,
    answerOnce: createAnswerOnce({
      store: deps.store,
      idempotency: createIdempotency(deps),
      oneByOne: createOneByOne(),
    }),
    writeAnswer: createWriteAnswer(deps),
    stageFile: (incoming) => deps.sessions.stageFile(incoming),
    uploadsAtOnce: createUploadsAtOnce(deps.limits.uploadsAtOncePerPersonMax),
  }

  const register: Register = (name, handler) => {
    if (served.has(name)) throw new Error(`the route ${name} has two handlers`)
    served.add(name)
    // The edge: the compiler does not see that an optional field of one name takes the handler of that name.
    handlers[name] = handler as Handlers[typeof name]
    const { method, path }: Route = routes[name]
    app.on(method, honoPath(path), (c) => serveRoute(serving, name, handler, c))
  }

  const invoke: Invoke = async (name, { body, ...invocation }) => {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`the route ${name} has no handler`)
    try {
      const given = await runRoute(serving, name, handler, { ...invocation, readBody: async () => body })
      deps.inspectAnswer?.(name, given.body)
      return { status: statusOf(name, given), body: given.body }
    } finally {
      // A refusal follows from what was read, too.
      await deps.store.durable()
    }
  }

  function refuseOtherMethods(): void {
    for (const [path, methods] of methodsByPath()) {
      app.all(honoPath(path), (c) => {
        c.header('Allow', methods.join(', '))
        throw refused('method_not_allowed', { message: `This path takes ${methods.join(', ')}.` })
      })
    }
  }

  return { register, invoke, served, refuseOtherMethods }
}

function methodsByPath(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { method, path } of Object.values<Route>(routes)) {
    const methods = found.get(path) ?? []
    methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    found.set(path, methods)
  }
  return found
}

function honoPath(path: string): string {
  return `${apiPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`
}
