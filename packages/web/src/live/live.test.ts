import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, limits, type ServerFrame } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import { chooseDelayMs } from './choose-delay.ts'
import type { Follower } from './followings.ts'
import type { SocketEvents } from './line.ts'
import { createLive } from './live.ts'
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
  let outdated = 0
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
    drafts: undefined,
    upload: () => new Promise(() => {}),
    draw: async () => undefined,
    post: async (item) => {
      posted.push(item.cid)
      if (posted.length === 1) throw new CallError('unreachable', '')
      return { seq: 9 }
    },
    onLost: (isLost) => lost.push(isLost),
    onOutdated: () => {
      outdated += 1
    },
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
  const greet = (epoch = 1, serverTime = '') => {
    line().on.opened()
    say({ type: 'hello', connId: 'c', epoch, serverTime, proto: 1, limits: {} })
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
    outdated: () => outdated,
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

test('[UIS2] a server that does not understand the page is asked three times, then the page says so and rests', () => {
  const { live, lines, line, lost, pass, outdated } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  for (let i = 0; i < 3; i += 1) {
    assert.equal(outdated(), 0)
    line().on.opened()
    line().on.closed(closeCodes.protocol)
    pass(500 * 2 ** i)
  }
  live.wake()
  live.follow('s:1', follower().one)
  pass(600_000)
  assert.equal(lines.length, 3)
  assert.equal(outdated(), 1)
  assert.equal(lost.at(-1), false)
})

test('[UIS2] nothing that is followed, nothing that is lost: the banner goes and nothing is tried', () => {
  const { live, lines, line, lost, pass } = world()
  live.enter('per_1')
  const leave = live.follow('l:', follower().one)
  line().on.closed(1006)
  pass(3_600)
  line().on.closed(1006)
  assert.equal(lost.at(-1), true)
  const before = lines.length
  leave()
  pass(600_000)
  assert.equal(lost.at(-1), false)
  assert.equal(lines.length, before)
  live.follow('l:', follower().one)
  assert.equal(lines.length, before + 1)
})

test('[UIS2] going from one page to the next does not take the banner away for a moment', () => {
  const { live, line, lost, pass } = world()
  live.enter('per_1')
  const leave = live.follow('l:', follower().one)
  line().on.closed(1006)
  pass(3_600)
  const told = lost.length
  leave()
  live.follow('s:1', follower().one)
  pass(400)
  assert.deepEqual(lost.slice(told), [])
})

test('[UIS4] typing is told once in three seconds and never kept, presence on every line that is not active', () => {
  const { live, line, pass, greet } = world()
  const told = (type: string) => line().sent.filter((frame) => frame.type === type)
  live.enter('per_1')
  live.follow('s:1', follower().one)
  live.tellTyping('ses_1')
  live.tellPresence('idle')
  greet()
  assert.deepEqual(cmds(line()), [])
  assert.deepEqual(told('presence'), [{ type: 'presence', state: 'idle' }])
  live.tellPresence('idle')
  live.tellPresence('active')
  assert.deepEqual(told('presence').slice(1), [{ type: 'presence', state: 'active' }])
  for (let i = 0; i < 30; i += 1) {
    live.tellTyping('ses_1')
    pass(200)
  }
  assert.deepEqual(
    cmds(line()).map(({ op, sessionId }) => [op, sessionId]),
    [
      ['typing', 'ses_1'],
      ['typing', 'ses_1'],
    ],
  )
  line().on.closed(1006)
  pass(500)
  greet()
  assert.deepEqual(told('presence'), [])
})

test('[UIS4] how far one has read is told with a line and not kept without', () => {
  const { live, line, greet } = world()
  live.enter('per_1')
  live.follow('s:1', follower().one)
  assert.equal(live.markRead('ses_1', 4), false)
  greet()
  assert.equal(live.markRead('ses_1', 4), true)
  assert.deepEqual(cmds(line()), [{ type: 'cmd', cid: 'id-2', op: 'read', sessionId: 'ses_1', seq: 4 }])
})

test('[A11Y2] what is fresh is judged by the server’s clock, also where this one is wrong', () => {
  const { live, pass, greet } = world()
  live.enter('per_1')
  live.follow('l:', follower().one)
  assert.equal(live.serverNow(), 0)
  greet(1, '2026-03-14T13:05:00.000Z')
  pass(1_000)
  assert.equal(new Date(live.serverNow()).toISOString(), '2026-03-14T13:05:01.000Z')
})

test('[UIS2] whoever follows learns that the line broke', () => {
  const { live, line, greet } = world()
  let losses = 0
  live.enter('per_1')
  live.follow('s:1', {
    ...follower().one,
    lost: () => {
      losses += 1
    },
  })
  greet()
  line().on.closed(1006)
  assert.equal(losses, 1)
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

test('[ATT1] the files of a message go with it, also after a reload, and a refusal says which one is meant', () => {
  const store = new Map<string, string>()
  const file = { id: 'fil_1', name: 'a.png', mediaType: 'image/png', bytes: 3 }
  const before = world(store)
  before.live.enter('per_1')
  before.live.say({ sessionId: 'ses_1', text: '', mode: 'queue', attachments: [file] })
  const { live, line, greet, say } = world(store)
  live.enter('per_1')
  line().on.opened()
  greet()
  const sent = line().sent.find((frame) => frame.op === 'message')
  assert.deepEqual(sent?.attachments, ['fil_1'])
  const cid = live.outbox.all()[0]!.cid
  say({ type: 'nak', cid, code: 'unknown_file', message: 'There is no such file.', field: 'attachments.0' })
  assert.deepEqual(live.outbox.all()[0]?.attachments, [file])
  assert.equal(live.outbox.all()[0]?.problem?.field, 'attachments.0')
})

test('[UIS2] the line is opened before it is known who is there, and serves whoever it is', () => {
  const { live, lines, greet } = world()
  void live.expect()
  assert.equal(lines.length, 1)
  greet()
  live.enter('per_1')
  live.follow('s:ses_1', follower().one)
  assert.equal(lines.length, 1, 'it is not opened twice')
  assert.deepEqual(lines[0]?.sent.at(-1), { type: 'sub', scope: 's:ses_1' })
})

test('[UIS2] a line that was opened for nobody is not tried again', () => {
  const { live, lines, pass } = world()
  void live.expect()
  lines[0]?.on.closed(1006)
  pass(60_000)
  assert.equal(lines.length, 1)
})

const epoch = { type: 'hello', connId: 'c', epoch: 1, serverTime: '', proto: 1, limits: {} }
const snap = (scope: string, seq: number) => ({ type: 'snap', scope, seq, state: {}, events: [] })

test('[UIB1] what is said in an expected scope is kept for the first who follows it, and not asked for again', async () => {
  const { live, lines } = world()
  const told = live.expect(['s:ses_1'])
  // The line was opened ahead: hello was said, and the scope asked for.
  lines[0]?.on.opened(['s:ses_1'])
  lines[0]?.on.heard(JSON.stringify(epoch))
  lines[0]?.on.heard(JSON.stringify(snap('s:ses_1', 4)))
  lines[0]?.on.heard(JSON.stringify({ type: 'eph', scope: 's:ses_1', kind: 'typing' }))
  await told
  assert.deepEqual(
    live.heldFor('s:ses_1').map(({ type }) => type),
    ['snap', 'eph'],
  )
  live.enter('per_1')
  const first = follower()
  live.follow('s:ses_1', first.one)
  assert.deepEqual(lines[0]?.sent, [])
  assert.deepEqual(
    first.heard.map(({ type }) => type),
    ['snap', 'eph'],
  )
  assert.deepEqual(live.heldFor('s:ses_1'), [])
  const second = follower()
  live.follow('s:ses_1', second.one)
  assert.deepEqual(sub(lines[0]!).length, 1, 'who comes later asks')
})

test('[UIB1] whoever has drawn the snapshot already hears only what came after it', async () => {
  const { live, lines } = world()
  void live.expect(['s:ses_1'])
  lines[0]?.on.opened(['s:ses_1'])
  lines[0]?.on.heard(JSON.stringify(epoch))
  lines[0]?.on.heard(JSON.stringify(snap('s:ses_1', 4)))
  lines[0]?.on.heard(JSON.stringify({ type: 'eph', scope: 's:ses_1', kind: 'typing' }))
  live.enter('per_1')
  const { one, heard } = follower()
  live.follow('s:ses_1', { ...one, after: () => 4 })
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['eph'],
  )
})

test('[UIB1] an expected scope that is refused, lost or followed by nobody is let go', async () => {
  const { live, lines, pass } = world()
  const refused = live.expect(['s:ses_1', 's:ses_2'])
  lines[0]?.on.opened(['s:ses_1'])
  lines[0]?.on.heard(JSON.stringify(epoch))
  assert.deepEqual(lines[0]?.sent, [{ type: 'sub', scope: 's:ses_2' }], 'only what was not asked for ahead')
  lines[0]?.on.heard(JSON.stringify({ type: 'nak', scope: 's:ses_1', code: 'not_found', message: 'No.' }))
  lines[0]?.on.heard(JSON.stringify(snap('s:ses_2', 1)))
  await refused
  pass(10_000)
  assert.deepEqual(
    lines[0]?.sent.filter(({ type }) => type === 'unsub'),
    [{ type: 'unsub', scope: 's:ses_2' }],
  )
  assert.deepEqual(live.heldFor('s:ses_2'), [])
  const cut = world()
  const lost = cut.live.expect(['s:ses_1'])
  cut.lines[0]?.on.closed(1006)
  await lost
  cut.pass(60_000)
  assert.equal(cut.lines.length, 1)
})
