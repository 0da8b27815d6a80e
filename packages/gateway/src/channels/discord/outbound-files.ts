// The files that go with a message, as far as Discord takes them. What it does not take, or what cannot be read any more,
// is named instead: a text is not lost over a file.

import type { OutboundFile } from '../channel.ts'
import type { RestFile } from './rest-words.ts'

export interface FilesToSend {
  files: readonly RestFile[]
  /** A line for each that does not go along. */
  missing: readonly string[]
}

const mebibyte = 1_048_576
const fileBytesMax = 10 * mebibyte
/** Of a whole request, with room for everything that is no file. */
const requestBytesMax = 25 * mebibyte - 256 * 1_024
const filesMax = 10

export async function readOutboundFiles(attachments: readonly OutboundFile[]): Promise<FilesToSend> {
  const files: RestFile[] = []
  const missing: string[] = []
  let bytes = 0
  for (const { name, mediaType, read } of attachments) {
    const content = await read().catch(() => undefined)
    const why =
      content === undefined ? 'it can no longer be read' : judge(content.byteLength, bytes, files.length)
    if (content === undefined || why !== undefined) {
      missing.push(`📎 ${name}: ${why}`)
      continue
    }
    bytes += content.byteLength
    files.push({ name, mediaType, content })
  }
  return { files, missing }
}

function judge(bytes: number, before: number, count: number): string | undefined {
  const size = `${(bytes / mebibyte).toFixed(1)} MB`
  if (bytes > fileBytesMax) return `too large for Discord (${size}, at most ${fileBytesMax / mebibyte} MB)`
  if (before + bytes > requestBytesMax) return `too large together with the others (${size})`
  return count >= filesMax ? `more than ${filesMax} files` : undefined
}
