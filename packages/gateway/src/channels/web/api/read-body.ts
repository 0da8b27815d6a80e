// Reads a request's body, bounded by what it says of its size and by what really comes.

import { Refusal, refused } from '@heddle/contract'
import type { DoorContext } from '../door-env.ts'
import { parseJson } from './parse-json.ts'

export interface BodyLimits {
  bytesMax: number
  depthMax: number
}

/** Before anything else is asked: a size that is announced and too large is refused without a look at the rest. */
export function checkAnnouncedSize(c: DoorContext, bytesMax: number): void {
  const announced = c.req.header('Content-Length')
  if (announced !== undefined && !(Number(announced) <= bytesMax)) throw tooLarge(bytesMax)
}

/** Nothing at all counts as an empty object, so that what is missing is named field by field. */
export async function readJsonBody(c: DoorContext, limits: BodyLimits): Promise<unknown> {
  checkAnnouncedSize(c, limits.bytesMax)
  const bytes = await readBytes(c, limits.bytesMax)
  if (bytes.byteLength === 0) return {}
  checkContentType(c)
  return parseJson(bytes, limits.depthMax)
}

function checkContentType(c: DoorContext): void {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw refused('unsupported_media_type')
  if (c.req.header('Content-Encoding') !== undefined) {
    throw refused('unsupported_media_type', { message: 'Send the body as it is, without Content-Encoding.' })
  }
}

async function readBytes(c: DoorContext, bytesMax: number): Promise<Uint8Array> {
  try {
    // With an announced size the server itself takes no byte more than that.
    if (c.req.header('Content-Length') !== undefined) return new Uint8Array(await c.req.arrayBuffer())
    return await readCounted(c, bytesMax)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refused('bad_input', { message: 'The request ended before its body did.' })
  }
}

async function readCounted(c: DoorContext, bytesMax: number): Promise<Uint8Array> {
  const stream = c.req.raw.body
  if (stream === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw tooLarge(bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The server reads a bounded part of what is still on its way: closing at once would cut off the answer as well. */
function tooLarge(bytesMax: number): Refusal {
  return refused('too_large', { message: `The request is larger than ${bytesMax} bytes.` })
}
