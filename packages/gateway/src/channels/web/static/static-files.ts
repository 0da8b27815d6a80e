// Serves the web app: its files, and its one page under every path that is not a file.

import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { refused } from '@heddle/contract'
import type { DoorContext, DoorStep } from '../door-env.ts'
import { createStaticIndex, type StaticFile } from './static-index.ts'

export function serveStaticFiles(folder: string): DoorStep {
  const currentIndex = createStaticIndex(folder)

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const path = decodedPath(c)
    if (isOtherwiseTaken(path)) return next()
    c.set('route', 'static')
    const index = await currentIndex()
    if (index === undefined) {
      if (extname(path) !== '') throw refused('not_found')
      return c.html(notBuiltPage, 503, { 'Cache-Control': 'no-store', 'Retry-After': '10' })
    }
    const file = index.find(path) ?? (extname(path) === '' ? index.find('/index.html') : undefined)
    if (file === undefined) throw refused('not_found')
    return sendFile(c, file)
  }
}

function decodedPath(c: DoorContext): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw refused('not_found')
  }
}

/** Paths under which a program asks, not a person: a page there would only hide a mistake. */
function isOtherwiseTaken(path: string): boolean {
  return /^\/(api|v1|metrics|healthz|readyz|avatars)(\/|$)/.test(path)
}

async function sendFile(c: DoorContext, file: StaticFile): Promise<Response> {
  const { encoding, path } = chooseEncoding(file, c.req.header('Accept-Encoding') ?? '')
  const etag = `"${file.etag}${encoding === undefined ? '' : `-${encoding}`}"`
  c.header('ETag', etag)
  c.header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  if (namesTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  if (encoding !== undefined) c.header('Content-Encoding', encoding)
  const bytes = await readFile(path)
  return c.body(new Uint8Array(bytes), 200, { 'Content-Type': file.type })
}

function chooseEncoding(
  file: StaticFile,
  accepted: string,
): { encoding: 'br' | 'gzip' | undefined; path: string } {
  for (const encoding of ['br', 'gzip'] as const) {
    const path = file.compressed[encoding]
    if (path !== undefined && accepts(accepted, encoding)) return { encoding, path }
  }
  return { encoding: undefined, path: file.path }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}

const notBuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heddle</title>
<h1>The web app is not built yet</h1>
<p>The server runs, but the folder with the web app is empty. In the folder of Heddle, run</p>
<pre>npm run build:web</pre>
<p>and load this page again. The API works meanwhile.</p>
</html>
`
