// Keeps what a command puts out, within bounds: the beginning and the end, or from wherever somebody last read.

export interface OutputKeeper {
  add(bytes: Uint8Array): void
  /** All that there ever was, also what is not kept. */
  readonly totalBytes: number
  /** Beginning and end, with how much is missing between them. */
  whole(): { head: Uint8Array; left: number; tail: Uint8Array }
  /** The last so many. */
  end(bytesMax: number): Uint8Array
  /** What came since the last call, as far as it is still kept. */
  news(): { bytes: Uint8Array; left: number }
}

export interface OutputRoom {
  headBytes: number
  tailBytes: number
}

export function createOutputKeeper({ headBytes, tailBytes }: OutputRoom): OutputKeeper {
  let head: Uint8Array = new Uint8Array(0)
  let tail: Uint8Array[] = []
  let tailSize = 0
  let total = 0
  let read = 0

  function addToTail(bytes: Uint8Array): void {
    // A copy: what is kept of a large piece must not hold all of it.
    tail.push(bytes.slice(-tailBytes))
    tailSize += Math.min(bytes.length, tailBytes)
    // Twice as much before it is put together again, so that each byte is copied once or twice, not at each call.
    if (tailSize < tailBytes * 2 && tail.length < 4_096) return
    tail = [Buffer.concat(tail).subarray(-tailBytes)]
    tailSize = tail[0]?.length ?? 0
  }

  /** All that is kept after the head. */
  function kept(): Uint8Array {
    return Buffer.concat(tail).subarray(-tailBytes)
  }

  return {
    get totalBytes() {
      return total
    },
    add(bytes) {
      total += bytes.length
      const room = headBytes - head.length
      if (room > 0) head = Buffer.concat([head, bytes.subarray(0, room)])
      if (bytes.length > room) addToTail(bytes.subarray(Math.max(0, room)))
    },
    whole() {
      const last = kept()
      return { head, left: total - head.length - last.length, tail: last }
    },
    end(bytesMax) {
      const last = kept()
      return last.length >= bytesMax
        ? last.subarray(-bytesMax)
        : Buffer.concat([head, last]).subarray(-bytesMax)
    },
    news() {
      const last = kept()
      const first = total - last.length
      const fromHead = head.subarray(Math.min(read, head.length))
      const fromTail = last.subarray(Math.max(0, read - first))
      const unread = total - read
      read = total
      return { bytes: Buffer.concat([fromHead, fromTail]), left: unread - fromHead.length - fromTail.length }
    },
  }
}
