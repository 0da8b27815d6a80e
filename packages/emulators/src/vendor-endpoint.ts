// A server on loopback that answers each request with the next answer of a script, word for word as a vendor would send
// it, and remembers what it was asked: where a mock is not exact enough.

import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedAnswer {
  /** Default: 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Sent as they are, with what belongs to the format around them. */
  events?: readonly VendorEvent[]
  /** Instead of events: JSON. */
  body?: unknown
  /** Leaves the connection open after the last event, until the other side hangs up. */
  isSilent?: boolean
}

export interface VendorEvent {
  /** Anthropic and OpenAI name their events. */
  event?: string
  data: unknown
}

export interface AskedRequest {
  path: string
  headers: IncomingHttpHeaders
  /** The parsed JSON; null when there was none. */
  body: unknown
}

export interface VendorEndpoint {
  /** Without a path. */
  url: string
  asked: readonly AskedRequest[]
  /** Resolves when the answer that is open now is left by the other side. */
  left(): Promise<void>
  close(): Promise<void>
}

export async function openVendorEndpoint(script: readonly ScriptedAnswer[]): Promise<VendorEndpoint> {
  const asked: AskedRequest[] = []
  const waiting = [...script]
  let isLeft = Promise.withResolvers<void>()

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      asked.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = waiting.shift() ?? { status: 500, body: { error: { message: 'the script is over' } } }
      const { status = 200, headers = {}, events, isSilent = false } = answer
      isLeft = Promise.withResolvers()
      response.once('close', () => isLeft.resolve())
      const type = events ? 'text/event-stream' : 'application/json'
      response.writeHead(status, { 'content-type': type, ...headers })
      if (!events) return response.end(JSON.stringify(answer.body ?? {}))
      for (const event of events) response.write(writeEvent(event))
      return isSilent ? undefined : response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    left: () => isLeft.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function writeEvent({ event, data }: VendorEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? null : JSON.parse(text)
}
