import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, limits, type ServerFrame } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import { chooseDelayMs } from './choose-delay.ts'
import { createLive, type Follower, type SocketEvents } from './live.ts'
import { outboxMax } from './outbox.ts'

interface Line {
  on: SocketEvents
  sent: Record<string, unknown>[]
  isClosed: boolean
}

function world(store?: Map<string, string>) {
  const lines: Line[] = []
  const lost: boolean[] = []
  const posted: string[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  let signedOut = 0
  let turnedAway = 0
  let now = 0
  let count = 0
  const live = createLive({
    open(on) {
      const line: Line = { on, sent: [], isClosed: false }
      lines.push(line)
      return {
        send: (text) => void line.sent.push(JSON.parse(text)),
        close: () => {
          line.isClosed = true
        },
      }
    },
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    chance: () => 1,
    newId: () => `id-${(count += 1)}`,
    store: store && {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
    post: async (item) => {
      posted.push(item.cid)
      if (posted.length === 1) throw new CallError('unreachable', '')
      return { seq: 9 }
    },
    onLost: (isLost) => lost.push(isLost),
    onTurnedAway: () => {
      turnedAway += 1
    },
    onSignedOut: () => {
      signedOut += 1
    },
  })
  const pass = (ms: number) => {
    const until = now + ms
    for (;;) {
      const [next] = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = next.at
      next.run()
    }
    now = until
  }
  const line = () => lines.at(-1)!
  const say = (frame: ServerFrame) => line().on.heard(JSON.stringify(frame))
  const greet = (epoch = 1) => {
    line().on.opened()
    say({ type: 'hello', connId: 'c', epoch, serverTime: '', proto: 1, limits: {} })
  }
  return {
    live,
    lines,
    line,
    lost,
    posted,
    pass,
    say,
    greet,
    signedOut: () => signedOut,
    turnedAway: () => turnedAway,
  }
}

function follower(after?: number) {
  const heard: ServerFrame[] = []
  const refusals: string[] = []
  const one: Follower = {
    hear: (frame) => void heard.push(frame),
    after: () => after,
    refused: (code) => void refusals.push(code),
  }
  return { one, heard, refusals, at: (seq: number) => void (after = seq) }
}

const sub = (line: Line) => line.sent.filter((frame) => frame.type === 'sub')
const cmds = (line: Line) => line.sent.filter((frame) => frame.type === 'cmd')
const message = { sessionId: 'ses_1', text: 'hello', mode: 'queue' } as const

test('[UIS2] after a break each scope is taken up behind its last entry, under the epoch in which that was seen', () => {
  const { live, lines, line, pass, say, greet } = world()
  const page = follower()
  live.enter('per_1')
  assert.equal(lines.length, 0)
  live.follow('s:1', page.one)
  greet(7)
  assert.deepEqual(sub(line()), [{ type: 'sub', scope: 's:1' }])
  say({ type: 'snap', scope: 's:1', seq: 5, state: {}, events: [] })
  page.at(5)
  line().on.closed(1006)
  pass(500)
  greet(8)
  assert.deepEqual(sub(line()), [{ type: 'sub', scope: 's:1', after: 5, epoch: 7 }])
})

test('[UIS2] it never gives up: half a second, doubled to half a minute, of which a random part', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7, 500].map((failures) => chooseDelayMs(failures, 1)),
    [500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000],
  )
  assert.equal(chooseDelayMs(9, 0), 0)
  const { live, lines, line, pass } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  for (let i = 0; i < 40; i += 1) {
    line().on.closed(1006)
    pass(30_000)
  }
  assert.ok(lines.length > 40)
})

test('[UIS2] the banner comes after three seconds without a line, and goes with the next hello', () => {
  const { live, line, lost, pass, greet } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  greet()
  lost.length = 0
  line().on.closed(1006)
  pass(600)
  greet()
  assert.deepEqual(lost, [false])
  line().on.closed(1006)
  pass(3_000)
  assert.deepEqual(lost, [false, true])
})

test('[UIS2] a line that does not answer five seconds after the tab came back is replaced', () => {
  const { live, lines, line, pass, say, greet } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  greet()
  live.wake()
  assert.equal(line().sent.at(-1)?.type, 'ping')
  pass(1_000)
  say({ type: 'pong' })
  pass(5_000)
  assert.equal(lines.length, 1)
  live.wake()
  pass(5_600)
  assert.equal(lines[0]?.isClosed, true)
  assert.equal(lines.length, 2)
})

