// Takes in the one file that a request carries, as it arrives: a form with the part `file`, or the bytes themselves.

import { limits, Refusal, refused } from '@heddle/contract'
import { tooLargeFile } from '../../../foundation/files/watch-bytes.ts'
import type { Sessions, StagedFile } from '../../../sessions/sessions.ts'
import type { DoorContext } from '../door-env.ts'
import { readFormFile } from './read-form-file.ts'

/** What a form puts around the file. */
const wrappingBytesMax = 64 * 1_024

/** Before anything else is asked; the rest is not read. */
export function checkAnnouncedUpload(c: DoorContext): void {
  const announced = c.req.header('Content-Length')
  const most = limits.fileBytesMax + (isForm(c) ? wrappingBytesMax : 0)
  if (announced !== undefined && !(Number(announced) <= most)) throw tooLargeFile()
}

export async function receiveUpload(c: DoorContext, stage: Sessions['stageFile']): Promise<StagedFile> {
  if (c.req.header('Content-Encoding') !== undefined) {
    throw refused('unsupported_media_type', { message: 'Send the file as it is, without Content-Encoding.' })
  }
  const name = c.req.query('name')
  const mediaType = c.req.header('Content-Type')
  const content = readArriving(c.req.raw.body)
  if (mediaType === undefined || !isForm(c)) return stage({ content, name, mediaType })
  if (name !== undefined) {
    const message = 'goes with a body that is the file itself; in a form the part "file" has the name'
    throw refused('bad_input', { issues: [{ field: 'name', message }] })
  }
  return readFormFile(content, mediaType, stage)
}

function isForm(c: DoorContext): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test((c.req.header('Content-Type') ?? '').trim())
}

async function* readArriving(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > limits.fileBytesMax + wrappingBytesMax) throw tooLargeFile()
      yield chunk
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refused('bad_input', { message: 'The request ended before its body did.' })
  }
}
