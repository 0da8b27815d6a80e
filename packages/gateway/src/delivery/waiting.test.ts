import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'
import { noteAccountNews, readPause } from './accounts.ts'
import { forGood } from './judge-outcome.ts'

const later: Behaviour = { kind: 'not_sent', why: 'later', detail: '502' }
const minuteMs = 60_000
const dayMs = 24 * 3_600_000

test('[DLV4] what is proven not to be sent is tried again, after waits that double', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [later, later, later])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  assert.deepEqual(await h.states('a'), ['waiting platform_trouble'])
  assert.deepEqual(await h.states('b'), ['queued'])
  await h.pass(15_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
  assert.equal((await h.of('a'))[0]?.attempts, 4)
  assert.equal(h.platform.count('find'), 0, 'nothing has to be looked for')
})

for (const retryAfterMs of [300, 1_500, 60_000, 3_600_000]) {
  test(`[F27] [I30] a stated wait of ${retryAfterMs} ms is kept exactly, in one place`, async () => {
    await using h = await openTestDeliveries()
    const limited: Behaviour = {
      kind: 'not_sent',
      why: 'later',
      detail: '429',
      retryAfterMs,
      scope: 'place',
      wasRefused: true,
    }
    h.platform.script = inTurn('send', [limited])
    await h.put(h.message('c1', 'a'), h.message('c2', 'b'))
    await h.pass(retryAfterMs + 10)
    assert.deepEqual(h.platform.texts('c2'), ['b'])
    const [first, again] = h.platform.requests.filter(({ conversationId }) => conversationId === 'c1')
    assert.equal((again?.at ?? 0) - (first?.at ?? 0), retryAfterMs)
  })
}

test('[F27] [I30] a wait of the account holds all its lanes, also after a restart, and others none', async () => {
  await using h = await openTestDeliveries()
  h.connected.set('chat/other', h.platform)
  const limited: Behaviour = {
    kind: 'not_sent',
    why: 'later',
    detail: '429',
    retryAfterMs: 45_000,
    scope: 'account',
  }
  h.platform.script = inTurn('send', [limited])
  const begin = h.clock.wall()
  await h.put(h.message('c1', 'a'))
  await h.work()
  const elsewhere = { ...h.place('c3'), accountId: 'other' }
  await h.put(h.message('c2', 'b'), h.message('c3', 'c', { place: elsewhere }))
  await h.work()
  await h.crash()
  await h.work()
  assert.deepEqual(h.platform.texts('c3'), ['c'])
  assert.equal(h.platform.count('send'), 2)
  assert.deepEqual(await h.states('b'), ['waiting account_paused'])
  await h.pass(2 * minuteMs)
  assert.deepEqual([...h.platform.texts('c1'), ...h.platform.texts('c2')], ['a', 'b'])
  const times = h.platform.requests.slice(2).map(({ at }) => at - begin)
  assert.deepEqual(times, [45_000, 45_000])
})

test('[F30] [I31] the first refusal of the account itself pauses it until somebody sees to it', async () => {
  await using h = await openTestDeliveries()
  const unauthorised: Behaviour = {
    kind: 'not_sent',
    why: 'account',
    detail: '401: the token is not valid',
    wasRefused: true,
  }
  h.platform.script = inTurn('send', [unauthorised])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put(h.message('c2', 'b'))
  await h.pass(30 * minuteMs)
  assert.equal(h.platform.requests.length, 1)
  assert.deepEqual(await h.states('a'), ['waiting account_paused'])
  assert.match((await h.of('b'))[0]?.detail ?? '', /401/)
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.work()
  assert.deepEqual(h.platform.texts('c2'), ['⏳ delayed 30 min\nb'])
  assert.deepEqual(h.platform.texts('c1'), ['⏳ delayed 30 min\na'])
})

test('[F30] [DLV8] an account that may go on does so at once', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'account', detail: '401', wasRefused: true }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  assert.deepEqual(await h.states('a'), ['waiting account_paused'])
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})

test('[F30] [DLV8] what was refused before the account was seen to does not pause it again', async () => {
  await using h = await openTestDeliveries()
  const account = { channel: 'chat', accountId: 'bot' }
  const refusal = { wasRefused: true, pause: { until: forGood, why: '401' } }
  const pausedAfter = async (askedAt: number) => {
    await h.store.tx((t) => noteAccountNews(t, account, refusal, askedAt))
    return (await h.store.read((r) => readPause(r, account))).paused_until
  }
  const before = h.clock.wall()
  h.clock.advance(1_000)
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  assert.equal(await pausedAfter(before), null)
  h.clock.advance(1_000)
  assert.equal(await pausedAfter(h.clock.wall()), forGood)
})