test('[UIS2] waking up connects at once instead of waiting for the next attempt', () => {
  const { live, lines, line, pass } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  for (let i = 0; i < 6; i += 1) {
    line().on.closed(1006)
    pass(30_000)
  }
  line().on.closed(1006)
  const before = lines.length
  live.wake()
  assert.equal(lines.length, before + 1)
})

test('[PPL1] an ended sign-in stops it, and the page is told', () => {
  const { live, lines, line, pass, greet, signedOut } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  greet()
  line().on.closed(closeCodes.signIn)
  pass(600_000)
  live.wake()
  assert.equal(lines.length, 1)
  assert.equal(signedOut(), 1)
})

test('[PPL1] a line that never opens makes the page ask who is there: the sign-in may have ended meanwhile', () => {
  const { live, line, pass, greet, turnedAway } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  greet()
  line().on.closed(1006)
  assert.equal(turnedAway(), 0)
  pass(500)
  line().on.closed(1006)
  assert.equal(turnedAway(), 1)
})

test('[SES7] a scope that is refused is told to whoever follows it', () => {
  const { live, greet, say } = world()
  const page = follower()
  live.enter('per_1')
  live.follow('s:1', page.one)
  greet()
  say({ type: 'nak', code: 'not_found', message: 'There is nothing here.', scope: 's:1' })
  assert.deepEqual(page.refusals, ['not_found'])
})

test('[UIS3] a message without an answer is sent again under the same id, until it is confirmed', () => {
  const { live, lines, line, pass, say, greet } = world()
  live.enter('per_1')
  assert.equal(live.say(message), true)
  greet()
  pass(14_999)
  assert.equal(lines.length, 1)
  pass(600)
  greet()
  assert.deepEqual(cmds(lines[0]!), cmds(line()))
  assert.equal(cmds(line())[0]?.clientMessageId, 'id-1')
  assert.equal(live.outbox.all()[0]?.state, 'sending')
  say({ type: 'ack', cid: 'id-1', ok: true, seq: 4 })
  assert.equal(live.outbox.all()[0]?.state, 'sent')
  live.outbox.seen('ses_1', 3)
  assert.equal(live.outbox.all().length, 1)
  live.outbox.seen('ses_1', 4)
  assert.equal(live.outbox.all().length, 0)
})

test('[UIS3] a refused message stays with its reason, and can be tried again or dropped', () => {
  const { live, line, say, greet } = world()
  live.enter('per_1')
  live.say(message)
  greet()
  say({ type: 'nak', cid: 'id-1', code: 'session_archived', message: 'Archived.' })
  assert.deepEqual(live.outbox.all()[0]?.problem, { code: 'session_archived', message: 'Archived.' })
  live.sayAgain('id-1')
  assert.equal(cmds(line()).length, 2)
  assert.equal(live.outbox.all()[0]?.state, 'sending')
  live.outbox.drop('id-1')
  assert.equal(live.outbox.all().length, 0)
})

test('[UIS3] what was not confirmed survives a reload, for the same person only', () => {
  const store = new Map<string, string>()
  const before = world(store)
  before.live.enter('per_1')
  before.live.say(message)
  const other = world(store)
  other.live.enter('per_2')
  assert.equal(other.live.outbox.all().length, 0)
  const after = world(store)
  after.live.enter('per_1')
  after.greet()
  assert.equal(cmds(after.line())[0]?.cid, 'id-1')
})

test('[UIS3] what was not confirmed survives an ended sign-in', () => {
  const { live, greet, line } = world(new Map())
  live.enter('per_1')
  live.say(message)
  live.leave()
  assert.equal(live.outbox.all().length, 0)
  live.enter('per_1')
  greet()
  assert.equal(cmds(line())[0]?.cid, 'id-1')
})

test('[UIS3] a message too large for a frame goes by HTTP, again under the same id when nobody answered', async () => {
  const { live, line, posted, pass, greet } = world()
  live.enter('per_1')
  live.say({ ...message, text: 'é'.repeat(limits.messageCharsMax) })
  greet()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(live.outbox.all()[0]?.state, 'sending')
  pass(15_000)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(posted, ['id-1', 'id-1'])
  assert.equal(live.outbox.all()[0]?.state, 'sent')
  assert.equal(cmds(line()).length, 0)
})

test('[UIS3] no more than fifty wait', () => {
  const { live } = world()
  live.enter('per_1')
  for (let i = 0; i < outboxMax; i += 1) assert.equal(live.say(message), true)
  assert.equal(live.say(message), false)
})

test('[PPL1] nothing of one person is said or heard by the next', () => {
  const { live, lines } = world()
  live.enter('per_1')
  live.say(message)
  live.enter('per_2')
  assert.equal(lines[0]?.isClosed, true)
  assert.equal(live.outbox.all().length, 0)
})
