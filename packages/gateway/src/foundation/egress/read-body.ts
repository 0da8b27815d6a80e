// Reads the body of an answer as far as a limit goes, and unpacks it on the way. Both what comes and what it unpacks to
// are counted, so that a small answer cannot become a large one.

import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { EgressTooSlow } from './egress.ts'

export interface BodyLimits {
  bytesMax: number
  /** Between two pieces. */
  idleMs: number
}

export interface ReadBody {
  bytes: Uint8Array
  /** There would have been more. */
  isCut: boolean
}

/** Throws EgressTooSlow, CannotUnpack, what the signal says, and whatever the network does. */
export async function readBody(
  response: Response,
  limits: BodyLimits,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReadBody> {
  if (response.body === null) return { bytes: new Uint8Array(), isCut: false }
  const unpack = unpackerFor(response.headers.get('content-encoding'))
  const taken: Uint8Array[] = []
  let size = 0
  let isCut = false
  const take = async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const piece of pieces) {
      const room = limits.bytesMax - size
      taken.push(piece.subarray(0, room))
      size += Math.min(piece.byteLength, room)
      if (piece.byteLength <= room) continue
      isCut = true
      return
    }
  }
  const cut = () => {
    isCut = true
  }
  try {
    const source = Readable.from(arrive(response.body, limits, clock, signal, cut))
    await (unpack ? pipeline(source, unpack, take, { signal }) : pipeline(source, take, { signal }))
  } catch (error) {
    signal.throwIfAborted()
    // Leaving the rest unread ends the stream before its time, which is what was wanted.
    if (!isCut) throw isUnpackError(error) ? new CannotUnpack() : error
  }
  return { bytes: Buffer.concat(taken), isCut }
}

export class CannotUnpack extends Error {
  constructor(encoding?: string) {
    super(encoding === undefined ? 'it is packed, and broken' : `it is packed as "${encoding}"`)
    this.name = 'CannotUnpack'
  }
}

/** What comes over the network, until it is too much. */
async function* arrive(
  body: ReadableStream<Uint8Array>,
  { bytesMax, idleMs }: BodyLimits,
  clock: Clock,
  signal: AbortSignal,
  onCut: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let room = bytesMax; ; ) {
      const { done, value } = await withinTime(clock, idleMs, signal, () => reader.read())
      if (done) return
      if (value.byteLength > room) onCut()
      yield value.subarray(0, room)
      if (value.byteLength > room) return
      room -= value.byteLength
    }
  } finally {
    // Nobody waits for the other side to notice.
    reader.cancel().catch(() => undefined)
  }
}

/** Neither the stream nor what reads it can be ended while a read is under way, so the waiting ends instead. */
function withinTime<T>(clock: Clock, ms: number, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    signal.throwIfAborted()
    const leave = () => fail(signal.reason as Error)
    const cancel = clock.timer(ms, () => fail(new EgressTooSlow('the rest of the answer')))
    signal.addEventListener('abort', leave, { once: true })
    const settle = () => {
      cancel()
      signal.removeEventListener('abort', leave)
    }
    void read().then(done, fail).finally(settle)
  })
}

/** Undefined when nothing is to be done. One layer is enough for anybody; several are how bombs are built. */
function unpackerFor(encoding: string | null): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress()
    default:
      throw new CannotUnpack(encoding ?? '')
  }
}

function isUnpackError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_ZSTD|ZSTD_)/.test(code)
}
