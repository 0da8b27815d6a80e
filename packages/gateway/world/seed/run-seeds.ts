// Runs many seeds, on as many processes as there are processors: the work of one seed is all computing.

import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { SeedResult } from './seed-result.ts'
import type { WorkerAnswer, WorkerQuestion } from './seed-worker.ts'

export interface ManySeeds {
  first: number
  count: number
  /** What is the same for all. */
  shared: Omit<WorkerQuestion, 'seed'>
  onResult(result: SeedResult): void
  processes?: number
}

export async function runSeeds(many: ManySeeds): Promise<void> {
  const wanted = Math.min(many.processes ?? availableParallelism(), many.count)
  let next = many.first
  const end = many.first + many.count
  await Promise.all(
    Array.from({ length: wanted }, () =>
      runProcess(
        () => (next < end ? { ...many.shared, seed: next++ } : undefined),
        (result) => many.onResult(result),
      ),
    ),
  )
}

function runProcess(
  nextQuestion: () => WorkerQuestion | undefined,
  onResult: (result: SeedResult) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = fork(new URL('./seed-worker.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A world makes little that lasts; with room for the short-lived, collecting costs a third less. Errors are part
    // of the game, and nobody reads their stacks.
    execArgv: ['--max-semi-space-size=64', '--stack-trace-limit=0'],
  })
  let asked: number | undefined

  function ask(): void {
    const question = nextQuestion()
    asked = question?.seed
    if (question) child.send(question)
    else child.disconnect()
  }

  child.on('message', (answer: WorkerAnswer) => {
    if ('error' in answer) {
      child.kill()
      reject(new Error(`the world of seed ${answer.seed} fell apart: ${answer.error}`))
      return
    }
    onResult(answer)
    ask()
  })
  child.once('error', reject)
  child.once('exit', (code) => {
    if (asked === undefined) resolve()
    else reject(new Error(`the process that ran seed ${asked} ended with ${code}`))
  })
  ask()
  return promise
}
