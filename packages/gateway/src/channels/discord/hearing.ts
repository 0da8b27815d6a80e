// The inward side of an account on Discord: it is connected, follows its settings, and says so where only somebody can
// help. What is heard on a connection stands in listening.ts.

import { sleepUnlessAborted } from '../../foundation/clock.ts'
import { createKeyedRunner } from '../../foundation/keyed-runner.ts'
import type { AccountTrouble, ChannelEars } from '../channel.ts'
import { createEar, type Ear, type EarDeps } from './ear.ts'
import { createIdentifyGuard, tellIdentifyWait } from './identify-guard.ts'
import { createListening, type Listening } from './listening.ts'
import { NeedsSomebody } from '../needs-somebody.ts'
import { type Access, readAccess } from './read-access.ts'
import { type Identity, readIdentity } from './read-identity.ts'
import { registerCommands } from './register-commands.ts'
import { createResumeNotes } from './resume-state.ts'
import { takeSurely } from './take-surely.ts'

export interface HearingDeps extends EarDeps {
  /** How many events may wait to be taken. Default: 20,000. */
  waitingMax?: number
}

export interface Hearing {
  /** Resolves when Discord took the account; rejects with words for whoever runs the place. */
  start(ears: ChannelEars): Promise<void>
  stop(): Promise<void>
  /** What keeps it from being heard, after it had been. */
  trouble(): AccountTrouble | undefined
  /** Another token is another connection; the old one is heard until then. */
  followSettings(): void
}

/** One connection, and as whom it was opened. */
interface Line {
  access: Access
  listening: Listening
  /** Why it ended for good. */
  end: AccountTrouble | undefined
}

const identityMs = 15_000
const openMs = 60_000
/** Where a new session must not be asked for in the next while, there is no use in waiting for it. */
const identifyWaitMaxMs = 30_000
const retryFirstMs = 5_000
const retryMaxMs = 5 * 60_000
const cutOffWords =
  'The connection to Discord is lost, and is opened again and again. Nothing is heard meanwhile; it is fetched later'
const notTakenWords = 'Discord does not take what the configuration says now'

export function createHearing(deps: HearingDeps): Hearing {
  const { around, rest } = deps
  const { clock, log, notes, settings } = around
  const lines = createKeyedRunner()
  const guard = createIdentifyGuard({ notes, clock, log })
  const warned = new Set<string>()
  let stopping = new AbortController()
  let ears: ChannelEars | undefined
  let current: Line | undefined
  /** One change after another: two at a time could open a connection twice. */
  let changing = Promise.resolve()
  /** Ends the wait for the next try: what was read again may be right. */
  let wake = () => {}

  /** `isAnew`: what a session of the old token was, is over. */
  async function openLine(to: ChannelEars, isAnew: boolean): Promise<Line> {
    const access = readAccess(settings())
    const identity = await within(identityMs, (signal) => readIdentity(rest, signal))
    const { signal } = stopping
    signal.throwIfAborted()
    const resume = createResumeNotes({ notes, clock, log, userId: identity.userId })
    const noted = await resume.read(identity.userId)
    const session = isAnew ? undefined : noted
    const waitMs = session ? 0 : await guard.waitMs()
    if (waitMs > identifyWaitMaxMs) throw new Error(`${tellIdentifyWait(waitMs)}.`)
    const ended = new AbortController()
    const ear = createEar(deps, { ears: to, identity, access, signal: ended.signal, warned })
    const link = { access, rest, guard, clock, random: around.random, log }
    const onFatal = (words: string) => {
      line.end = { words, since: clock.wall() }
      // Before that, whoever opens it is told.
      if (isOpened) log.error(words)
    }
    let isNew = false
    const onNew = () => {
      isNew = true
      if (isOpened) void offerCommands(ear, identity, isNew)
    }
    const about = { through: noted?.through, waitingMax: deps.waitingMax }
    const listening = createListening({ ear, link, lines, resume, ...about, onFatal, onNew }, ended)
    const line: Line = { access, listening, end: undefined }
    let isOpened = false
    const abort = () => void listening.close()
    signal.addEventListener('abort', abort, { once: true })
    try {
      await within(openMs, (over) => untilAborted(listening.open(session), over))
      isOpened = true
    } catch (error) {
      await listening.close()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
    void offerCommands(ear, identity, isNew)
    return line
  }

  async function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController()
    const cancel = clock.timer(ms, () => over.abort(new Error('Discord took too long.')))
    try {
      return await run(AbortSignal.any([stopping.signal, over.signal]))
    } finally {
      cancel()
    }
  }

  /** Nothing waits for it: whoever types a command is heard without. `isToLook`: Discord has forgotten the session. */
  async function offerCommands(
    { signal }: Ear,
    { applicationId }: Identity,
    isToLook: boolean,
  ): Promise<void> {
    try {
      await takeSurely(around, 'the list of commands', signal, () =>
        registerCommands({ rest, notes, applicationId }, isToLook, signal),
      )
    } catch {
      // The account is being closed.
    }
  }

  async function follow(to: ChannelEars): Promise<void> {
    const { signal } = stopping
    for (let failures = 0; !signal.aborted; failures++) {
      const access = readAccess(settings())
      const old = current
      if (old && old.end === undefined && isSame(access, old.access)) return
      try {
        current = await openLine(to, !old || !isSame(access, old.access))
        return await replace(to, old)
      } catch (error) {
        if (signal.aborted) return
        const waitMs = Math.min(retryMaxMs, retryFirstMs * 2 ** failures)
        log.error(notTakenWords, { error: wordsOf(error), waitMs })
        // Until somebody did something and has it read again, the old connection is heard, if there is one.
        if (error instanceof NeedsSomebody) return
        const woken = new AbortController()
        wake = () => woken.abort()
        await sleepUnlessAborted(clock, waitMs, AbortSignal.any([signal, woken.signal]))
      }
    }
  }

  async function replace(to: ChannelEars, old: Line | undefined): Promise<void> {
    log.info('Discord is heard with what the configuration says now')
    await old?.listening.close(true)
    try {
      await to.reachedAgain()
    } catch (error) {
      log.warn('what waits for the account could not be woken', { error })
    }
  }

  return {
    async start(to) {
      stopping = new AbortController()
      ears = to
      current = await openLine(to, false)
    },
    async stop() {
      stopping.abort(new Error('The account was closed.'))
      ears = undefined
      await changing
      await current?.listening.close()
      current = undefined
    },
    trouble() {
      const since = current?.listening.cutOffSince()
      return current?.end ?? (since === undefined ? undefined : { words: cutOffWords, since })
    },
    followSettings() {
      const to = ears
      // Before it was heard for the first time, whoever starts it tries again.
      if (!to || !current) return
      wake()
      changing = changing.then(() => follow(to))
    },
  }
}

function isSame(a: Access, b: Access): boolean {
  return a.token === b.token && a.apiUrl === b.apiUrl
}

async function untilAborted<T>(doing: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([doing, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
