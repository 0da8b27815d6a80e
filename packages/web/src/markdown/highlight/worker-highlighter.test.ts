import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createWorkerHighlighter,
  type HighlightAnswer,
  type HighlightJob,
  type HighlightPort,
} from './worker-highlighter.ts'

/** Workers whose answers the test gives. */
function fakeWorkers() {
  const started: {
    jobs: HighlightJob[]
    answer(data: HighlightAnswer): void
    fail(): void
    isEnded: boolean
  }[] = []
  const start = (): HighlightPort => {
    const listeners: { message?: (event: { data: HighlightAnswer }) => void; error?: () => void } = {}
    const worker = {
      jobs: [] as HighlightJob[],
      isEnded: false,
      answer: (data: HighlightAnswer) => listeners.message?.({ data }),
      fail: () => listeners.error?.(),
    }
    started.push(worker)
    return {
      postMessage: (job) => void worker.jobs.push(job),
      addEventListener: (kind: 'message' | 'error', listen: (event: { data: HighlightAnswer }) => void) => {
        if (kind === 'message') listeners.message = listen
        else listeners.error = () => listen({ data: { id: 0, problem: '' } })
      },
      terminate: () => {
        worker.isEnded = true
      },
    }
  }
  return { started, start }
}

test('[UIM7] answers find who asked, in whatever order they come, and one worker serves all', async () => {
  const { started, start } = fakeWorkers()
  const highlighter = createWorkerHighlighter(start)
  assert.equal(started.length, 0)
  const one = highlighter.highlight('a', 'json')
  const two = highlighter.highlight('b', 'json')
  const [first, second] = started[0]?.jobs ?? []
  const lines = [[{ text: 'b', role: undefined }]]
  started[0]?.answer({ id: second?.id ?? 0, lines })
  started[0]?.answer({ id: first?.id ?? 0, problem: 'no grammar' })
  assert.equal(await two, lines)
  await assert.rejects(one, /no grammar/)
  assert.equal(started.length, 1)
})

test('[UIM7] a worker that breaks leaves nobody waiting, and the next block starts another', async () => {
  const { started, start } = fakeWorkers()
  const highlighter = createWorkerHighlighter(start)
  const lost = highlighter.highlight('a', 'json')
  started[0]?.fail()
  await assert.rejects(lost)
  assert.equal(started[0]?.isEnded, true)
  void highlighter.highlight('b', 'json')
  assert.equal(started.length, 2)
})
