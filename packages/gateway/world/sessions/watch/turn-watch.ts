// Looks on while turns run: who asks the model and calls tools, and whether they may; whether streamed text fits
// together.

import { limits, type SessionId, type TurnId } from '@heddle/contract'
import type { ToolCall } from '../../../src/agents/model.ts'
import type { ToolScene } from '../../../src/agents/tools.ts'
import type { Job } from '../../../src/foundation/work/job.ts'
import type { TextDelta } from '../../../src/sessions/feed.ts'
import type { LogEvent } from '../../../src/sessions/session-values.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Trace } from '../../watch/trace.ts'
import { isIdempotent } from '../model/ledger-tools.ts'
import type { SessionsTruth } from '../sessions-truth.ts'

export interface TurnWatch {
  asked(runner: string, scene: ToolScene): void
  leaving(runner: string, call: ToolCall, scene: ToolScene): void
  whileRunning(runner: string, job: Job, run: () => Promise<void>): Promise<void>
  appended(sessionId: SessionId, events: readonly LogEvent[]): void
  delta(delta: TextDelta): void
  reset(reset: { eventId: string; attempt: number }): void
}

/** How old the knowledge may be with which a request leaves. */
const fenceAgeMaxMs = 1_000

/** The watch over one life. */
export function createTurnWatch(deps: {
  truth: SessionsTruth
  breaches: Breaches
  trace: Trace
  nowMs(): number
  isAlive(): boolean
}): TurnWatch {
  const { truth, breaches, trace } = deps
  const streamed = new Map<string, { attempt: number; text: string }>()

  function assertHeld(runner: string, what: string, { sessionId }: ToolScene): void {
    const key = `session:${sessionId}`
    for (const { runner: holder, work } of truth.holders.values()) {
      if (holder === runner && work.key === key) return
    }
    const lostAt = Math.max(
      ...[...truth.lost].filter(([subject]) => subject.includes(sessionId)).map(([, atMs]) => atMs),
    )
    const sinceMs = deps.nowMs() - lostAt
    if (sinceMs > fenceAgeMaxMs) {
      breaches.report('I14', `${runner} made ${what} ${sinceMs} ms after the turn had been taken away`)
    }
  }

  return {
    asked(runner, scene) {
      // What is left of a dead program asks nobody, and holds nothing that it could die with once more.
      if (!deps.isAlive()) return
      const { turnId, sessionId } = scene
      trace.note(`${runner} asks the model for ${turnId}`)
      const deaths = truth.deaths.get(turnId) ?? 0
      if (deaths >= limits.turnCrashesMax) {
        breaches.report('crashes', `${turnId} is tried again after the program died with it ${deaths} times`)
      }
      if (truth.stopped.has(turnId as TurnId)) {
        breaches.report('I22', `${runner} asked the model for ${turnId} after it had been stopped`)
      }
      assertHeld(runner, `a model call for ${turnId}`, scene)
      truth.inHand.set(`${runner} session:${sessionId}`, turnId)
    },
    leaving(runner, call, scene) {
      trace.note(`${runner} calls ${call.name} ${call.id} in ${scene.turnId}`)
      if (truth.stopped.has(scene.turnId as TurnId)) {
        breaches.report('I22', `${call.id} was made after ${scene.turnId} had been stopped`)
      }
      if (!isIdempotent(call.name)) assertHeld(runner, call.id, scene)
    },
    async whileRunning(runner, job, run) {
      const letGo = () => {
        // Its runner has the same name in the next life, which may hold the turn by now.
        if (deps.isAlive()) truth.inHand.delete(`${runner} ${job.key}`)
      }
      // From then on the turn is being left in good order; a death on the way out is not of its doing.
      job.signal.addEventListener('abort', letGo, { once: true })
      try {
        await run()
      } finally {
        letGo()
      }
    },
    appended(_, events) {
      for (const event of events) {
        const text = streamed.get(event.eventId)
        if (!text || event.kind === 'text.started') continue
        // Whoever was frozen meanwhile may go on telling; those who follow know that it is whole.
        streamed.set(event.eventId, { attempt: Infinity, text: '' })
        const { state, attempt, text: whole } = event.payload
        if (state !== 'complete' || attempt !== text.attempt || typeof whole !== 'string') continue
        if (!whole.startsWith(text.text)) {
          breaches.report('texts', `what streamed of ${event.eventId} is not how it begins in the end`)
        }
      }
    },
    delta({ eventId, attempt, offset, text }) {
      const before = streamed.get(eventId) ?? { attempt, text: '' }
      if (attempt < before.attempt) return
      const known = attempt === before.attempt ? before.text : ''
      if (offset !== known.length) {
        breaches.report('texts', `a delta of ${eventId} begins at ${offset}, not at ${known.length}`)
      }
      streamed.set(eventId, { attempt, text: known + text })
    },
    reset: ({ eventId, attempt }) => void streamed.set(eventId, { attempt, text: '' }),
  }
}
