// A file as an answer. It came from someone, so a browser gets it in a sandbox without any rights; only images that are
// what they say are shown, everything else is there to be saved.

import { isShownImage } from '@heddle/contract'
import type { FileRange, StoredFile } from '../../../sessions/sessions.ts'
import type { DoorContext } from '../door-env.ts'
import type { FileAnswer } from './call.ts'

export async function writeFile(c: DoorContext, { file, open }: FileAnswer): Promise<Response> {
  const etag = `"${file.hash}"`
  c.header('ETag', etag)
  // Asked again each time: whoever may no longer read it, and what was redacted, is found out by that.
  c.header('Cache-Control', 'private, no-cache')
  c.header('Content-Security-Policy', "sandbox; default-src 'none'")
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  c.header('Accept-Ranges', 'bytes')
  if (namesTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  c.header('Content-Type', file.mediaType)
  c.header('Content-Disposition', dispositionOf(file))
  const range = chooseRange(c, etag, file.bytes)
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  c.header('Content-Length', String(last - first + 1))
  if (range !== undefined) c.header('Content-Range', `bytes ${first}-${last}/${file.bytes}`)
  const status = range === undefined ? 200 : 206
  const content = await open(range)
  // Of a file that nobody fetches, not even the first byte is read.
  if (c.req.method === 'HEAD') return c.body(null, status)
  return c.body(ReadableStream.from(content), status)
}

/** By RFC 6266: the second form for all names, the first for those who know only that. */
export function dispositionOf({ name, mediaType }: Pick<StoredFile, 'name' | 'mediaType'>): string {
  const way = isShownImage(mediaType) ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${way}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** One range that can be had; anything else is answered with the whole, as HTTP allows. */
function chooseRange(c: DoorContext, etag: string, bytes: number): FileRange | undefined {
  const condition = c.req.header('If-Range')
  if (condition !== undefined && condition !== etag) return undefined
  return readRange(c.req.header('Range'), bytes)
}

export function readRange(header: string | undefined, bytes: number): FileRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return first <= last ? { first, last } : undefined
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
