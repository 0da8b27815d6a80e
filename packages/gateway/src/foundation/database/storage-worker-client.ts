// Talks to the storage thread. It is started by the first question and ends after a quiet minute, so that an idle
// gateway does not pay for it.

import { Worker } from 'node:worker_threads'
import type { StorageAnswer, StorageQuestion } from './storage-worker.ts'

export interface StorageWorker {
  ask<T>(question: StorageQuestion): Promise<T>
  close(): Promise<void>
}

const quietMs = 60_000

interface Pending {
  resolve(value: never): void
  reject(error: Error): void
}

export function createStorageWorker(databasePath: string): StorageWorker {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let quiet: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false

  function start(): Worker {
    const started = new Worker(new URL('./storage-worker.ts', import.meta.url), {
      workerData: { databasePath },
      // Its heap holds a few numbers; without a bound V8 would reserve as much as the main thread.
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 },
    })
    started.on('message', settle)
    started.on('error', (error) => lose(started, error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => lose(started, new Error('the storage thread ended')))
    started.unref()
    return started
  }

  function settle(answer: StorageAnswer): void {
    const waiter = pending.get(answer.id)
    if (!waiter) return
    pending.delete(answer.id)
    if ('error' in answer) {
      waiter.reject(Object.assign(new Error(answer.error.message), answer.error))
    } else {
      waiter.resolve(answer.value as never)
    }
    if (pending.size === 0) rest()
  }

  function rest(): void {
    worker?.unref()
    clearTimeout(quiet)
    quiet = setTimeout(() => void stop(), quietMs)
    quiet.unref()
  }

  function lose(which: Worker, error: Error): void {
    if (which !== worker) return
    worker = undefined
    for (const waiter of pending.values()) waiter.reject(error)
    pending.clear()
  }

  async function stop(): Promise<void> {
    clearTimeout(quiet)
    if (pending.size > 0 || !worker) return
    const leaving = worker
    worker = undefined
    await leaving.terminate()
  }

  return {
    ask<T>(question: StorageQuestion): Promise<T> {
      if (closed) return Promise.reject(new Error('the store is closed'))
      clearTimeout(quiet)
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const answer = new Promise<T>((resolve, reject) => pending.set(id, { resolve, reject }))
      worker.postMessage({ id, question })
      return answer
    },
    async close() {
      closed = true
      clearTimeout(quiet)
      if (!worker) return
      const leaving = worker
      worker = undefined
      await leaving.terminate()
      for (const waiter of pending.values()) waiter.reject(new Error('the store is closed'))
      pending.clear()
    },
  }
}
