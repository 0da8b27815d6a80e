// The real server: sockets, time-outs and sizes, and an orderly end.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createRealClock } from '../../foundation/real-clock.ts'
import type { DescribeUnreadable } from './describe-unreadable.ts'
import type { DoorLimits } from './door-limits.ts'
import { limitArrival } from './limit-arrival.ts'

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A connection that goes on as something else than HTTP. Whoever takes it ends it. */
export interface OnUpgrade {
  /** A request that asks for something else than ours is answered as if it had not asked. */
  isOurs(request: IncomingMessage): boolean
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface Listening {
  /** Where it can be reached from this machine. */
  url: string
  port: number
  /** Accepts nothing more, lets running requests end within the limit, then cuts what remains of HTTP. */
  close(): Promise<void>
}

export type ListenProblem = 'port_taken' | 'not_permitted' | 'no_such_address' | 'other'

/** The server cannot listen where it was told to; the message is one sentence for whoever starts it. */
export class CannotListen extends Error {
  readonly problem: ListenProblem
  constructor(problem: ListenProblem, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'CannotListen'
    this.problem = problem
  }
}

export interface ListenOptions {
  host: string
  port: number
  limits: DoorLimits
  onRequest: RequestListener
  onUpgrade?: OnUpgrade
  /** A request that brings a file, and may take its time as long as bytes come. */
  isUpload?(request: IncomingMessage): boolean
  /** What to tell someone whose request cannot even be read. */
  onUnreadable: DescribeUnreadable
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, limits } = options
  const clock = createRealClock()
  const server = createServer(
    {
      headersTimeout: Math.min(limits.headersTimeMs, limits.requestTimeMs),
      // Counted for each request by itself, below.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveTimeMs,
      // How often the time-outs above are looked at; by default they would be half a minute late.
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeMs),
      maxHeaderSize: limits.requestHeadersBytesMax,
      // Missing ones are refused by us, in the words of every other refusal.
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => options.onUpgrade?.isOurs(request) ?? false,
    },
    (request, response) => {
      const onLate = () =>
        response.headersSent ? request.socket.destroy() : answerUnreadable(late, request.socket, options)
      const isUpload = options.isUpload?.(request) ?? false
      limitArrival(request, response, { clock, limits, isUpload, onLate })
      options.onRequest(request, response)
    },
  )
  server.maxConnections = limits.connectionsMax
  // Node would leave out the headers beyond its count, and a check with them; their size is limited anyway.
  server.maxHeadersCount = 0
  // Whoever neither sends nor reads for this long is cut off, so that an answer does not wait in memory for ever.
  server.timeout = 2 * limits.requestTimeMs
  server.on('upgrade', (request, socket, head) => options.onUpgrade?.take(request, socket, head))
  server.on('clientError', (error, socket) => answerUnreadable(error, socket as Socket, options))
  await bind(server, host, port)
  const address = server.address() as AddressInfo
  return {
    url: `http://${nameToReach(host)}:${address.port}`,
    port: address.port,
    close: () => closeGently(server, limits.shutdownMs),
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, host, port))
    server.once('error', fail)
    server.listen({ host, port, backlog: 1_024 }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): CannotListen {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotListen(
        'port_taken',
        `Port ${port} on ${host} is taken. Stop what listens there, or choose another with --port.`,
        error,
      )
    case 'EACCES':
    case 'EPERM':
      return new CannotListen(
        'not_permitted',
        `Listening on ${where} is not permitted. Choose a port from 1024 up with --port.`,
        error,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CannotListen(
        'no_such_address',
        `This machine has no address "${host}". Choose another with --host.`,
        error,
      )
    default:
      return new CannotListen('other', `Listening on ${where} failed: ${error.message}.`, error)
  }
}

/** Listening on all addresses is reached by any of them; from here, by the machine's own name for itself. */
function nameToReach(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

// What comes here never became a request: broken syntax, headers too large or too slow, two lengths for one body. The
// connection ends with it, because nobody knows where the next request would begin.
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, options: ListenOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf(error.code)
  const { headers, body } = options.onUnreadable(status)
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))]]
  const head = [`HTTP/1.1 ${status} ${reasons[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon())
}

const late = Object.assign(new Error('the request took too long to arrive'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

const reasons = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

async function closeGently(server: Server, limitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearTimeout(cut)
}
