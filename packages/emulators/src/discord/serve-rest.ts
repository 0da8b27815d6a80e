// This Discord's REST over HTTP, on loopback only, and the files of its messages.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DiscordState } from './discord-state.ts'
import type { DiscordPlatform } from './platform.ts'
import { readRequest } from './read-request.ts'
import type { DiscordReply } from './rest-words.ts'

export interface ServedRest {
  /** `http://127.0.0.1:1234`; REST is under `/api/v10` there. */
  url: string
  close(): Promise<void>
}

/** REST alone, for tests that need no gateway. */
export async function openRestServer(platform: DiscordPlatform, port = 0): Promise<ServedRest> {
  const server = createServer((request, response) => {
    serveRest(platform, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  // A TCP server that listens has an address of this shape.
  const { port: taken } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${taken}`
  platform.state.origin = url
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Under `/api/v10` (or `/api`) the routes, under `/attachments` the files; everything else is not found. */
export async function serveRest(
  platform: DiscordPlatform,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname.startsWith('/attachments/')) return serveAttachment(platform.state, pathname, response)
  const path = /^\/api(?:\/v10)?(\/.*)$/.exec(pathname)?.[1]
  if (path === undefined) return send(response, notFound)
  const left = new AbortController()
  response.once('close', () => left.abort())
  send(response, await platform.answer(await readRequest(request, path, searchParams), left.signal))
}

const notFound: DiscordReply = {
  kind: 'answer',
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: { message: '404: Not Found', code: 0 },
}

function send(response: ServerResponse, reply: DiscordReply): void {
  if (response.destroyed) return
  switch (reply.kind) {
    case 'answer': {
      const isText = typeof reply.body === 'string' && reply.headers['content-type'] !== 'application/json'
      const text = reply.body === undefined ? '' : isText ? String(reply.body) : JSON.stringify(reply.body)
      response.writeHead(reply.status, reply.headers).end(text)
      return
    }
    case 'dropped':
      if (!reply.isMidway) {
        response.destroy()
        return
      }
      // The head and a part of the body leave first: whoever reads sees an answer that breaks.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"id":"', () => response.destroy())
      return
    case 'left':
      response.destroy()
      return
  }
}

function serveAttachment(state: DiscordState, pathname: string, response: ServerResponse): void {
  const [, , channelId = '', fileId] = pathname.split('/')
  const file = (state.messagesByChannel.get(channelId) ?? [])
    .flatMap(({ attachments }) => attachments)
    .find(({ id }) => id === fileId)
  if (!file) return send(response, notFound)
  // Never as a page of its own: what is in it, anybody wrote.
  response
    .writeHead(200, {
      'content-type': file.mediaType ?? 'application/octet-stream',
      'content-length': String(file.content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
    .end(file.content)
}