test('[F27] [I30] a wait that the platform asked for is not cut short when the account may go on', async () => {
  await using h = await openTestDeliveries()
  const begin = h.clock.wall()
  const told: Behaviour = {
    kind: 'not_sent',
    why: 'later',
    detail: '429',
    retryAfterMs: 45_000,
    scope: 'account',
  }
  h.platform.script = inTurn('send', [told])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.put(h.message('c2', 'b'))
  await h.pass(2 * minuteMs)
  assert.deepEqual(
    h.platform.requests.map(({ at }) => at - begin),
    [0, 45_000, 45_000],
  )
})

test('[I30] an account that was refused too often pauses until its window is over', async () => {
  await using h = await openTestDeliveries()
  const refused: Behaviour = { kind: 'not_sent', why: 'message', detail: '403', wasRefused: true }
  h.platform.script = () => refused
  const many = Array.from({ length: limits.refusedRequestsMax + 20 }, (_, i) =>
    h.message(`c${i % 7}`, `m${i}`),
  )
  await h.put(...many)
  await h.pass(limits.refusedRequestsWindowMs - minuteMs)
  // Those of other lanes that were under way at the same moment come on top.
  assert.ok(h.platform.requests.length >= limits.refusedRequestsMax)
  assert.ok(h.platform.requests.length < limits.refusedRequestsMax + 7)
  h.platform.script = () => undefined
  await h.pass(2 * minuteMs)
  assert.equal(h.platform.requests.length, many.length, 'and then it goes on')
})

test('[F30] [RTE7] a place that refuses for good: what waits for it is rejected with its reason, others are not', async () => {
  await using h = await openTestDeliveries()
  const gone: Behaviour = { kind: 'not_sent', why: 'place', detail: '10003: unknown channel' }
  h.platform.script = ({ conversationId }) => (conversationId === 'c1' ? gone : undefined)
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'), h.message('c2', 'c'))
  await h.work()
  assert.deepEqual(
    [await h.states('a'), await h.states('b')],
    [['rejected place_refused'], ['rejected place_refused']],
  )
  assert.equal((await h.of('b'))[0]?.detail, '10003: unknown channel')
  assert.deepEqual(h.platform.texts('c2'), ['c'])
  assert.equal(h.platform.count('send'), 2)
  assert.deepEqual(h.settled.map(({ cause, state }) => [cause, state]).toSorted(byText), [
    ['a', 'rejected'],
    ['b', 'rejected'],
    ['c', 'sent'],
  ])
})

test('[I9] a part that its platform will not take is missed visibly', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  const no: Behaviour = { kind: 'not_sent', why: 'message', detail: 'not allowed here' }
  h.platform.script = ({ part }) => (part === 1 ? no : undefined)
  await h.put(h.message('c1', 'a', { text: `${'x'.repeat(20)}yy` }))
  await h.work()
  assert.deepEqual(await h.states('a'), ['rejected refused', 'sent'])
  assert.deepEqual(h.platform.texts('c1'), ['⚠️ a part before this is missing\nyy'])
})

test('[DLV4] [I8] older than 15 minutes: it says by how much, once, and still fits', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  h.connected.delete('chat/bot')
  await h.put(h.message('c1', 'a', { text: `${'x'.repeat(20)}${'y'.repeat(20)}` }))
  await h.pass(17 * minuteMs)
  h.connected.set('chat/bot', h.platform)
  await h.pass(2 * minuteMs)
  const [first, second] = h.platform.texts('c1')
  assert.match(first ?? '', /^⏳ delayed 1[789] min\nx{20}$/)
  assert.equal(second, 'y'.repeat(20))
})

test('[F7] [I8] after a day at rest: what is older than 24 hours is given up, what is younger is labelled', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = () => ({ kind: 'hangs', isDone: false })
  h.connected.delete('chat/bot')
  await h.put(h.message('c1', 'old'))
  h.clock.advance(23 * 3_600_000)
  await h.put(h.message('c1', 'young'))
  h.clock.advance(2 * 3_600_000)
  h.connected.set('chat/bot', h.platform)
  h.platform.script = () => undefined
  await h.crash()
  await h.pass(2 * minuteMs)
  assert.deepEqual(await h.states('old'), ['gave_up too_old'])
  assert.match(h.platform.texts('c1').join(), /^⏳ delayed 12\d min\nyoung$/)
})

