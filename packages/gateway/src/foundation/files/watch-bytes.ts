// What is learnt of bytes while they pass: their hash, their number, their beginning.

import { createHash } from 'node:crypto'
import { limits, refused } from '@heddle/contract'
import { headBytesMax } from './blobs.ts'

export interface PassingBytes {
  /** Throws `too_large` for the chunk that is too much. */
  take(chunk: Uint8Array): void
  end(): { hash: string; bytes: number; head: Uint8Array }
}

export function watchBytes(bytesMax: number): PassingBytes {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let bytes = 0
  return {
    take(chunk) {
      const room = headBytesMax - bytes
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw tooLargeFile(bytesMax)
      // A copy, because the reader may fill the same memory again.
      if (room > 0) head.push(Uint8Array.from(chunk.subarray(0, room)))
      hash.update(chunk)
    },
    end: () => ({ hash: hash.digest('hex'), bytes, head: Buffer.concat(head) }),
  }
}

export function tooLargeFile(bytesMax: number = limits.fileBytesMax) {
  const megabytes = bytesMax / 1_048_576
  const most = megabytes >= 1 ? `${Math.floor(megabytes)} MB` : `${bytesMax} bytes`
  return refused('too_large', { message: `A file may have at most ${most}.` })
}
