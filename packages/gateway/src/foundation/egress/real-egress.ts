// The way out, for real. The name is resolved here once, every answer is judged, and the connection is made to one of
// exactly these: a name that resolves to something else a moment later gains nothing by it. The runtime's own fetch cannot
// be told where to connect to. Proxies of the environment are not used: behind one, nothing could be judged.

import { lookup as resolveName } from 'node:dns'
import { Agent, type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Cancel, Clock } from '../clock.ts'
import { AddressNotAllowed, type Egress, type EgressRules, EgressTooSlow } from './egress.ts'
import { assertReachable, judgeUrl } from './judge-url.ts'

const headersBytesMax = 32 * 1_024

export interface RealEgressDeps {
  clock: Clock
  /** Absent: the machine's own. */
  resolve?: typeof resolveName
}

export function createRealEgress({ clock, resolve = resolveName }: RealEgressDeps): Egress {
  const kept = createKeptConnections()

  return async (address, init, rules) => {
    const url = judgeUrl(address, rules)
    // What was judged once may be something else later, so only where nothing is judged a connection is used again.
    const agent = rules.reach === 'anywhere' ? kept(url) : false
    try {
      return await send(url, init, rules, agent)
    } catch (error) {
      if (!(error instanceof LeftByPeer)) throw error
      return send(url, init, rules, false)
    }
  }

  function send(url: URL, init: RequestInit, rules: EgressRules, agent: Agent | false): Promise<Response> {
    return new Promise((done, fail) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      const sent = request(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        lookup: createJudgedLookup(resolve, url, rules),
        maxHeaderSize: headersBytesMax,
        agent,
        ...(init.signal && { signal: init.signal }),
      })
      watchTimes(sent, clock, rules)
      if (agent === false) sent.on('socket', (socket) => checkPeer(socket, url, rules))
      sent.on('error', (error) => {
        // Node would wrap what the signal says.
        if (init.signal?.aborted) return fail(init.signal.reason)
        fail(sent.reusedSocket && wasLeft(error) ? new LeftByPeer() : error)
      })
      sent.on('response', (answer) => {
        try {
          done(responseOf(answer))
        } catch (error) {
          answer.destroy()
          fail(error)
        }
      })
      sent.end(bodyOf(init.body))
    })
  }
}

/** One for each kind, made when it is first needed. The other side closes what it no longer wants to keep. */
function createKeptConnections(): (url: URL) => Agent {
  let plain: Agent | undefined
  let secure: Agent | undefined
  const options = { keepAlive: true, maxFreeSockets: 16 }
  return ({ protocol }) =>
    protocol === 'https:' ? (secure ??= new SecureAgent(options)) : (plain ??= new Agent(options))
}

/** A kept connection that the other side closed while it lay idle: nothing of the request was read there. */
class LeftByPeer extends Error {}

function wasLeft(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function createJudgedLookup(resolve: typeof resolveName, url: URL, rules: EgressRules): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      try {
        for (const { address } of found) assertReachable(address, url, rules)
      } catch (no) {
        return done(no as AddressNotAllowed, '')
      }
      const [first] = found
      if (!first) return done(new AddressNotAllowed(host, 'it has no address'), '')
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

/** What was judged is what was connected to; should that ever not hold, nothing is sent. */
function checkPeer(socket: Socket, url: URL, rules: EgressRules): void {
  socket.once('connect', () => {
    // Gone again already: whoever waits for the answer hears of it.
    if (socket.remoteAddress === undefined) return
    try {
      assertReachable(socket.remoteAddress, url, rules)
    } catch (no) {
      socket.destroy(no as AddressNotAllowed)
    }
  })
}

function watchTimes(sent: ClientRequest, clock: Clock, { times }: EgressRules): void {
  if (times === undefined) return
  let cancel: Cancel = () => undefined
  const expect = (what: ConstructorParameters<typeof EgressTooSlow>[0], ms: number) => {
    cancel()
    cancel = clock.timer(ms, () => sent.destroy(new EgressTooSlow(what)))
  }
  expect('a connection', times.connectMs)
  sent.once('socket', (socket) => {
    if (sent.reusedSocket) expect('an answer', times.headersMs)
    else socket.once('connect', () => expect('an answer', times.headersMs))
  })
  for (const end of ['response', 'error', 'close']) sent.once(end, () => cancel())
}

const bodiless = new Set([204, 205, 304])

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage, headersDistinct } = answer
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  if (bodiless.has(status)) answer.resume()
  // The cast is the edge between the two ways in which Node types one and the same stream.
  const body = bodiless.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  return new Response(body, {
    status,
    headers,
    ...(isReason(statusMessage) && { statusText: statusMessage }),
  })
}

function isReason(text: string | undefined): text is string {
  return text !== undefined && /^[\t\x20-\x7e]*$/.test(text)
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body == null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new Error('a request has a body that is neither text nor bytes')
}
