// A talk at the terminal, line by line, until someone leaves.

import { type ApprovalJson, limits, parseCommand, Refusal } from '@heddle/contract'
import { judgeText } from '@heddle/contract/message-text'
import { NotRunning } from '../explain-failure.ts'
import { cleanLines } from '../session/clean-lines.ts'
import { explainUnknownCommand } from '../session/explain-unknown-command.ts'
import { bold, dim, red, yellow } from '../terminal.ts'
import { createApprovalDesk } from './approval-desk.ts'
import { chooseInterrupt } from './choose-interrupt.ts'
import { createFollower } from './create-follower.ts'
import type { Anchor } from './following.ts'
import type { OpenPrompt } from './prompt.ts'
import { makeMessageId, sendMessage } from './send-message.ts'
import { createSessionShow, lastVisible } from './show-session.ts'
import type { Talk } from './talk.ts'

const pastRows = 10
const usualAsk = 'you> '

const noFocus =
  'Here you talk with one session. With another: heddle chat --session <id>; /agents lists them.'

export async function converse(talk: Talk, openPrompt: OpenPrompt): Promise<void> {
  const { api, clock, world } = talk
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // It may be settled before anyone waits for it.
  promise.catch(() => undefined)
  const own = new Set<string>()
  let sessionId: string | undefined
  let isOver = false
  let interruptedAt: number | undefined
  /** Lines are dealt with one after another, in the order in which they were typed. */
  let doing: Promise<void> = Promise.resolve()

  const show = createSessionShow({
    write: (text) => prompt.write(text),
    colour: world.stdout.colour,
    agentName: () => talk.agent.name,
    isDemo: talk.agent.isDemo,
    isOwn: (id) => own.has(id),
    pastRows,
  })
  const desk = createApprovalDesk({
    api,
    lines: (all) => show.lines(all),
    onAsked: (question, isOther) => prompt.ask(question ?? usualAsk, isOther),
    onFailed: (error) => complain(error),
  })
  const follower = await createFollower({
    ...talk,
    showsAll: true,
    onShown(shown) {
      show.show(shown)
      if (sessionId !== undefined) desk.take(shown, sessionId)
    },
    onLost: () => show.line(yellow('The connection is lost; connecting again…')),
    onBack: () => show.line(dim('Connected again.')),
    onFailed: reject,
  })
  const prompt = openPrompt({
    ask: usualAsk,
    onLine(text) {
      const asked = desk.asked()
      doing = doing.then(() => deal(text, asked)).catch(complain)
    },
    onInterrupt: interrupt,
    onEnd: resolve,
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) world.onSignal(signal, resolve)

  function follow(id: string, from?: Anchor): void {
    if (id === sessionId) return
    sessionId = id
    follower.follow(id, from)
  }

  async function deal(text: string, asked: ApprovalJson | undefined): Promise<void> {
    const line = text.trim()
    if (line === '' || isOver) return
    const [word = '', ...rest] = line.split(/\s+/)
    if (await desk.answer(line, asked)) return
    if (word === '/quit') return resolve()
    if (word === '/history') return showHistory(rest)
    if (parseCommand(line).kind !== 'text') return runCommand(line)
    await say(text)
    if (asked !== undefined && desk.asked()?.id === asked.id) {
      show.line(dim('The agent hears it later: the call still waits for once, session or deny.'))
    }
  }

  async function say(body: string): Promise<void> {
    const complaint = judgeText(body, limits.messageCharsMax)
    if (complaint !== undefined) return show.line(yellow(`The message ${complaint}.`))
    const clientMessageId = makeMessageId(talk.random)
    own.add(clientMessageId)
    const posted = await sendMessage(talk, { session: talk.place, body, clientMessageId }, () => isOver)
    // Before the first message there was no session, and someone may have renewed it elsewhere.
    if (posted !== undefined) follow(posted.sessionId, { eventId: posted.eventId, place: posted.seq })
  }

  async function runCommand(text: string): Promise<void> {
    const parsed = parseCommand(text)
    const complaint = explainUnknownCommand(parsed)
    if (complaint !== undefined) return show.line(yellow(complaint))
    // It would lead what is said elsewhere, and what comes back would not be seen here.
    if (parsed.kind === 'command' && parsed.name === 'focus') return show.line(yellow(noFocus))
    const answer = await api.call('runCommand', { path: { id: talk.place }, body: { text } })
    show.lines(cleanLines(answer.text).map((line) => [answer.ok ? line : yellow(line)]))
    if (parsed.kind !== 'command') return
    if (parsed.name === 'help') show.line(dim('Here also: /history [count], /quit.'))
    if (parsed.name === 'new' && answer.ok) await followRenewed()
  }

  async function followRenewed(): Promise<void> {
    const key = talk.session?.key ?? talk.place
    const now = await api.call('readSession', { path: { id: key } })
    if (!talk.place.startsWith('agent:')) talk.place = now.id
    follow(now.id)
  }

  async function showHistory([word]: readonly string[]): Promise<void> {
    const count = word === undefined ? 50 : Number(word)
    if (!Number.isInteger(count) || count < 1 || count > limits.timelineEventsMax) {
      return show.line(yellow(`/history takes a number from 1 to ${limits.timelineEventsMax}.`))
    }
    if (sessionId === undefined) return show.line(dim('Nothing has been said here yet.'))
    const query = { limit: limits.timelineEventsMax }
    const { items } = await api.call('readTimeline', { path: { id: sessionId }, query })
    const rows = lastVisible(items, count)
    show.rows(rows)
    show.line(dim(`— the last ${rows.length} —`))
  }

  function interrupt(): void {
    const what = chooseInterrupt(clock.mono(), interruptedAt, show.isRunning())
    interruptedAt = clock.mono()
    if (what === 'leave') return resolve()
    if (what === 'warn' || sessionId === undefined)
      return show.line(dim('Ctrl-C again leaves, and so does Ctrl-D.'))
    show.line(dim('Stopping…'))
    api.call('stopSession', { path: { id: sessionId } }).catch(complain)
  }

  function complain(error: unknown): void {
    if (isOver) return
    if (error instanceof Refusal || error instanceof NotRunning) {
      show.lines(cleanLines(error.message).map((line) => [red(line)]))
    } else {
      reject(error)
    }
  }

  try {
    const demo = talk.agent.isDemo ? ' (demo model)' : ''
    show.line(bold(talk.agent.name), dim(`${demo} · you are @${talk.handle} · /help, /quit`))
    if (talk.session === undefined) show.line(dim('Nothing has been said here yet.'))
    else follow(talk.session.id)
    await promise
  } finally {
    isOver = true
    await follower.close()
    prompt.close()
  }
}
