// Coming back: whatever happened meanwhile, and whenever someone left, they end up with what everyone else holds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { limits, type SessionId } from '@heddle/contract'
import fc from 'fast-check'
import { createFakeLogs, type FakeLog } from '../../../../test-support/create-fake-logs.ts'
import { assertHoldsAll, HeldLog, heldUpTo } from '../../../../test-support/follow-log.ts'
import { openTestLive, type TestClient } from '../../../../test-support/open-test-live.ts'
import type { LogEvent } from '../../../sessions/sessions.ts'

const idOf = (name: string | number) => `ses_${name}` as SessionId

/** Subscribes and applies what comes until the log stands still. */
function follow(client: TestClient, scope: string, held: HeldLog): void {
  client.socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString())
    if (frame.scope === scope) held.apply(frame)
  })
}

async function caughtUp(client: TestClient, held: HeldLog, log: FakeLog): Promise<void> {
  await client.settle()
  for (let i = 0; i < 200 && (held.seq < log.events.length || !holdsTexts(held, log)); i++) {
    await nextTick()
    await client.settle()
  }
}

function holdsTexts(held: HeldLog, log: FakeLog): boolean {
  return [...log.texts.values()].every(({ eventId, text }) => held.texts.get(eventId)?.text === text)
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('note' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      which: fc.nat(5),
      text: fc.string({ maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('complete' as const), which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('breathe' as const), rounds: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('come' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('[I24] whoever comes at any moment, from any seq, holds the same list and the same texts', async () => {
  let rounds = 0
  const logs = createFakeLogs(() => rounds++ % 3)
  await using it = await openTestLive(
    {},
    {
      sessions: logs.sessions,
      limits: { requestsPerMinutePerson: 1e9 },
      liveLimits: { requestsPerMinutePerson: 1e9 },
    },
  )
  const member = await it.someone()
  let runs = 0

  async function carryOut(steps: readonly Step[], clients: TestClient[]): Promise<void> {
    const id = idOf(++runs)
    const log = logs.log(id)
    const scope = `s:${id}`
    const open: LogEvent[] = []
    const attempts = new Map<LogEvent, number>()
    const followers: { client: TestClient; held: HeldLog; isFresh: boolean }[] = []
    const come = (after?: number) => {
      const client = clients[followers.length]
      if (client === undefined) return
      const held = after === undefined ? new HeldLog() : heldUpTo(log, after)
      followers.push({ client, held, isFresh: after === undefined })
      follow(client, scope, held)
      client.send({ type: 'sub', scope, ...(after !== undefined && { after }) })
    }
    come(0)
    for (const one of steps) {
      if (one.do === 'note') log.append('notice', { text: 'n' })
      else if (one.do === 'start') open.push(log.start())
      else if (one.do === 'come') come(Math.floor(one.share * log.events.length))
      else if (one.do === 'look') come()
      else if (one.do === 'breathe') for (let i = 0; i < one.rounds; i++) await nextTick()
      else {
        const begun = open[one.which % Math.max(1, open.length)]
        if (begun === undefined) continue
        const attempt = attempts.get(begun) ?? 1
        if (one.do === 'write' && one.text !== '') log.write(begun, one.text, attempt)
        else if (one.do === 'retry') attempts.set(begun, attempt + 1)
        else if (one.do === 'complete') {
          open.splice(open.indexOf(begun), 1)
          log.complete(begun)
        }
      }
    }
    for (const { client, held, isFresh } of followers) {
      await caughtUp(client, held, log)
      assertHoldsAll(held, log, isFresh)
    }
    for (const { client } of followers) client.socket.removeAllListeners('message')
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clients = await Promise.all(Array.from({ length: 8 }, () => it.connect(member)))
      try {
        await carryOutGuarded(carryOut, steps, clients)
      } finally {
        for (const client of clients) client.end()
        await Promise.all(clients.map(({ closed }) => closed))
        await it.breathe()
      }
    }),
    { numRuns: 60 },
  )
})

/** An error inside of a listener would be nobody's. */
async function carryOutGuarded<T>(
  task: (steps: readonly T[], clients: TestClient[]) => Promise<void>,
  steps: readonly T[],
  clients: TestClient[],
): Promise<void> {
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  process.on('uncaughtException', note)
  try {
    await task(steps, clients)
  } finally {
    process.off('uncaughtException', note)
  }
  if (thrown.length > 0) throw thrown[0]
}

test('[I24] resuming from every seq of a log, texts in the middle, gives the same list', async () => {
  const logs = createFakeLogs()
  await using it = await openTestLive({}, { sessions: logs.sessions })
  const client = await it.connect(await it.someone())
  const id = idOf('every')
  const log = logs.log(id)
  const first = log.start()
  log.write(first, 'One.')
  log.append('tool.call')
  const second = log.start()
  log.write(second, 'Two, ')
  log.complete(first)
  log.append('notice')
  log.write(second, 'again', 2)
  for (let after = 0; after <= log.events.length; after++) {
    const held = heldUpTo(log, after)
    const from = client.frames.length
    client.send({ type: 'sub', scope: `s:${id}`, after })
    await it.breathe()
    await client.settle()
    for (const frame of client.frames.slice(from)) held.apply(frame)
    assertHoldsAll(held, log)
    assert.deepEqual(held.texts.get(second.eventId), { att: 2, text: 'again' })
  }
})

test('[LIV5] too many entries, too large ones, another epoch or a seq from the future give a snapshot', async () => {
  const logs = createFakeLogs()
  await using it = await openTestLive({}, { sessions: logs.sessions, epoch: 3 })
  const client = await it.connect(await it.someone())
  const log = logs.log(idOf('long'))
  const scope = `s:${idOf('long')}`
  for (let i = 0; i < limits.liveResumeEventsMax + 1; i++) log.append('notice')

  client.send({ type: 'sub', scope, after: 1, epoch: 3 })
  await client.next('ev', ({ seq }) => seq === 501)
  assert.equal(client.all('ev')[0]?.seq, 2)
  assert.equal(client.all('snap').length, 0)

  for (const more of [{ after: 0 }, { after: 400, epoch: 2 }, { after: 502 }]) {
    client.send({ type: 'sub', scope, ...more })
    const snap = await client.next('snap')
    assert.deepEqual([snap.seq, snap.events.length, snap.older], [501, 200, '302'], JSON.stringify(more))
  }
  for (let i = 0; i < 80; i++) log.append('notice', { text: 'x'.repeat(15_000) })
  await client.next('ev', ({ seq }) => seq === 581)
  client.send({ type: 'sub', scope, after: 501 })
  assert.equal((await client.next('snap')).seq, 581)
})

test('[LIV6] two who follow a session see the same entries in the same order, each once', async () => {
  const logs = createFakeLogs()
  await using it = await openTestLive({}, { sessions: logs.sessions })
  const id = idOf('two')
  const log = logs.log(id)
  const [one, two] = [await it.connect(await it.someone()), await it.connect(await it.someone())]
  for (const client of [one, two]) {
    client.send({ type: 'sub', scope: `s:${id}` })
    await client.next('snap')
  }
  const begun = log.start()
  for (let i = 0; i < 50; i++) {
    log.append('notice', { text: String(i) })
    log.write(begun, `${i} `)
    if (i % 7 === 0) await nextTick()
  }
  log.complete(begun)
  const seqs = async (client: TestClient) => {
    await client.next('ev', ({ seq }) => seq === 52)
    await client.settle()
    return client.frames.filter(({ type }) => type === 'ev' || type === 'd')
  }
  const [first, second] = [await seqs(one), await seqs(two)]
  assert.deepEqual(first, second)
  assert.deepEqual(
    one.all('ev').map(({ seq }) => seq),
    Array.from({ length: 52 }, (_, i) => i + 1),
  )
})

test('[LIV3] very much text at once comes in frames that keep the limit', async () => {
  const logs = createFakeLogs()
  await using it = await openTestLive({}, { sessions: logs.sessions })
  const id = idOf('much')
  const log = logs.log(id)
  const client = await it.connect(await it.someone())
  const held = new HeldLog()
  client.socket.on('message', (data: Buffer) => assert.ok(data.length <= limits.liveFrameOutBytesMax))
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  const begun = log.start()
  log.write(begun, '\u0001ä🧶'.repeat(50_000))
  log.append('notice')
  await client.next('ev', ({ kind }) => kind === 'notice')
  for (const frame of client.frames) held.apply(frame)
  assertHoldsAll(held, log, true)
  client.send({ type: 'sub', scope: `s:${id}`, after: 1 })
  await client.next('dr')
  await client.settle()
  const again = heldUpTo(log, 1)
  for (const frame of client.frames.slice(client.frames.findLastIndex(({ type }) => type === 'dr') - 1))
    again.apply(frame)
  assertHoldsAll(again, log)
  client.send({ type: 'sub', scope: `s:${id}` })
  const [tail] = (await client.next('snap')).state['streaming'] as { off: number; text: string }[]
  assert.equal(`${tail?.text}`.length + (tail?.off ?? 0), log.texts.get(begun.eventId)?.text.length)
})
