// A simulated person at a client: thinks, does something, lives with what came of it.

import { limits } from '@heddle/contract'
import type { PersonActor } from '../../../src/people/people.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { SessionsTruth } from '../sessions-truth.ts'
import type { Ask } from './ask.ts'
import type { Act } from './scene.ts'

export interface ClientDeps {
  name: string
  actor: PersonActor
  handles: readonly string[]
  scheduler: Scheduler
  random: SeededRandom
  thinkMs: number
  truth: SessionsTruth
  breaches: Breaches
  sometimes: Sometimes
  ask: Ask
  isOver(): boolean
  isWebOnly?: boolean
  /** What they do next. */
  chooseAct(): Act
}

const askAgainMs = 300

export function startAgentsClient(deps: ClientDeps): { readonly isDone: boolean } {
  const { name, scheduler, random } = deps
  let isDone = false
  const wait = (ms: number, what: string) =>
    new Promise<void>((resolve) => {
      scheduler.after(ms, `${name} ${what}`, resolve)
    })
  const scene = {
    ...deps,
    step: () => scheduler.steps,
    pauseBeforeAskingAgain: () => wait(random.between(1, askAgainMs), 'asks again'),
    comeBackTooLate: () => wait(limits.approvalExpiresMs, 'is back'),
  }

  async function run(): Promise<void> {
    for (;;) {
      // Bursts and lulls.
      await wait(Math.floor(deps.thinkMs * random.fraction() ** 3 * 4), 'thinks')
      if (deps.isOver()) break
      await deps.chooseAct()(scene)
    }
    isDone = true
  }

  void run().catch((error: unknown) => {
    const told = error instanceof Error ? error.stack : String(error)
    deps.breaches.report('world', `client ${name}: ${told}`)
  })
  return {
    get isDone() {
      return isDone
    },
  }
}
