// How often a new session may be asked for. Discord gives a bot 1,000 a day, and resets its token beyond that: a
// process that crashes at each start must not come near. What was asked for is on disk before it is.

import { z } from 'zod'
import type { Clock } from '../../foundation/clock.ts'
import { sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { ChannelNotes } from '../channel.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rules = [
  { spanMs: 5_000, max: 1 },
  { spanMs: hourMs, max: 20 },
  { spanMs: dayMs, max: 200 },
] as const

/** How long to wait before the next one; 0: now. `times` are those of earlier ones, oldest first. Pure. */
export function chooseIdentifyWait(times: readonly number[], now: number): number {
  const waits = rules.map(({ spanMs, max }) => {
    const oldestThatCounts = times.at(-max)
    return oldestThatCounts === undefined ? 0 : oldestThatCounts + spanMs - now
  })
  return Math.max(0, ...waits)
}

export interface IdentifyGuard {
  waitMs(): Promise<number>
  /** Resolves when a new session may be asked for, or when the signal fires; says so where that takes long. */
  wait(signal: AbortSignal): Promise<void>
  /** The same, and notes that one is asked for. Rejects only when the signal fires. */
  take(signal: AbortSignal): Promise<void>
}

const name = 'identifies'
const keptMax = 200
/** Below that nobody has to be told. */
const longMs = 10_000

export function createIdentifyGuard(deps: { notes: ChannelNotes; clock: Clock; log: Log }): IdentifyGuard {
  const { notes, clock, log } = deps
  let known: number[] | undefined

  async function read(): Promise<number[]> {
    known ??= parseTimes(await notes.read(name))
    const now = clock.wall()
    // A clock that was set back must not close the door for a year.
    known = known.map((time) => Math.min(time, now)).filter((time) => now - time < dayMs)
    return known
  }

  async function waitMs(): Promise<number> {
    return chooseIdentifyWait(await read(), clock.wall())
  }

  async function wait(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ms = await waitMs()
      if (ms === 0) return
      if (ms > longMs) log.error(tellIdentifyWait(ms))
      await sleepUnlessAborted(clock, ms, signal)
    }
  }

  async function note(): Promise<void> {
    const times = [...(await read()), clock.wall()].slice(-keptMax)
    await notes.write(name, JSON.stringify(times))
    known = times
  }

  return {
    waitMs,
    wait,
    async take(signal) {
      for (let tries = 0; ; tries++) {
        try {
          await wait(signal)
          if (!signal.aborted) return await note()
        } catch (error) {
          // What cannot be noted is not counted, so it is not done.
          log.error('that a new session is asked for could not be noted; trying again', { error })
          await sleepUnlessAborted(clock, Math.min(60_000, 1_000 * 2 ** tries), signal)
        }
        signal.throwIfAborted()
      }
    },
  }
}

export function tellIdentifyWait(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return (
    `Heddle began anew with Discord too often, and waits ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before it ` +
    'does so again. See in the log why it does not keep its connection: at 1,000 a day Discord takes the token away'
  )
}

function parseTimes(text: string | undefined): number[] {
  try {
    const { success, data } = z.array(z.number()).safeParse(JSON.parse(text ?? '[]'))
    return success ? data.toSorted((a, b) => a - b) : []
  } catch {
    return []
  }
}
