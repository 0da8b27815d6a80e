// Hands code to the worker and matches its answers. The worker is started by the first block that asks; one that breaks
// is started anew by the next.

import type { CodeHighlighter } from './code-highlighter.ts'
import type { CodeLine } from './code-roles.ts'
import type { LanguageName } from './languages.ts'

export interface HighlightJob {
  id: number
  text: string
  language: LanguageName
}

export type HighlightAnswer = { id: number; lines: CodeLine[] } | { id: number; problem: string }

/** What is needed of a worker. */
export interface HighlightPort {
  postMessage(job: HighlightJob): void
  addEventListener(kind: 'message', listen: (event: { data: HighlightAnswer }) => void): void
  addEventListener(kind: 'error', listen: () => void): void
  terminate(): void
}

interface Waiting {
  resolve(lines: CodeLine[]): void
  reject(error: Error): void
}

export function createWorkerHighlighter(startWorker: () => HighlightPort): CodeHighlighter {
  const waiting = new Map<number, Waiting>()
  let worker: HighlightPort | undefined
  let lastId = 0

  const start = () => {
    const started = startWorker()
    started.addEventListener('message', ({ data }) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if ('lines' in data) asked?.resolve(data.lines)
      else asked?.reject(new Error(data.problem))
    })
    started.addEventListener('error', () => {
      started.terminate()
      worker = undefined
      for (const { reject } of waiting.values()) reject(new Error('the worker that colours code broke'))
      waiting.clear()
    })
    return started
  }

  return {
    highlight(text, language) {
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker ??= start()
        worker.postMessage({ id, text, language })
      })
    },
  }
}
