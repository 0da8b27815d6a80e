// A simulated person at a client: thinks, does something, lives with what came of it.

import { limits } from '@heddle/contract'
import type { PersonActor } from '../../../src/people/people.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { SessionsTruth } from '../sessions-truth.ts'
import { type ActKind, type ActMix, pickAct } from './act-mix.ts'
import type { Ask } from './ask.ts'
import { cancel, edit, move, redact, stop } from './change-messages.ts'
import { decide } from './decide.ts'
import { fork } from './fork.ts'
import { archive, look, markRead, open, participants, rename } from './keep-sessions.ts'
import { command, note, say, steer } from './say.ts'
import type { Act } from './scene.ts'

const acts: Readonly<Record<ActKind, Act>> = {
  say,
  steer,
  note,
  command,
  open,
  fork,
  stop,
  edit,
  cancel,
  move,
  redact,
  rename,
  participants,
  markRead,
  look,
  archive,
  decide,
}

export interface SessionsClientDeps {
  name: string
  actor: PersonActor
  handles: readonly string[]
  scheduler: Scheduler
  random: SeededRandom
  mix: ActMix
  thinkMs: number
  truth: SessionsTruth
  breaches: Breaches
  sometimes: Sometimes
  ask: Ask
  isOver(): boolean
}

const askAgainMs = 300

export function startSessionsClient(deps: SessionsClientDeps): { readonly isDone: boolean } {
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
      const kind = deps.truth.sessions.length === 0 ? 'open' : pickAct(deps.mix, random)
      await acts[kind](scene)
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
