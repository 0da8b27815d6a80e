// The course of every world: so many steps in which things go wrong, then none goes wrong any more, then everything
// must come to rest in bounded time.

import type { Nemesis } from '../faults/nemesis.ts'
import type { Rows } from '../invariants/invariant.ts'
import type { Scheduler } from '../time/scheduler.ts'
import type { Breaches } from '../watch/breach.ts'
import type { LivingNode, World } from './world.ts'

export interface Course {
  steps: number
  scheduler: Scheduler
  breaches: Breaches
  nemesis: Nemesis
  /** From now on nothing new begins. */
  calm(): void
  /** Nobody outside waits for anything any more. */
  isQuiet(): boolean
  isAtRest(rows: Rows): boolean
  /** In the world's time: by then everything must be at rest. */
  deadlineMs(rows: Rows): number
  /** At rest, or too late. */
  onRest(rows: Rows): void | Promise<void>
}

const stepsBetweenLooks = 8
const restStepsMax = 20_000

export async function liveThrough<N extends LivingNode>(world: World<N>, course: Course): Promise<void> {
  const { scheduler, breaches } = course
  world.begin()
  while (scheduler.steps < course.steps && !breaches.first && (await scheduler.step())) {
    course.nemesis.maybe()
    world.checkStep()
  }
  course.calm()
  course.nemesis.stop()

  let deadline = Infinity
  const lastStep = scheduler.steps + restStepsMax
  while (!breaches.first && (await scheduler.step())) {
    world.checkStep()
    if (scheduler.steps >= lastStep) breaches.report('I49', 'the world never came to rest')
    const rows = world.rows()
    if (!rows || !course.isQuiet()) continue
    if (deadline === Infinity) deadline = course.deadlineMs(rows)
    const isLate = scheduler.nowMs >= deadline
    if (!isLate && scheduler.steps % stepsBetweenLooks !== 0) continue
    if (!isLate && !course.isAtRest(rows)) continue
    await course.onRest(rows)
    return
  }
}
