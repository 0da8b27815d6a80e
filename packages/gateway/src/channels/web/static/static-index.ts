// The files of the web app, listed once. A request looks its path up in the list, so no path from outside ever reaches
// the disk.

import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

export interface StaticFile {
  /** On disk. */
  path: string
  type: string
  etag: string
  /** Its name holds a hash of its content, so it never changes. */
  isImmutable: boolean
  /** The same file compressed, where the build left one. */
  compressed: { br?: string; gzip?: string }
}

export interface StaticIndex {
  /** `urlPath` begins with "/". Undefined when there is no such file. */
  find(urlPath: string): StaticFile | undefined
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const filesMax = 2_000

/** Undefined while the folder holds no index.html. Listed again when that file is another than last time. */
export function createStaticIndex(folder: string): () => Promise<StaticIndex | undefined> {
  let listed: { stamp: string; index: Promise<StaticIndex> } | undefined

  return async () => {
    const page = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (page === undefined) return undefined
    const stamp = `${page.ino} ${page.size} ${page.mtimeMs}`
    if (listed?.stamp !== stamp) listed = { stamp, index: listFiles(folder) }
    try {
      return await listed.index
    } catch {
      // Someone is building right now; the next request looks again.
      listed = undefined
      return undefined
    }
  }
}

async function listFiles(folder: string): Promise<StaticIndex> {
  const names = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // Links are left out: they may lead anywhere.
    if (entry.isFile() && names.size < filesMax) names.add(join(entry.parentPath, entry.name))
  }
  const files = new Map<string, StaticFile>()
  for (const path of names) {
    const type = types[extname(path)]
    // What the build does not make (notes, source maps, dot files) is not shown.
    if (type === undefined) continue
    files.set(urlPathOf(folder, path), await describeFile(path, type, names))
  }
  return { find: (urlPath) => files.get(urlPath) }
}

function urlPathOf(folder: string, path: string): string {
  return path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/')
}

async function describeFile(path: string, type: string, names: ReadonlySet<string>): Promise<StaticFile> {
  const isImmutable = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/.test(path)
  const compressed: StaticFile['compressed'] = {}
  if (names.has(`${path}.br`)) compressed.br = `${path}.br`
  if (names.has(`${path}.gz`)) compressed.gzip = `${path}.gz`
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('base64url')
    .slice(0, 22)
  return { path, type, etag: hash, isImmutable, compressed }
}
