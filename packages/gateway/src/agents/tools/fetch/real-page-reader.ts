// Reads pages on threads, one each, so that none can hold up the gateway: whichever takes too long is ended with all that
// it holds. Two at once, because each may take a core.

import { Worker } from 'node:worker_threads'
import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import { type PageReader, type PageReading, PageTooHard, type ReadablePage } from './page-reader.ts'

const atOnceMax = 2
/** Enough for pages that people read; the rest is meant to break something, and does so early. */
const heapMbMax = 160
const stackMbMax = 1

export function createRealPageReader({ clock }: { clock: Clock }): PageReader {
  const waiting: (() => void)[] = []
  let running = 0

  async function takeTurn(): Promise<void> {
    if (running < atOnceMax) return void running++
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function giveTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async read(html, options, signal) {
      await takeTurn()
      try {
        signal.throwIfAborted()
        return await readOnThread(clock, html, options, signal)
      } finally {
        giveTurn()
      }
    },
  }
}

async function readOnThread(
  clock: Clock,
  html: string,
  options: PageReading,
  signal: AbortSignal,
): Promise<ReadablePage> {
  const worker = startThread({ html, ...options })
  const { promise, resolve, reject } = Promise.withResolvers<ReadablePage>()
  const cancel = clock.timer(limits.fetchReadMs, () => reject(new PageTooHard()))
  const leave = () => reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  // The edge: what it sends is what readPage answers.
  worker.once('message', (page) => resolve(page as ReadablePage))
  // Out of memory, or of stack: whatever a page can do to it.
  worker.once('error', () => reject(new PageTooHard()))
  worker.once('exit', () => reject(new PageTooHard()))
  try {
    return await promise
  } finally {
    cancel()
    signal.removeEventListener('abort', leave)
    await worker.terminate()
  }
}

function startThread(workerData: PageReading & { html: string }): Worker {
  try {
    return new Worker(new URL('./real-page-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMbMax,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: stackMbMax,
      },
      // A page has no use for what we were started with.
      env: {},
      execArgv: [],
    })
  } catch {
    throw new PageTooHard('this machine has no thread left to read it with')
  }
}
