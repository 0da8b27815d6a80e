// One bot while it is connected: what Discord tells is put in line by conversation, said to the ears, and only then
// counted as heard. After a new session, what was missed stands first in each line (CHN2).

import type { KeyedRunner } from '../../foundation/keyed-runner.ts'
import { newestIn, readServer, type ToldServer } from './choose-unheard.ts'
import type { Ear } from './ear.ts'
import type { GatewayEvent } from './gateway-connection.ts'
import { createGatewayLink, type LinkDeps } from './gateway-link.ts'
import { hearMessage } from './hear-message.ts'
import { parseInteraction } from './interaction-words.ts'
import { type DiscordMessage, parseMessage } from './message-words.ts'
import { createMissed, type LeftOut } from './missed-places.ts'
import { notePlaces, tellGone } from './note-places.ts'
import type { LinkSession, ResumeNotes, SessionMark } from './resume-state.ts'
import { idBefore } from './snowflake-time.ts'
import { type InLine, takeInteraction } from './take-interaction.ts'
import { takeSurely } from './take-surely.ts'

export interface ListeningDeps {
  ear: Ear
  link: LinkDeps
  /** One for the account: with two connections the order in a place stays. */
  lines: KeyedRunner
  resume: ResumeNotes
  /** The newest message that was told of before; undefined: the bot was never heard. */
  through: string | undefined
  /** More wait only where nothing is taken any more. They are left to Discord then, and fetched later. */
  waitingMax?: number | undefined
  /** Discord begins a new session, the first time or after it forgot the old one. */
  onNew(): void
  /** The connection ended, and only somebody can help. */
  onFatal(words: string): void
}

export interface Listening {
  /** Resolves when it hears; rejects with words. */
  open(session: LinkSession | undefined): Promise<void>
  /** Since when nothing is heard, by the clock on the wall; undefined while it is, and for the first moments. */
  cutOffSince(): number | undefined
  /** `isReplaced`: another connection is heard by now. */
  close(isReplaced?: boolean): Promise<void>
}

const closeMs = 5_000
const waitingMaxDefault = 20_000
/** Connections end all the time: what stands again so soon is nobody's concern. */
const cutOffToldMs = 30_000
/** By so much the clocks here and there may differ. */
const clocksApartMs = 5 * 60_000

