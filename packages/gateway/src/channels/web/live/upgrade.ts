// A request for the live socket takes the way of every other request through the door: name, origin, address, rates,
// sign-in. Only when all of that said yes does the connection become a socket; every "no" is an ordinary answer.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath, refused } from '@heddle/contract'
import type { Hono } from 'hono'
import type { PersonActor } from '../../../people/people.ts'
import type { RecogniseCaller } from '../api/recognise-caller.ts'
import { checkMayTry } from '../api/run-route.ts'
import type { DescribeUnreadable } from '../describe-unreadable.ts'
import type { DoorContext, DoorEnv } from '../door-env.ts'
import { askedOrigin } from '../steps/check-origin.ts'
import type { Again, Callers, Origin } from './callers.ts'
import type { LiveDeps } from './live-deps.ts'

/** Somebody who may connect. */
export interface Admitted {
  actor: PersonActor
  again: Again
  origin: Origin
  /** Gives back the place that is held for the connection. */
  release(): void
}

export interface UpgradeDeps {
  people: LiveDeps['people']
  recognise: RecogniseCaller
  callers: Callers
  limits: LiveDeps['limits']
  describeUnreadable: DescribeUnreadable
  log: LiveDeps['log']
}

export interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
}

export interface Upgrader {
  /** Whether the request asks for our socket; every other one is answered as if it did not ask for any. */
  isOurs(request: IncomingMessage): boolean
  /** Undefined when they were sent away; the answer is written. */
  admit(upgrade: Upgrade): Promise<Admitted | undefined>
  /** Sends someone away whose request says that it is a socket's but is not well formed. */
  refuseUnreadable(socket: Duplex): void
}

const deviceCharsMax = 256

/** Adds the route to the door; `admit` sends requests through it. */
export function createUpgrader(app: Hono<DoorEnv>, deps: UpgradeDeps): Upgrader {
  // Who waits for the route's verdict. The route finds them by the request, and leaves it there.
  const asking = new WeakMap<IncomingMessage, { admitted?: Admitted }>()

  app.get(livePath, async (c) => {
    c.set('route', 'live')
    const entry = c.env?.incoming && asking.get(c.env.incoming)
    if (entry === undefined) throw refused('bad_input', { message: 'This path is for WebSockets only.' })
    entry.admitted = await checkCaller(deps, c)
    return c.body(null, 204)
  })
  app.all(livePath, (c) => {
    c.header('Allow', 'GET')
    throw refused('method_not_allowed', { message: 'This path takes GET.' })
  })

  async function admit({ request, socket }: Upgrade): Promise<Admitted | undefined> {
    const entry: { admitted?: Admitted } = {}
    asking.set(request, entry)
    try {
      const asked = requestOf(request)
      if (asked === undefined) {
        refuseUnreadable(socket)
        return undefined
      }
      const response = await app.fetch(asked, { incoming: request })
      if (response.status === 204 && entry.admitted !== undefined) return entry.admitted
      await writeResponse(socket, response)
    } catch (error) {
      deps.log.error('a live connection could not be judged', { error })
      socket.destroy()
    }
    entry.admitted?.release()
    return undefined
  }

  function refuseUnreadable(socket: Duplex): void {
    const { headers, body } = deps.describeUnreadable(400)
    write(socket, 400, 'Bad Request', headers, Buffer.from(body))
  }

  return { isOurs, admit, refuseUnreadable }
}

function isOurs(request: IncomingMessage): boolean {
  const path = request.url?.split('?', 1)[0]
  return path === livePath && request.headers.upgrade?.toLowerCase() === 'websocket'
}

async function checkCaller(deps: UpgradeDeps, c: DoorContext): Promise<Admitted> {
  const { actor, isByCookie, again } = await deps.recognise(c, { isPublic: false })
  if (actor.kind !== 'person') throw refused('not_signed_in')
  // A page elsewhere can open a socket and the browser sends the cookie along; which page it was only Origin tells. It
  // was checked before: if it is there, it is ours.
  if (isByCookie && c.req.header('Origin') === undefined) throw refused('foreign_origin')
  checkMayTry(deps.people, actor, 'live.connect')
  return {
    actor,
    again,
    origin: {
      address: c.get('address'),
      device: (c.req.header('User-Agent') ?? '').slice(0, deviceCharsMax),
      askedAt: askedOrigin(c),
    },
    release: deps.callers.reserve(actor.personId, deps.limits.liveSocketsPerPersonMax),
  }
}

/** Undefined when no request can be made of it. */
function requestOf(incoming: IncomingMessage): Request | undefined {
  const { host } = incoming.headers
  if (host === undefined || incoming.url?.startsWith('/') !== true) return undefined
  try {
    const headers = new Headers()
    for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
      headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!)
    }
    return new Request(new URL(incoming.url, `http://${host}`), { headers })
  } catch {
    return undefined
  }
}

async function writeResponse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers: [string, string][] = [...response.headers, ['connection', 'close']]
  write(socket, response.status, statusText(response.status), headers, body)
}

function write(
  socket: Duplex,
  status: number,
  text: string,
  headers: [string, string][],
  body: Buffer,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = headers
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${text}`, ...lines, `content-length: ${body.length}`].join('\r\n')
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]), () => socket.destroy())
}

function statusText(status: number): string {
  const texts: Record<number, string> = {
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    409: 'Conflict',
    429: 'Too Many Requests',
    503: 'Service Unavailable',
  }
  return texts[status] ?? 'Refused'
}
