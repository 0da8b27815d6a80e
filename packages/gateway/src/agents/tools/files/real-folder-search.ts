// Runs each search in a thread of its own, so that neither a large folder nor a hostile regular expression holds up
// anything else, and both can be ended at any time.

import { Worker } from 'node:worker_threads'
import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { HeddlePlaces } from './real-forbidden-places.ts'
import type { SearchTask } from './real-search-worker.ts'
import type { FileHits, SearchPart } from './search-folder.ts'
import type { FolderSearch, SearchFound } from './search-tool.ts'

export interface FolderSearchOptions {
  places: HeddlePlaces
  clock: Clock
  timeMs?: number
}

export function createRealFolderSearch(options: FolderSearchOptions): FolderSearch {
  const { places, clock, timeMs = limits.fileSearchTimeMs } = options
  const turn = createTurns(limits.fileSearchesAtOnceMax)
  return (root, question, signal) =>
    turn(signal, () => runInThread({ root, question, places }, { clock, timeMs, signal }))
}

interface Around {
  clock: Clock
  timeMs: number
  signal: AbortSignal
}

async function runInThread(task: SearchTask, { clock, timeMs, signal }: Around): Promise<SearchFound> {
  const worker = new Worker(new URL('./real-search-worker.ts', import.meta.url), {
    workerData: task,
    // No variables of ours: what it needs, it is handed.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  const files: FileHits[] = []
  const ended = Promise.withResolvers<SearchFound['end']>()
  worker.on('message', (part: SearchPart) => {
    if (part.kind === 'file') files.push(part.found)
    else ended.resolve(part.kind === 'end' ? part.end : { trouble: part.message })
  })
  // Too large a pattern, or too much memory: of the question, not of ours.
  worker.on('error', () => ended.resolve({ trouble: 'The search broke off; use a simpler query.' }))
  worker.on('exit', () => ended.resolve({ trouble: 'The search broke off; try it again.' }))
  const stop = () => ended.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const cancel = clock.timer(timeMs, () => ended.resolve('time'))
  try {
    signal.throwIfAborted()
    return { end: await ended.promise, files }
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Lets so many run at once; the others wait in line, and leave it when they are aborted. */
function createTurns(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function turn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    while (running >= most) {
      await new Promise<void>((wake) => {
        waiting.push(wake)
        signal.addEventListener('abort', () => wake(), { once: true })
      })
      signal.throwIfAborted()
    }
    running++
    try {
      return await task()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
