import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from './faults.ts'
import { scriptFaults, seedFaults } from './faults.ts'
import { createPlatform, type Platform } from './platform.ts'
import { realPlatformClock } from './platform-time.ts'
import { type Reach, reachByHttp, reachInProcess } from './reach-platform.ts'
import { servePlatform } from './serve-platform.ts'

const token = 'good-token'

interface Way {
  platform: Platform
  reach: Reach
  general: string
  [Symbol.asyncDispose](): Promise<void>
}

function newPlatform() {
  const platform = createPlatform({ clock: realPlatformClock, random: { fraction: () => 0.5 } })
  const general = platform.addChannel(platform.addServer('Weavers'), 'general')
  platform.addBot('Heddle', token)
  return { platform, general }
}

const ways: Record<string, () => Promise<Way>> = {
  async 'over HTTP'() {
    const { platform, general } = newPlatform()
    const served = await servePlatform(platform)
    const reach = reachByHttp(() => ({ apiUrl: served.url, token }))
    return { platform, general, reach, [Symbol.asyncDispose]: () => served.close() }
  },
  async 'within one process'() {
    const { platform, general } = newPlatform()
    const reach = reachInProcess(platform, () => ({ apiUrl: '', token }))
    return { platform, general, reach, [Symbol.asyncDispose]: async () => undefined }
  },
}

const faults: [fault: Fault, kind: string, status: number | undefined, isDone: boolean][] = [
  [{ kind: 'rate_limited', retryAfterMs: 700, scope: 'account' }, 'answer', 429, false],
  [{ kind: 'status', status: 502, isDone: false }, 'answer', 502, false],
  [{ kind: 'status', status: 500, isDone: true }, 'answer', 500, true],
  [{ kind: 'silence', isDone: true }, 'lost', undefined, true],
  [{ kind: 'silence', isDone: false }, 'lost', undefined, false],
  [{ kind: 'reset', isDone: true }, 'lost', undefined, true],
  [{ kind: 'reset', isDone: false }, 'lost', undefined, false],
  [{ kind: 'empty' }, 'answer', 200, true],
  [{ kind: 'garbage' }, 'answer', 200, true],
  [{ kind: 'delay', ms: 1 }, 'answer', 201, true],
]

for (const [name, open] of Object.entries(ways)) {
  for (const [fault, kind, status, isDone] of faults) {
    test(`[DLV3] ${name}: ${JSON.stringify(fault)} is seen as what it is`, async () => {
      await using way = await open()
      way.platform.useFaults(scriptFaults([{ on: 'send', fault }]))
      const patience = new AbortController()
      const asked = way.reach.call('send', { conversationId: way.general, text: 'x' }, patience.signal)
      if (fault.kind === 'silence') {
        while (way.platform.truth.requests.length === 0) await new Promise((done) => setImmediate(done))
        patience.abort()
      }
      const reply = await asked
      assert.equal(reply.kind, kind)
      assert.equal(reply.kind === 'answer' ? reply.status : undefined, status)
      if (fault.kind === 'garbage') assert.equal(reply.kind === 'answer' && reply.body, undefined)
      assert.equal(way.platform.read(way.general).length, isDone ? 1 : 0)
    })
  }

  test(`[DLV3] ${name}: a wrong token is told, and so is who is asked too late`, async () => {
    await using way = await open()
    const gone = AbortSignal.abort()
    assert.equal((await way.reach.call('me', {}, gone)).kind, 'unreachable')
    assert.equal(way.platform.truth.requests.length, 0)
    const bot = [...way.platform.state.bots.values()][0]
    way.platform.changeToken(bot?.id ?? '', 'another')
    const reply = await way.reach.call('me', {}, new AbortController().signal)
    assert.equal(reply.kind === 'answer' && reply.status, 401)
  })
}

test('[DLV3] where nobody listens, nothing has left', async () => {
  const { platform } = newPlatform()
  const served = await servePlatform(platform)
  await served.close()
  const reach = reachByHttp(() => ({ apiUrl: served.url, token }))
  assert.equal((await reach.call('me', {}, new AbortController().signal)).kind, 'unreachable')
})

test('[DLV3] what is done only after no answer came is done late', async () => {
  const { platform, general } = newPlatform()
  platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'late', ms: 1 } }]))
  const reach = reachInProcess(platform, () => ({ apiUrl: '', token }))
  const patience = new AbortController()
  const asked = reach.call('send', { conversationId: general, text: 'x' }, patience.signal)
  patience.abort()
  assert.equal((await asked).kind, 'lost')
  assert.equal(platform.read(general).length, 0)
  while (platform.read(general).length === 0) await new Promise((done) => setImmediate(done))
})

test('[DLV3] a plan by chance hits each kind of request at its rate, and only where it is meant', () => {
  let drawn = 0
  const random = { fraction: () => drawn }
  const reset = { kind: 'reset', isDone: true } as const
  const empty = { kind: 'empty' } as const
  const plan = seedFaults(random, [
    { on: 'send', rate: 0.1, fault: reset },
    { on: ['send', 'edit'], in: 'c1', rate: 0.2, fault: empty },
  ])
  const ask = (kind: 'send' | 'edit', conversationId: string, fraction: number) => {
    drawn = fraction
    return plan({ kind, conversationId })?.kind
  }
  assert.equal(ask('send', 'c1', 0.05), 'reset')
  assert.equal(ask('send', 'c1', 0.25), 'empty')
  assert.equal(ask('send', 'c1', 0.31), undefined)
  assert.equal(ask('send', 'c2', 0.25), undefined)
  assert.equal(ask('edit', 'c1', 0.05), 'empty')
})
