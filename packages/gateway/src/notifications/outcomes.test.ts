import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlannedFault, scriptFaults } from '@heddle/emulators/loopback/faults'
import { limits } from '@heddle/contract'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'

async function open(...faults: PlannedFault[]) {
  const house = await openNotifyingHouse()
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  house.platform.useFaults(scriptFaults(faults))
  const first = async () => {
    const [item] = (await house.inbox(bob.actor)).items
    const [inApp, there] = item?.deliveries ?? []
    assert.ok(inApp && there)
    return { inApp, there }
  }
  /** Until nothing is to be waited for any more, or so long. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      house.clock.advance(1_000)
      await house.settle()
    }
  }
  const tell = () => house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  return { house, ann, bob, sessionId, first, pass, tell }
}

test('[NTF3] "429 is retried": it waits as long as the platform says, and uses up no try', async () => {
  const wait = { kind: 'rate_limited', retryAfterMs: 4_000, scope: 'conversation' } as const
  const { house, bob, first, pass, tell } = await open({ on: 'send', fault: wait, times: 8 })
  await using _ = house
  await tell()
  const { inApp, there } = await first()
  // "Per-channel notification status": here it is there, elsewhere it is not yet.
  assert.deepEqual([inApp.status, there.status], ['delivered', 'retrying'])
  assert.match(there.lastError ?? '', /429/)
  assert.ok((there.nextAt ?? 0) > house.store.now())
  await pass(300)
  assert.deepEqual(bob.dm(), [])
  await pass(15 * 60_000)
  assert.equal((await first()).there.status, 'delivered')
  assert.equal(bob.dm().length, 1)
})

test('[NTF3] "timeout, and 5xx errors are retried": looked for first, and there once', async () => {
  for (const fault of [
    { kind: 'silence', isDone: true },
    { kind: 'silence', isDone: false },
    { kind: 'status', status: 500, isDone: true },
    { kind: 'status', status: 503, isDone: false },
  ] as const) {
    const { house, ann, bob, sessionId, first } = await open({ on: 'send', fault })
    await using _ = house
    await house.reply(ann.actor, { sessionId, mentioned: [bob.actor], isAwaited: false })
    for (let seconds = 0; seconds < 45; seconds++) {
      await house.breathe()
      house.clock.advance(1_000)
    }
    await house.settle()
    const { there } = await first()
    assert.equal(there.status, 'delivered', JSON.stringify(fault))
    assert.equal(bob.dm().length, 1)
  }
})

test('[NTF3] what cannot be reached is tried six times, then it has failed, here it is delivered all the same', async () => {
  const { house, bob, first, pass, tell } = await open({
    on: 'send',
    fault: { kind: 'status', status: 502, isDone: false },
    times: 100,
  })
  await using _ = house
  await tell()
  assert.equal((await first()).there.status, 'retrying')
  await pass(10 * 60_000)
  const { inApp, there } = await first()
  assert.deepEqual(
    [inApp.status, there.status, there.attempts],
    ['delivered', 'failed', limits.notifyAttemptsMax],
  )
  assert.match(there.lastError ?? '', /502/)
  assert.deepEqual(bob.dm(), [])
  const { outcomes } = house.notifications.figures()
  assert.deepEqual(
    ['in_app delivered', 'loopback failed', 'loopback retried'].map((name) => outcomes.get(name)),
    [1, 1, limits.notifyAttemptsMax - 1],
  )
})

test('[NTF3] "terminal 4xx errors are marked non-retryable and are not retried"', async () => {
  const { house, bob, first, pass, tell } = await open({
    on: 'send',
    fault: { kind: 'status', status: 403, isDone: false },
  })
  await using _ = house
  await tell()
  const { inApp, there } = await first()
  assert.deepEqual([inApp.status, there.status, there.attempts], ['delivered', 'failed', 1])
  assert.match(there.lastError ?? '', /403/)
  await pass(60_000)
  assert.equal((await first()).there.attempts, 1)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF3] who takes no direct messages is not asked again', async () => {
  const refusal = { kind: 'status', status: 403, isDone: false } as const
  const { house, first, pass, tell } = await open({ on: 'dm.open', fault: refusal })
  await using _ = house
  await tell()
  const { there } = await first()
  assert.deepEqual([there.status, there.attempts], ['failed', 1])
  await pass(60_000)
  assert.equal((await first()).there.status, 'failed')
})

test('[NTF3] a direct conversation that cannot be opened now is opened later', async () => {
  const { house, bob, first, pass, tell } = await open({
    on: 'dm.open',
    fault: { kind: 'unreachable' },
    times: 3,
  })
  await using _ = house
  await tell()
  const { there } = await first()
  assert.deepEqual([there.status, there.attempts], ['retrying', 1])
  await pass(60_000)
  assert.equal((await first()).there.status, 'delivered')
  assert.equal(bob.dm().length, 1)
})

test('[NTF3] while the account is not connected it waits, and after six hours it has failed', async () => {
  const { house, bob, first, tell } = await open()
  await using _ = house
  house.disconnect()
  await tell()
  assert.deepEqual([(await first()).there.status, (await first()).there.attempts], ['retrying', 0])
  house.clock.advance(limits.notifyRetryLookMs)
  await house.settle()
  assert.equal((await first()).there.status, 'retrying')
  house.clock.advance(limits.notifyExpiresMs)
  await house.settle()
  assert.equal((await first()).there.status, 'failed')
  assert.deepEqual(bob.dm(), [])
})

/** Of the outbox: a stated wait is no try, so that it goes on for hours. */
const patience = { kind: 'rate_limited', retryAfterMs: 600_000, scope: 'conversation' } as const
const hoursMs = 3_600_000

test('[NTF3] the six hours count from the first try, also where the direct conversation took its part of them', async () => {
  const { house, bob, first, tell } = await open({ on: 'send', fault: patience, times: 1_000 })
  await using _ = house
  house.disconnect()
  await tell()
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 300_000) {
      house.clock.advance(300_000)
      await house.settle()
    }
  }
  await wait(4 * hoursMs)
  await house.reconnect()
  await wait(hoursMs)
  assert.deepEqual([(await first()).there.status, bob.dm()], ['retrying', []])
  await wait(hoursMs)
  assert.equal((await first()).there.status, 'failed')
  await wait(2 * hoursMs)
  assert.deepEqual([(await first()).there.status, bob.dm()], ['failed', []])
})

