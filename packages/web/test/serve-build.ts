// Serves packages/web/dist the way the gateway does, with the same content security policy, and nothing behind it.

import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { securityHeaders } from '../../gateway/src/channels/web/steps/security-headers.ts'

// The gateway's own, so that a stricter policy there is tried here too.
const headers = Object.fromEntries(securityHeaders(''))
const dist = join(import.meta.dirname, '..', 'dist')

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export async function serveBuild(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    void sendFile(path).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type, ...headers })
      response.end(body)
    })
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) }
}

/** A path with an ending is a file; every other one is a page of the app. */
export async function sendFile(
  path: string,
): Promise<{ status: number; type: string; body: Buffer | string }> {
  const name = extname(path) === '' ? '/index.html' : normalize(path)
  try {
    const body = await readFile(join(dist, name))
    return { status: 200, type: types[extname(name)] ?? 'application/octet-stream', body }
  } catch {
    return { status: 404, type: 'text/plain', body: 'not found' }
  }
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

export function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