export function createListening(deps: ListeningDeps, stopping: AbortController): Listening {
  const { ear, lines, resume, waitingMax = waitingMaxDefault } = deps
  const { around, ears, signal } = ear
  const { clock, log } = around
  const running = new Set<Promise<void>>()
  const leftOut: { done(): void; message: LeftOut | undefined }[] = []
  const missed = createMissed(ear, lines)
  let mark: SessionMark | undefined
  /** Of which nothing newer was told before the session that goes on began. */
  let since: string | undefined
  let cutOff: { atMono: number; since: number } | undefined
  /** What has to be put in line before whatever comes next. */
  let before = Promise.resolve()

  const link = createGatewayLink(deps.link, {
    up(how, session) {
      if (how === 'new') {
        beginAnew(session)
        deps.onNew()
      }
      if (cutOff) {
        log.info('Discord is heard again')
        track(ears.reachedAgain())
      }
      cutOff = undefined
    },
    lost() {
      cutOff ??= { atMono: clock.mono(), since: clock.wall() }
    },
    event: take,
    fatal: deps.onFatal,
  })

  /** What happened since the session before is not told, and is fetched. */
  function beginAnew(session: LinkSession): void {
    since = mark ? mark.through : deps.through
    const fresh = resume.follow(
      { ...session, through: since ?? idBefore(clock.wall() - clocksApartMs) },
      'new',
      missed.isExpecting,
    )
    mark = fresh
    fetchMissed({ since }, () => fresh.release())
  }

  function take(event: GatewayEvent): void {
    const current = mark
    const { sequence } = event
    const told = readEvent(event, ear.inbound.ownId)
    current?.begin(sequence, newestOf(told))
    const done = () => current?.done(sequence)
    if (told.kind === 'ready') missed.expectServers(event.data, since)
    const task = planFor(ear, event, told, inLine)
    // What nothing is done about counts nevertheless: the mark is a number.
    if (told.kind !== 'server' && !task) return done()
    if (running.size >= waitingMax) return leaveOut(done, told)
    const doing = told.kind === 'server' ? readMissedIn(told.server, current?.through) : task?.()
    track(Promise.resolve(doing).then(done))
  }

  /** Before whatever is told of its places next. */
  async function readMissedIn(server: ToldServer, through: string | undefined): Promise<void> {
    await before
    await missed.readServer(server, through)
  }

  function leaveOut(done: () => void, told: Told): void {
    if (leftOut.length === 0) log.error('what Discord tells is not taken fast enough; it is fetched later')
    const message = told.kind === 'message' ? told.message : undefined
    leftOut.push({ done, message: message && { channelId: message.channel_id, id: message.id } })
  }

  /** As after a gap: what was left out counts as heard when all that was missed is. */
  function fetchLeftOut(): void {
    const left = leftOut.splice(0)
    const messages = left.flatMap(({ message }) => (message ? [message] : []))
    if (left.length > 0) fetchMissed({ messages }, () => left.forEach(({ done }) => done()))
  }

  /** What came before it, on an older session as well, is waited for too. */
  function fetchMissed(gap: { since?: string; messages?: readonly LeftOut[] }, onHeard: () => void): void {
    const earlier = [...running]
    before = before.then(async () => {
      const all = [
        ...(await missed.putHeardInLine(gap.since)),
        ...(await missed.putLeftOutInLine(gap.messages ?? [])),
      ]
      if (signal.aborted) return
      track(Promise.all([...all, ...earlier]).then(() => !signal.aborted && onHeard()))
    })
  }

  const inLine: InLine = async (key, run) => {
    await before
    return lines.run(key, run)
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
      if (session) mark = resume.follow({ ...session, through: deps.through }, 'resumed')
      return link.open(session)
    },
    cutOffSince() {
      if (!cutOff || clock.mono() - cutOff.atMono < cutOffToldMs) return undefined
      return cutOff.since
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

/** What an event is, as far as it matters before it is taken. */
type Told =
  | { kind: 'message'; message: DiscordMessage | undefined }
  | { kind: 'server'; server: ToldServer }
  | { kind: 'ready' }
  | { kind: 'other' }

function readEvent({ type, data }: GatewayEvent, ownId: string): Told {
  if (type === 'MESSAGE_CREATE') return { kind: 'message', message: parseMessage(data) }
  if (type === 'READY') return { kind: 'ready' }
  const server = type === 'GUILD_CREATE' ? readServer(data, ownId) : undefined
  return server ? { kind: 'server', server } : { kind: 'other' }
}

function newestOf(told: Told): string | undefined {
  if (told.kind === 'message') return told.message?.id
  return told.kind === 'server' ? newestIn(told.server) : undefined
}

/** Undefined: there is nothing to be done about it. What is begun with it stands in line at once. */
function planFor(
  ear: Ear,
  { type, data }: GatewayEvent,
  told: Told,
  inLine: InLine,
): (() => Promise<unknown>) | undefined {
  const surely = (key: string, run: () => Promise<void>) => () =>
    inLine(key, () => takeSurely(ear.around, type, ear.signal, run))
  if (told.kind === 'message') {
    const { message } = told
    if (!message) ear.warnOnce('a message of Discord has a form that Heddle does not know, and is left out')
    return message && surely(message.channel_id, async () => void (await hearMessage(ear, message)))
  }
  if (type === 'INTERACTION_CREATE') {
    const interaction = parseInteraction(data)
    return interaction && (() => takeInteraction(ear, interaction, inLine))
  }
  const gone = notePlaces(ear, type, data)
  return gone && surely(gone.key, () => tellGone(ear, gone))
}