test('[NTF3] what could not be tried for seven hours, because nothing ran, has its six hours still', async () => {
  const { house, ann, bob, sessionId, first, pass } = await open({
    on: 'dm.open',
    fault: { kind: 'unreachable' },
    times: 2,
  })
  await using _ = house
  await house.runner.stop()
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor], isAwaited: false })
  house.clock.advance(7 * hoursMs)
  await house.restart()
  await pass(60_000)
  assert.equal((await first()).there.status, 'delivered')
  assert.equal(bob.dm().length, 1)
})

test('[NTF3] what joined a message that had been tried for hours is not given up with it', async () => {
  const { house, bob, tell, pass } = await open({ on: 'send', fault: patience, times: 12 })
  await using _ = house
  house.disconnect()
  await tell()
  house.clock.advance(5 * hoursMs)
  await house.settle()
  await tell()
  await house.reconnect()
  await pass(61 * 60_000)
  const ends = async () =>
    (await house.inbox(bob.actor)).items.map((item) => house.statuses(item)[1]).toReversed()
  assert.deepEqual(await ends(), ['loopback failed', 'loopback retrying'])
  await pass(61 * 60_000)
  assert.deepEqual(await ends(), ['loopback failed', 'loopback delivered'])
  assert.equal(bob.dm().length, 1)
})

test('[NTF3] tries to open the conversation and to write in it are together six', async () => {
  const trouble = { kind: 'status', status: 502, isDone: false } as const
  const { house, bob, first, pass, tell } = await open(
    { on: 'dm.open', fault: { kind: 'unreachable' }, times: 2 },
    { on: 'send', fault: trouble, times: 100 },
  )
  await using _ = house
  await tell()
  await pass(15 * 60_000)
  const { there } = await first()
  assert.deepEqual([there.status, there.attempts], ['failed', limits.notifyAttemptsMax])
  assert.equal(house.platform.truth.requests.filter(({ kind }) => kind === 'send').length, 4)
  const { outcomes } = house.notifications.figures()
  assert.equal(outcomes.get('loopback retried'), limits.notifyAttemptsMax - 1)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF4] [NTF3] reading it calls off what waits in the outbox', async () => {
  const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const
  const { house, bob, first, pass, tell } = await open({ on: 'send', fault: wait })
  await using _ = house
  const posted = await tell()
  await house.readThread(bob.actor, posted.threadId, posted.seq)
  assert.deepEqual([(await first()).there.status, (await first()).there.why], ['suppressed', 'read'])
  await pass(90_000)
  assert.deepEqual(bob.dm(), [])
})

test('[NTF2] [I25] who lost the right to know while it waited in the outbox learns nothing', async () => {
  const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const
  const { house, ann, bob, pass } = await open({ on: 'send', fault: wait, times: 2 })
  await using _ = house
  const cleo = await house.linked('cleo')
  const { actor: olga } = await house.signedIn('olga', 'owner')
  const sessionId = await house.chat(ann.actor, { participants: ['bob', 'cleo'], title: 'Hush' })
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor, cleo.actor] })
  const [told] = (await house.inbox(cleo.actor)).items
  assert.deepEqual(house.statuses(told), ['in_app delivered', 'loopback retrying'])
  await house.store.tx((t) => house.people.removeMember(t, olga, bob.actor.personId))
  await house.store.tx((t) => house.sessions.change(t, ann.actor, sessionId, { participants: ['ann'] }))
  await pass(90_000)
  assert.deepEqual([bob.dm(), cleo.dm()], [[], []])
  // Whoever is let in again sees why.
  await house.store.tx((t) =>
    house.sessions.change(t, ann.actor, sessionId, { participants: ['ann', 'cleo'] }),
  )
  await pass(90_000)
  const [after] = (await house.inbox(cleo.actor)).items
  assert.deepEqual(house.statuses(after), ['in_app delivered', 'loopback suppressed (may_not_see)'])
  assert.deepEqual(cleo.dm(), [])
})

test('[NTF7] nobody who looks after the outbox reads whom a notification names, or where', async () => {
  const wait = { kind: 'rate_limited', retryAfterMs: 60_000, scope: 'conversation' } as const
  const { house, ann, bob } = await open({ on: 'send', fault: wait })
  await using _ = house
  const { actor: olga } = await house.signedIn('olga', 'owner')
  const sessionId = await house.chat(ann.actor, { participants: ['bob'], title: 'Hush' })
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  const seen = async (who: typeof olga) =>
    (await house.store.read((r) => house.routing.outbox.list(r, who, { state: 'all' }, { limit: 10 }))).items
  const [item] = await seen(olga)
  assert.deepEqual([item?.text, item?.sessionId], ['', null])
  assert.deepEqual(await seen(bob.actor), [])
})
