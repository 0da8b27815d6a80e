// The platform over HTTP, on loopback only: programs ask under `/v1`, and whoever tries things out moves its people under
// `/control`. It outlives the programs that ask, as a platform does.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlPlatform } from './control-platform.ts'
import type { Platform } from './platform.ts'
import { callKinds, type CallKind } from './platform-words.ts'

export interface ServedPlatform {
  url: string
  close(): Promise<void>
}

const bodyBytesMax = 64 * 1_024 * 1_024

/** With port 0 a free one is taken. */
export async function servePlatform(platform: Platform, port = 0): Promise<ServedPlatform> {
  const server = createServer((request, response) => {
    serve(platform, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  // A TCP server that listens has an address of this shape.
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = await readJson(request)
  if (request.method !== 'POST') return answer(response, 405, { code: 'post_only', message: 'Ask by POST.' })
  // A page in a browser on this machine could move its people otherwise.
  if (request.headers.origin !== undefined)
    return answer(response, 403, { code: 'no_pages', message: 'Not from a page.' })
  if (body === undefined) return answer(response, 400, { code: 'bad_body', message: 'The body is no JSON.' })
  if (pathname.startsWith('/control/')) {
    const { status, body: told } = controlPlatform(platform, pathname.slice('/control/'.length), body)
    return answer(response, status, told)
  }
  const kind = callKinds.find((one) => `/v1/${one}` === pathname)
  if (!kind) return answer(response, 404, { code: 'unknown_call', message: `There is no ${pathname}.` })
  return serveCall(platform, request, response, { kind, body })
}

async function serveCall(
  platform: Platform,
  request: IncomingMessage,
  response: ServerResponse,
  { kind, body }: { kind: CallKind; body: unknown },
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const reply = await platform.handle({ kind, token, body }, left.signal)
  switch (reply.kind) {
    case 'answer':
      return answer(response, reply.status, reply.body)
    case 'garbage':
      response.writeHead(reply.status, { 'content-type': 'text/html' }).end('<html>It works!</html>')
      return
    case 'reset':
      // The head and a part of the body leave first: whoever reads sees an answer that breaks.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"id":"', () => response.destroy())
      return
    case 'unreachable':
    case 'left':
      response.destroy()
      return
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Undefined: no JSON, or too much of it. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk))
    bytes += chunks.at(-1)?.length ?? 0
    if (bytes > bodyBytesMax) return undefined
  }
  try {
    return bytes === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
