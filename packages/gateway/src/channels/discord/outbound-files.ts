// The files that go with a message. How many, and how large, is said when the message is written; what cannot be read any
// more, or is refused after all, is named instead: a text is not lost over a file.

import { type FileLimits, placeFiles, tellMebibytes } from '@heddle/contract/long-text/place-files'
import type { OutboundFile } from '../channel.ts'
import { codeOf, type Reply, type RestFile } from './rest-words.ts'

export interface FilesToSend {
  files: readonly RestFile[]
  /** A line for each that does not go along. */
  missing: readonly string[]
}

const mebibyte = 1_048_576

export const fileLimits: FileLimits = {
  platform: 'Discord',
  fileBytesMax: 10 * mebibyte,
  // Of a whole request, with room for everything that is no file.
  requestBytesMax: 25 * mebibyte - 256 * 1_024,
  requestFilesMax: 10,
}

export async function readOutboundFiles(attachments: readonly OutboundFile[]): Promise<FilesToSend> {
  const files: RestFile[] = []
  const missing: string[] = []
  const { requests, left } = placeFiles(attachments, fileLimits)
  for (const file of attachments) {
    const { fileId, name, mediaType } = file
    // Planned before, so that all of them fit; whoever plans otherwise is told, and nothing is read in vain.
    const isOver = left.includes(file) || !requests[0]?.includes(fileId)
    const content = isOver ? undefined : await file.read().catch(() => undefined)
    if (content !== undefined) files.push({ name, mediaType, content })
    else missing.push(isOver ? tellLeft(file, tooLarge) : `📎 ${escapeMarks(name)}: it can no longer be read`)
  }
  return { files, missing }
}

const tooLarge = 'too large for Discord here'

/** Why the same may be said without its files: Discord refused it for their sake, or perhaps did. */
export function filesRefusal(reply: Reply): string | undefined {
  if (reply.kind !== 'answer') return undefined
  // Also where what stands before Discord says so, in HTML. A server may take less than others.
  if (codeOf(reply) === 40005 || reply.status === 413) return tooLarge
  return codeOf(reply) === 50013 ? 'which the bot may not attach here' : undefined
}

/** What Discord took none of. */
export function withoutFiles(attachments: readonly OutboundFile[], why: string): FilesToSend {
  return { files: [], missing: attachments.map((file) => tellLeft(file, why)) }
}

function tellLeft({ name, bytes, link }: OutboundFile, why: string): string {
  const way = link === undefined ? '' : `: <${link}>`
  return `📎 ${escapeMarks(name)} (${tellMebibytes(bytes)}, ${why})${way}`
}

const marks = /[\\*_`~|<>[\]]/g

/** As Discord shows it, whatever signs it has. */
export function escapeMarks(name: string): string {
  return name.replaceAll(marks, '\\$&')
}
