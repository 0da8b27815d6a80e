// Keeps an account connected with Discord: takes a session up again while Discord knows it, asks for a new one sparingly,
// waits longer and longer where it fails, and gives up where only a person can help.

import { type Clock, sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Random } from '../../foundation/random.ts'
import { chooseAfterClose } from './close-codes.ts'
import { type Connection, type GatewayEvent, openConnection } from './gateway-connection.ts'
import { askGatewayInfo, type GatewayInfo, isGatewayUrl } from './gateway-info.ts'
import type { IdentifyGuard } from './identify-guard.ts'
import { NeedsSomebody } from '../needs-somebody.ts'
import type { Access } from './read-access.ts'
import type { DiscordRest } from './rest-words.ts'
import type { LinkSession } from './resume-state.ts'

export interface LinkDeps {
  access: Access
  rest: DiscordRest
  guard: IdentifyGuard
  clock: Clock
  random: Random
  log: Log
}

export interface LinkEvents {
  /** `new`: what happened since the last session is not told. */
  up(how: 'new' | 'resumed', session: LinkSession): void
  event(event: GatewayEvent): void
  /** It ended, and is being opened again. */
  lost(): void
  /** It ended for good; in words for whoever runs the place. */
  fatal(words: string): void
}

export interface GatewayLink {
  /** Resolves when it stands; rejects with words where it never will. */
  open(session: LinkSession | undefined): Promise<void>
  /** The session stays with Discord for some minutes. */
  close(): Promise<void>
}

const backoffFirstMs = 1_000
const backoffMaxMs = 60_000
const askMs = 15_000
const resumeThereMax = 3
/** One that ends sooner counts as a failure: Discord may let us in and throw us out again, and again. */
const steadyMs = 10_000

export function createGatewayLink(deps: LinkDeps, events: LinkEvents): GatewayLink {
  const { access, rest, guard, clock, random, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const opened = Promise.withResolvers<void>()
  let connection: Connection | undefined
  let running: Promise<void> = Promise.resolve()
  let failures = 0
  let stoodSince: number | undefined

  async function run(first: LinkSession | undefined): Promise<void> {
    let session = first
    while (!signal.aborted) {
      const asked = await within(askMs, (over) => askGatewayInfo(rest, access.apiUrl, over))
      if (signal.aborted) return
      if (asked.kind === 'fatal') return giveUp(asked.words)
      if (asked.kind === 'later') {
        await waitAfterFailure(asked.detail, asked.retryAfterMs)
        continue
      }
      if (!session) await waitForStart(asked.info)
      if (signal.aborted) return
      const { code, last } = await connectOnce(asked.info, session)
      if (signal.aborted) return
      if (stoodSince !== undefined && clock.mono() - stoodSince >= steadyMs) failures = 0
      const after = chooseAfterClose(code ?? 0)
      if (after.kind === 'fatal') return giveUp(after.words)
      events.lost()
      session = after.kind === 'resume' ? last : undefined
      // Discord asks whoever lost a session not to come back at once.
      if (after.kind === 'new session') await pause(1_000 + random.fraction() * 4_000)
      await waitAfterFailure(code === undefined ? 'nothing came any more' : `it was closed (${code})`)
    }
  }

  async function connectOnce(info: GatewayInfo, session: LinkSession | undefined) {
    // Where the way back leads nowhere, the front door may still know the session.
    const canResumeThere =
      session && failures < resumeThereMax && isGatewayUrl(session.resumeURL, access.apiUrl)
    stoodSince = undefined
    connection = openConnection(
      {
        token: access.token,
        info,
        session: session && !canResumeThere ? { ...session, resumeURL: info.url } : session,
        waitForIdentify: guard.take,
        clock,
        log,
      },
      {
        ready(fresh) {
          stand('new', fresh)
        },
        resumed() {
          const taken = connection?.session() ?? session
          if (taken) stand('resumed', taken)
        },
        event: events.event,
      },
    )
    const code = await connection.ended
    return { code, last: connection.session() }
  }

  function stand(how: 'new' | 'resumed', session: LinkSession): void {
    stoodSince = clock.mono()
    events.up(how, session)
    opened.resolve()
  }

  function giveUp(words: string): void {
    opened.reject(new NeedsSomebody(words))
    events.fatal(words)
  }

  async function waitForStart({ startsLeft, startsResetMs }: GatewayInfo): Promise<void> {
    // Here, where no connection stands yet: Discord does not keep one for long that says nothing.
    await guard.wait(signal)
    if (startsLeft > 0) return
    log.error('Discord gives the bot no new session today any more', { waitMs: startsResetMs })
    await pause(startsResetMs)
  }

  /** The first time it is nothing: connections end all the time. */
  async function waitAfterFailure(detail: string, retryAfterMs = 0): Promise<void> {
    const growing = Math.min(backoffMaxMs, backoffFirstMs * 2 ** failures)
    const waitMs = Math.max(retryAfterMs, Math.round(growing * random.fraction()))
    if (failures++ > 0) log.warn('Discord cannot be heard; trying again', { detail, waitMs })
    else log.info('the connection to Discord ended, and is opened again', { detail })
    await pause(waitMs)
  }

  const pause = (ms: number) => sleepUnlessAborted(clock, ms, signal)

  async function within<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController()
    const cancel = clock.timer(ms, () => over.abort())
    try {
      return await ask(AbortSignal.any([signal, over.signal]))
    } finally {
      cancel()
    }
  }

  return {
    open(session) {
      running = run(session).catch((error: unknown) => {
        log.error('the connection to Discord broke off by a mistake of ours', { error })
        giveUp('The connection to Discord broke off by a mistake of Heddle; see the log')
      })
      return opened.promise
    },
    async close() {
      stopping.abort()
      opened.reject(new Error('The account was closed'))
      opened.promise.catch(() => undefined)
      await connection?.close()
      await running
    },
  }
}
