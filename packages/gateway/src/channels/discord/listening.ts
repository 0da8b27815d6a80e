// One bot while it is connected: what Discord tells is put in line by conversation, said to the ears, and only then
// counted as heard. After a new session, what was missed stands first in each line (CHN2).

import { limits } from '@heddle/contract'
import type { KeyedRunner } from '../../foundation/keyed-runner.ts'
import { catchUpPlace } from './catch-up.ts'
import type { Ear } from './ear.ts'
import type { GatewayEvent } from './gateway-connection.ts'
import { createGatewayLink, type LinkDeps } from './gateway-link.ts'
import { hearMessage } from './hear-message.ts'
import { parseInteraction } from './interaction-words.ts'
import { parseMessage } from './message-words.ts'
import { notePlaces, tellGone } from './note-places.ts'
import type { LinkSession, ResumeNotes, SessionMark } from './resume-state.ts'
import { type InLine, takeInteraction } from './take-interaction.ts'
import { takeSurely } from './take-surely.ts'

export interface ListeningDeps {
  ear: Ear
  link: LinkDeps
  /** One for the account: with two connections the order in a place stays. */
  lines: KeyedRunner
  resume: ResumeNotes
  /** More wait only where nothing is taken any more. They are left to Discord then, and fetched later. */
  waitingMax?: number | undefined
  /** The connection ended, and only somebody can help. */
  onFatal(words: string): void
}

export interface Listening {
  /** Resolves when it hears; rejects with words. */
  open(session: LinkSession | undefined): Promise<void>
  /** `isReplaced`: another connection is heard by now. */
  close(isReplaced?: boolean): Promise<void>
}

const placesMax = 200
const placesAtOnce = 4
const closeMs = 5_000
const waitingMaxDefault = 20_000

export function createListening(deps: ListeningDeps, stopping: AbortController): Listening {
  const { ear, lines, resume, waitingMax = waitingMaxDefault } = deps
  const { around, ears, signal } = ear
  const { clock, log } = around
  const running = new Set<Promise<void>>()
  const leftOut: (() => void)[] = []
  let mark: SessionMark | undefined
  let isCutOff = false
  /** What has to be put in line before whatever comes next. */
  let before = Promise.resolve()

  const link = createGatewayLink(deps.link, {
    up(how, session) {
      if (how === 'new') {
        const fresh = resume.follow(session, 'new')
        mark = fresh
        fetchMissed(() => fresh.release())
      }
      if (isCutOff) {
        log.info('Discord is heard again')
        track(ears.reachedAgain())
      }
      isCutOff = false
    },
    lost() {
      isCutOff = true
    },
    event: take,
    fatal: deps.onFatal,
  })

  function take(event: GatewayEvent): void {
    const current = mark
    const { sequence } = event
    current?.begin(sequence)
    const done = () => current?.done(sequence)
    const task = planFor(ear, event, inLine)
    // What nothing is done about counts nevertheless: the mark is a number.
    if (!task) return done()
    if (running.size >= waitingMax) return leaveOut(done)
    track(task().then(done))
  }

  function leaveOut(done: () => void): void {
    if (leftOut.length === 0) log.error('what Discord tells is not taken fast enough; it is fetched later')
    leftOut.push(done)
  }

  /** As after a gap: what was left out counts as heard when all that was missed is. */
  function fetchLeftOut(): void {
    const done = leftOut.splice(0)
    if (done.length > 0) fetchMissed(() => done.forEach((one) => one()))
  }

  /** What came before it, on an older session as well, is waited for too. */
  function fetchMissed(onHeard: () => void): void {
    const earlier = [...running]
    before = before.then(() => putMissedInLine(earlier, onHeard))
  }

  const inLine: InLine = async (key, run) => {
    await before
    return lines.run(key, run)
  }

  /** Each place waits for its own part alone. */
  async function putMissedInLine(earlier: readonly Promise<void>[], onHeard: () => void): Promise<void> {
    const places = (await findLastHeard()).map((place) => ({ ...place }))
    if (signal.aborted) return
    const budget = { left: limits.catchUpMessagesMax }
    const inTurn = createTurns(placesAtOnce)
    const all = places.map((place) =>
      lines.run(place.conversation.conversationId, () =>
        inTurn(() => takeSurely(around, 'catch-up', signal, () => catchUpPlace(ear, place, budget))),
      ),
    )
    const heard = Promise.all([...all, ...earlier])
    track(heard.then(() => !signal.aborted && onHeard()))
  }

  async function findLastHeard() {
    let places: Awaited<ReturnType<typeof ears.lastHeard>> = []
    try {
      await takeSurely(around, 'what was heard last', signal, async () => {
        places = await ears.lastHeard(placesMax)
      })
    } catch {
      // The account is being closed.
    }
    return places
  }

  /** What the end of the account breaks off is not done, and is told again the next time. */
  function track(doing: Promise<unknown>): void {
    const ended = doing.then(
      () => undefined,
      (error: unknown) => {
        if (!signal.aborted) log.error('something of Discord could not be taken', { error })
      },
    )
    running.add(ended)
    void ended.then(() => {
      running.delete(ended)
      if (running.size === 0) fetchLeftOut()
    })
  }

  async function settle(): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const cancel = clock.timer(closeMs, resolve)
    await Promise.race([Promise.all(running), over])
    cancel()
  }

  return {
    open(session) {
      if (session) mark = resume.follow(session, 'resumed')
      return link.open(session)
    },
    async close(isReplaced = false) {
      await link.close()
      stopping.abort()
      await settle()
      if (isReplaced) resume.abandon()
      else await resume.stop()
    },
  }
}

/** Undefined: there is nothing to be done about it. What is begun with it stands in line at once. */
function planFor(
  ear: Ear,
  { type, data }: GatewayEvent,
  inLine: InLine,
): (() => Promise<unknown>) | undefined {
  const surely = (key: string, run: () => Promise<void>) => () =>
    inLine(key, () => takeSurely(ear.around, type, ear.signal, run))
  if (type === 'MESSAGE_CREATE') {
    const message = parseMessage(data)
    if (!message) ear.warnOnce('a message of Discord has a form that Heddle does not know, and is left out')
    return message && surely(message.channel_id, () => hearMessage(ear, message))
  }
  if (type === 'INTERACTION_CREATE') {
    const interaction = parseInteraction(data)
    return interaction && (() => takeInteraction(ear, interaction, inLine))
  }
  const gone = notePlaces(ear, type, data)
  return gone && surely(gone.key, () => tellGone(ear, gone))
}

/** Whose turn it is takes it over from who had it before. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
