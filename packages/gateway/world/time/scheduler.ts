// Owns every macrotask of the simulated world and its virtual time. A step takes one task at random among those that
// are ready, runs it, and lets the microtasks run dry; time moves only when nothing is ready.

import type { Cancel } from '../../src/foundation/clock.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Scheduler {
  /** Milliseconds since the world began. */
  readonly nowMs: number
  readonly steps: number
  after(ms: number, name: string, fn: () => void): Cancel
  /** False when there is nothing left to run. */
  step(): Promise<boolean>
}

interface Task {
  atMs: number
  order: number
  name: string
  fn: (() => void) | undefined
}

export function createScheduler(deps: {
  random: SeededRandom
  /** How late a task may come; a platform never promises more than "not before". */
  latenessMs: number
  onStep(name: string, nowMs: number): void
}): Scheduler {
  const { random } = deps
  const later: Task[] = []
  const ready: Task[] = []
  let nowMs = 0
  let order = 0
  let steps = 0

  function after(ms: number, name: string, fn: () => void): Cancel {
    const late = deps.latenessMs > 0 && random.below(4) === 0 ? random.below(deps.latenessMs) : 0
    const task: Task = { atMs: nowMs + Math.max(0, Math.ceil(ms)) + late, order: order++, name, fn }
    if (task.atMs <= nowMs) ready.push(task)
    else pushTask(later, task)
    return () => {
      task.fn = undefined
    }
  }

  function takeNext(): Task | undefined {
    for (;;) {
      if (ready.length === 0) {
        const first = later[0]
        if (!first) return undefined
        nowMs = Math.max(nowMs, first.atMs)
      }
      while (later[0] && later[0].atMs <= nowMs) ready.push(popTask(later))
      const index = ready.length === 1 ? 0 : random.below(ready.length)
      const task = ready[index] as Task
      const last = ready.pop() as Task
      if (index < ready.length) ready[index] = last
      if (task.fn) return task
    }
  }

  return {
    get nowMs() {
      return nowMs
    },
    get steps() {
      return steps
    },
    after,
    async step() {
      const task = takeNext()
      if (!task) return false
      steps++
      deps.onStep(task.name, nowMs)
      task.fn?.()
      await microtasksAreDry()
      return true
    },
  }
}

/** Node runs every microtask, also those that others add, before it comes to an immediate. */
export function microtasksAreDry(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function isBefore(a: Task, b: Task): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}

function pushTask(heap: Task[], task: Task): void {
  let i = heap.push(task) - 1
  while (i > 0) {
    const parent = (i - 1) >> 1
    const above = heap[parent] as Task
    if (!isBefore(task, above)) break
    heap[i] = above
    i = parent
  }
  heap[i] = task
}

function popTask(heap: Task[]): Task {
  const first = heap[0] as Task
  const last = heap.pop() as Task
  if (heap.length === 0) return first
  let i = 0
  for (;;) {
    let child = 2 * i + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Task, heap[child] as Task)) child++
    if (!isBefore(heap[child] as Task, last)) break
    heap[i] = heap[child] as Task
    i = child
  }
  heap[i] = last
  return first
}
