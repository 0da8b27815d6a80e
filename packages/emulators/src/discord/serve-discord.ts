// An emulated Discord on a port of this machine: REST under `/api`, files under `/attachments`, the gateway under
// `/gateway`, control for tests in other processes under `/_emulator`, and at `/` a page on which one plays its people.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlDiscord } from './control-discord.ts'
import type { Discord } from './open-discord.ts'
import { serveRest } from './serve-rest.ts'
import { watchDiscord } from './watch-discord.ts'

export interface ServedDiscord {
  /** `http://127.0.0.1:7600` */
  url: string
  /** What stands in the configuration as `apiUrl`. */
  apiUrl: string
  close(): Promise<void>
}

const bodyBytesMax = 32 * 1_024 * 1_024

/** With port 0 a free one is taken. */
export async function serveDiscord(discord: Discord, port = 0): Promise<ServedDiscord> {
  const watch = watchDiscord(discord)
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request)
    if (path === '/') return servePage(response)
    if (!path.startsWith('/_emulator/')) return serveRest(discord.platform, request, response)
    if (!isOwnPage(request)) return answer(response, 403, { message: 'Not from another page.' })
    if (path === '/_emulator/changes') return watch.follow(response)
    if (request.method !== 'POST') return answer(response, 405, { message: 'Ask by POST.' })
    const body = await readJson(request)
    if (body === undefined) return answer(response, 400, { message: 'The body is no JSON.' })
    const told = await controlDiscord(discord, path.slice('/_emulator/'.length), body)
    answer(response, told.status, told.body)
  }

  server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) === '/gateway') discord.gateway.accept(request, socket, head)
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  // A TCP server that listens has an address of this shape.
  const { port: taken } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${taken}`
  discord.platform.state.origin = url
  discord.platform.state.gatewayUrl = `ws://127.0.0.1:${taken}/gateway`
  return {
    url,
    apiUrl: `${url}/api`,
    async close() {
      watch.stop()
      await discord.gateway.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? '/', 'http://127.0.0.1').pathname
}

/** Any page in a browser on this machine could move its people otherwise. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  if (!/^(?:127\.0\.0\.1|localhost)(?::[0-9]+)?$/.test(headers.host ?? '')) return false
  return headers.origin === undefined || headers.origin === `http://${headers.host}`
}

function servePage(response: ServerResponse): void {
  // Read each time: whoever works on the page sees it after a reload.
  const page = readFileSync(new URL('page.html', import.meta.url))
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page)
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