test('[DLV4] a day of proven failures ends in giving up, with the last reason', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = () => ({ kind: 'not_sent', why: 'later', detail: '502', retryAfterMs: 30 * minuteMs })
  await h.put(h.message('c1', 'a'))
  await h.pass(dayMs + 40 * minuteMs)
  assert.deepEqual(await h.states('a'), ['gave_up too_many_tries'])
  assert.equal((await h.of('a'))[0]?.detail, '502')
  const tries = h.platform.requests.length
  assert.equal(tries, 48)
  await h.pass(dayMs)
  assert.equal(h.platform.requests.length, tries)
})

test('[I52] a stop in good order waits for the answer of what is under way', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'slow', ms: 3_000 }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  const restarted = h.restart()
  h.clock.advance(3_000)
  await restarted
  assert.deepEqual(await h.states('a'), ['sent'])
  await h.pass(1_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'b'])
  assert.equal(h.platform.count('find'), 0)
})

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a).localeCompare(String(b))
}

test('[DLV2] conversations that are not answered keep no slot from the others', async () => {
  await using h = await openTestDeliveries({ lanes: { deliveries: { cap: 2, asideMax: 10 } } })
  const silent = ['c1', 'c2', 'c3', 'c4', 'c5']
  h.platform.script = ({ conversationId }) =>
    silent.includes(conversationId) ? { kind: 'hangs', isDone: false } : undefined
  await h.put(...silent.map((place) => h.message(place, place)), h.message('c9', 'hello'))
  await h.work()
  assert.deepEqual(h.platform.texts('c9'), [])
  for (let i = 0; i < 3; i++) await h.pass(limits.deliverySilentMs)
  assert.deepEqual(h.platform.texts('c9'), ['hello'])
  assert.deepEqual(new Set(h.platform.busiest.values()), new Set([1]), 'still one at a time in each')
})

test('[DLV2] no more than so many stand aside: what is under way has a bound', async () => {
  await using h = await openTestDeliveries({ lanes: { deliveries: { cap: 2, asideMax: 3 } } })
  h.platform.script = () => ({ kind: 'hangs', isDone: false })
  await h.put(...['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map((place) => h.message(place, place)))
  for (let i = 0; i < 8; i++) await h.pass(limits.deliverySilentMs)
  assert.equal(h.platform.count('send'), 5)
})

test('[DLV4] [F30] after an outage the first that gets through lets all others go at once', async () => {
  await using h = await openTestDeliveries()
  let isDown = true
  h.platform.script = () => (isDown ? later : undefined)
  const places = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
  await h.put(...places.map((place) => h.message(place, place)))
  await h.pass(20 * minuteMs)
  isDown = false
  await h.put(h.message('c9', 'new'))
  await h.work()
  const told = places.map((place) => h.platform.texts(place).length)
  assert.deepEqual(told, [1, 1, 1, 1, 1, 1])
})

test('[DLV4] one conversation that fails among others keeps its waits', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ conversationId }) => (conversationId === 'c1' ? later : undefined)
  await h.put(h.message('c1', 'a'))
  for (let i = 0; i < 20; i++) {
    await h.work()
    const { nextAt } = (await h.of('a'))[0] ?? {}
    await h.put(h.message('c2', `b${i}`))
    await h.work()
    assert.equal((await h.of('a'))[0]?.nextAt, nextAt)
    h.clock.advance(minuteMs)
  }
  assert.equal(h.platform.texts('c2').length, 20)
})

test('[DLV4] [I30] an account that is reached again cuts short what was guessed, and not what was stated', async () => {
  await using h = await openTestDeliveries()
  const told: Behaviour = {
    kind: 'not_sent',
    why: 'later',
    detail: '429',
    retryAfterMs: minuteMs,
    scope: 'place',
  }
  h.platform.script = ({ conversationId }) => (conversationId === 'c1' ? later : told)
  await h.put(h.message('c1', 'a'), h.message('c2', 'b'))
  await h.work()
  h.platform.script = () => undefined
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.work()
  assert.deepEqual([h.platform.texts('c1'), h.platform.texts('c2')], [['a'], []])
})

test('[OPS4] [F30] that an account is paused, and that it goes on, is said in the log', async () => {
  await using h = await openTestDeliveries()
  const refusal: Behaviour = { kind: 'not_sent', why: 'account', detail: '401', wasRefused: true }
  h.platform.script = inTurn('send', [refusal, refusal])
  await h.put(h.message('c1', 'a'), h.message('c2', 'b'))
  await h.work()
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  await h.store.tx((t) => h.deliveries.resumeAccount(t, 'chat', 'bot'))
  assert.deepEqual(h.logged, ['warn an account is paused', 'info an account goes on'])
})
