// Asks the platform for something that changes nothing there, and so can be asked for again.

import { troubleOf } from './loopback-calls.ts'
import { pause, type PlatformClock, within } from './platform-time.ts'
import type { Reach, Reply } from './reach-platform.ts'

const waitMaxMs = 60_000
const answerMs = 15_000

/** Waits as long as the platform says, and a few times otherwise. */
export async function askPatiently(
  { reach, clock, signal }: { reach: Reach; clock: PlatformClock; signal: AbortSignal },
  asked: { kind: 'history' | 'events.missed'; body: object; triesMax: number; backoffMs: number },
): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await within(clock, answerMs, (over) =>
      reach.call(asked.kind, asked.body, AbortSignal.any([signal, over])),
    )
    const isBusy = reply.kind !== 'answer' || reply.status === 429 || reply.status >= 500
    if (!isBusy || tries === asked.triesMax || signal.aborted) return reply
    const wanted = reply.kind === 'answer' ? troubleOf(reply.body).retryAfterMs : undefined
    await pause(clock, Math.min(waitMaxMs, wanted ?? asked.backoffMs * 2 ** tries), signal)
  }
}
