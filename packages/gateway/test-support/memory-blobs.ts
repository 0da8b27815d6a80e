// Bytes by their hash in memory, for worlds that have no disk of their own. What was placed outlives a crash, what was
// only staged does not.

import type { Blobs } from '../src/foundation/files/blobs.ts'
import { watchBytes } from '../src/foundation/files/watch-bytes.ts'
import { createKeyedRunner } from '../src/foundation/keyed-runner.ts'

export function createMemoryBlobs(kept: Map<string, Uint8Array> = new Map()): Blobs {
  const line = createKeyedRunner()
  let holders = 0
  return {
    async stage(content, bytesMax) {
      const passing = watchBytes(bytesMax)
      const chunks: Uint8Array[] = []
      for await (const chunk of content) {
        passing.take(chunk)
        chunks.push(Uint8Array.from(chunk))
      }
      const known = passing.end()
      return {
        ...known,
        async place() {
          kept.set(known.hash, Buffer.concat(chunks))
        },
        discard: async () => undefined,
      }
    },
    alone: (hash, task) => line.run(hash, task),
    async open(hash, bytes, range) {
      const found = kept.get(hash)
      if (found?.byteLength !== bytes) return undefined
      return once(range === undefined ? found : found.subarray(range.first, range.last + 1))
    },
    async remove(hash) {
      if (holders === 0) kept.delete(hash)
      return holders === 0
    },
    async holdAll(task) {
      holders++
      try {
        return await task()
      } finally {
        holders--
      }
    },
    list: async (limit) => [...kept.keys()].slice(0, limit),
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
