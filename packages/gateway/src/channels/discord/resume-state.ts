// Up to where Discord's events were heard, on disk: a new process takes the session up from there, and what was told
// but not heard is told again. The mark never runs ahead of what is durably heard (CHN2).

import { z } from 'zod'
import type { ChannelNotes } from '../channel.ts'
import type { Cancel, Clock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'

export interface LinkSession {
  sessionId: string
  resumeURL: string
  sequence: number
}

export interface Watermark {
  begin(sequence: number): void
  done(sequence: number): void
  /** Everything up to it is done. */
  readonly value: number
}

/** Pure but for its own memory. An event may come again, or behind a later one. */
export function createWatermark(start: number): Watermark {
  const running = new Map<number, number>()
  let newest = start
  return {
    begin(sequence) {
      newest = Math.max(newest, sequence)
      running.set(sequence, (running.get(sequence) ?? 0) + 1)
    },
    done(sequence) {
      const left = (running.get(sequence) ?? 0) - 1
      if (left > 0) running.set(sequence, left)
      else running.delete(sequence)
    },
    get value() {
      let value = newest
      for (const sequence of running.keys()) value = Math.min(value, sequence - 1)
      return value
    },
  }
}

export interface SessionMark extends Pick<Watermark, 'begin' | 'done'> {
  /** What was missed before this session is heard: from here on the mark may be noted. */
  release(): void
}

export interface ResumeNotes {
  /** Of the bot with this id; undefined: there is none to take up. */
  read(userId: string): Promise<LinkSession | undefined>
  /** The session that is noted from now on. A new one is held back until it is released. */
  follow(session: LinkSession, how: 'new' | 'resumed'): SessionMark
  /** Writes what is left to write, and nothing after that. */
  stop(): Promise<void>
  /** Writes nothing any more. */
  abandon(): void
}

const name = 'session:0'
const writeEveryMs = 1_000

const noteSchema = z.object({
  userId: z.string(),
  sessionId: z.string().min(1),
  resumeURL: z.string(),
  sequence: z.int().min(0),
})

export function createResumeNotes(deps: {
  notes: ChannelNotes
  clock: Clock
  log: Log
  userId: string
}): ResumeNotes {
  const { notes, clock, log, userId } = deps
  let current: { session: LinkSession; mark: Watermark; isHeld: boolean } | undefined
  let written: string | undefined
  let due: Cancel | undefined
  let isOver = false
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    if (!current || current.isHeld || isOver) return
    const { sessionId, resumeURL } = current.session
    const value = JSON.stringify({ userId, sessionId, resumeURL, sequence: current.mark.value })
    if (value === written) return
    try {
      await notes.write(name, value)
      written = value
    } catch (error) {
      // The next one says more; until then a new process hears a little twice.
      log.warn('up to where Discord was heard could not be noted', { error })
    }
  }

  function writeInLine(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  function schedule(): void {
    if (due || isOver || current?.isHeld) return
    due = clock.timer(writeEveryMs, () => {
      due = undefined
      void writeInLine()
    })
  }

  return {
    async read(id) {
      const { success, data } = noteSchema.safeParse(parseJson(await notes.read(name)))
      return success && data.userId === id ? data : undefined
    },
    follow(session, how) {
      const mark = createWatermark(session.sequence)
      const one = { session, mark, isHeld: how === 'new' }
      current = one
      return {
        begin: mark.begin,
        done(sequence) {
          mark.done(sequence)
          if (one === current) schedule()
        },
        release() {
          one.isHeld = false
          // At once: whoever is killed right after the start need not begin anew.
          if (one === current) void writeInLine()
        },
      }
    },
    async stop() {
      due?.()
      await writeInLine()
      isOver = true
    },
    abandon() {
      due?.()
      isOver = true
    },
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
