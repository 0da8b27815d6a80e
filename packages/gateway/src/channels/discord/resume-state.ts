// Up to where Discord's events were heard, on disk: a new process takes the session up from there, and what was told
// but not heard is told again. The mark never runs ahead of what is durably heard (CHN2).

import { z } from 'zod'
import type { ChannelNotes } from '../channel.ts'
import type { Cancel, Clock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'
import { snowflake } from './channel-words.ts'
import { compareIds } from './snowflake-time.ts'

export interface LinkSession {
  sessionId: string
  resumeURL: string
  sequence: number
}

/** As it was noted. */
export interface NotedSession extends LinkSession {
  /** The newest message that Discord had told us of, heard or not, when all before it was taken; absent: none. */
  through?: string | undefined
}

export interface Watermark {
  /** `messageId`: the newest that it tells of. */
  begin(sequence: number, messageId?: string): void
  done(sequence: number): void
  /** Everything up to it is done. */
  readonly value: number
  /** The newest message that is told of by what is done up to there. */
  readonly through: string | undefined
}

/** Pure but for its own memory. An event may come again, or behind a later one. */
export function createWatermark(start: number, through?: string): Watermark {
  const running = new Map<number, number>()
  let newest = start
  let newestDone = through
  let told: { sequence: number; messageId: string }[] = []

  function valueNow(): number {
    let value = newest
    for (const sequence of running.keys()) value = Math.min(value, sequence - 1)
    return value
  }

  return {
    begin(sequence, messageId) {
      newest = Math.max(newest, sequence)
      running.set(sequence, (running.get(sequence) ?? 0) + 1)
      if (messageId !== undefined) told.push({ sequence, messageId })
    },
    done(sequence) {
      const left = (running.get(sequence) ?? 0) - 1
      if (left > 0) running.set(sequence, left)
      else running.delete(sequence)
    },
    get value() {
      return valueNow()
    },
    get through() {
      const value = valueNow()
      for (const { messageId } of told.filter(({ sequence }) => sequence <= value)) {
        if (newestDone === undefined || compareIds(messageId, newestDone) > 0) newestDone = messageId
      }
      told = told.filter(({ sequence }) => sequence > value)
      return newestDone
    },
  }
}

export interface SessionMark extends Pick<Watermark, 'begin' | 'done' | 'through'> {
  /** What was missed before this session is heard: from here on the mark may be noted. */
  release(): void
}

export interface ResumeNotes {
  /** Of the bot with this id; undefined: there is none to take up. */
  read(userId: string): Promise<NotedSession | undefined>
  /**
   * The session that is noted from now on. A new one is held back until it is released; with it, `through` stays as it was
   * while something is expected that may be older.
   */
  follow(session: NotedSession, how: 'new' | 'resumed', isExpecting?: () => boolean): SessionMark
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
  through: snowflake.optional(),
})

export function createResumeNotes(deps: {
  notes: ChannelNotes
  clock: Clock
  log: Log
  userId: string
}): ResumeNotes {
  const { notes, clock, log, userId } = deps
  let current: { session: NotedSession; mark: Watermark; isHeld: boolean; isExpecting(): boolean } | undefined
  let written: string | undefined
  let due: Cancel | undefined
  let isOver = false
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    if (!current || current.isHeld || isOver) return
    const { sessionId, resumeURL } = current.session
    const { value: sequence } = current.mark
    const { through } = current.isExpecting() ? current.session : current.mark
    const value = JSON.stringify({ userId, sessionId, resumeURL, sequence, through })
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
    follow(session, how, isExpecting = () => false) {
      const mark = createWatermark(session.sequence, session.through)
      const one = { session, mark, isHeld: how === 'new', isExpecting }
      current = one
      return {
        begin: mark.begin,
        get through() {
          return mark.through
        },
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
