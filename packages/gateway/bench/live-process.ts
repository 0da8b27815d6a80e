// What both servers of the live benchmarks do on request: stream, and say what that cost.

import { setTimeout as sleep } from 'node:timers/promises'

export type LiveRequest = { do: 'memory' } | { do: 'stream'; pieces: number }

export interface LiveReady {
  url: string
  tokens: string[]
  scopes: string[]
}

export interface LiveServer {
  ready: LiveReady
  stream(pieces: number): Promise<void>
}

export const lastPiece = 'the very last piece of it.'
const pieceEveryMs = 4

/** Pieces as large as those of a quick model, at a pace at which every reader keeps up. */
export async function streamPieces(
  count: number,
  send: (offset: number, text: string) => void,
): Promise<void> {
  const text = 'and then some more of the same text, '
  for (let i = 0; i < count; i++) {
    send(i * text.length, i === count - 1 ? lastPiece : text)
    await sleep(pieceEveryMs)
  }
}

export function answerLiveBenchmark(server: LiveServer): void {
  process.on('message', (request: LiveRequest) => void answer(request))
  process.send?.(server.ready)

  async function answer(request: LiveRequest): Promise<void> {
    if (request.do === 'memory') return void process.send?.(await settledMemory())
    const before = process.cpuUsage()
    await server.stream(request.pieces)
    const { user, system } = process.cpuUsage(before)
    process.send?.(user + system)
  }
}

/** Of the process, after what is garbage is gone and the engine has given back what it holds in reserve. */
async function settledMemory(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    await global.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
    await sleep(150)
  }
  return process.memoryUsage.rss()
}
