import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../test-support/open-test-store.ts'
import { createListLog } from '../test-support/open-test-sessions.ts'
import { createChannelRegistry } from './channel-registry.ts'
import type { ChannelAccount, ChannelSurroundings } from './channels/channel.ts'
import { NeedsSomebody } from './channels/needs-somebody.ts'
import type { ChannelsConfig } from './channels-config-schema.ts'
import type { Tx } from './foundation/database/store.ts'
import { openChannels } from './open-channels.ts'

const account = { apiUrl: 'http://127.0.0.1:1', token: 't1' }

function openTestChannels(accounts: Record<string, typeof account>) {
  const clock = createTestClock()
  const registry = createChannelRegistry()
  const logged: { message: string; fields: unknown }[] = []
  let config: ChannelsConfig = { channels: { loopback: { accounts } } }
  /** What happened to each account, in order. */
  const events: string[] = []
  const around = new Map<string, ChannelSurroundings>()
  const starts = new Map<string, () => Promise<void>>()
  /** What keeps an account from hearing that had begun to. */
  const troubles = new Map<string, string>()
  let loaded = 0

  function openFake(surroundings: ChannelSurroundings): ChannelAccount {
    const { accountId } = surroundings
    around.set(accountId, surroundings)
    events.push(`open ${accountId}`)
    return {
      channel: 'loopback',
      accountId,
      outbound: {
        channel: 'loopback',
        renderer: { render: () => [] },
        sender: { send: () => Promise.reject(new Error('not here')) },
      },
      async start() {
        events.push(`start ${accountId}`)
        await starts.get(accountId)?.()
      },
      stop: async () => void events.push(`stop ${accountId}`),
      followSettings: () => void events.push(`follow ${accountId}`),
      trouble: () => {
        const words = troubles.get(accountId)
        return words === undefined ? undefined : { words, since: 7 }
      },
    }
  }

  const nothing = () => Promise.reject(new Error('nothing is heard in this test'))
  /** Accounts whose waiting deliveries were let go on. */
  const resumed: string[] = []
  const channels = openChannels({
    store: { read: nothing, tx: async (run) => run({} as Tx), durable: nothing },
    deliveries: { resumeAccount: async (_t, _channel, accountId) => void resumed.push(accountId) },
    clock,
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
    log: createListLog(logged),
    config: () => config,
    registry,
    routing: {
      hear: nothing,
      fetchFiles: nothing,
      refuse: nothing,
      tellConfirmed: nothing,
      press: nothing,
      refusePress: nothing,
      placeGone: nothing,
      lastHeard: nothing,
      suggest: nothing,
    },
    people: { recogniseAccount: nothing },
    openers: {
      loopback: async () => {
        loaded++
        return openFake
      },
    },
  })
  return {
    channels,
    clock,
    registry,
    logged,
    events,
    resumed,
    around,
    starts,
    troubles,
    loaded: () => loaded,
    configure(next: Record<string, typeof account> | undefined) {
      config = next === undefined ? {} : { channels: { loopback: { accounts: next } } }
    },
  }
}

/** Everything here is in memory. */
const settle = () => new Promise((done) => setImmediate(done))

test('[CHN1] an account can be written to once it is opened, and is heard once it is started', async () => {
  const { channels, registry, events } = openTestChannels({ main: account })
  await channels.open()
  assert.deepEqual(events, ['open main'])
  assert.equal(registry.outbound.find('loopback', 'main')?.channel, 'loopback')
  assert.equal(registry.histories.find('loopback', 'main'), undefined)
  assert.equal(registry.outbound.find('loopback', 'other'), undefined)
  channels.start()
  await settle()
  await channels.stop()
  assert.deepEqual(events.slice(0, 3), ['open main', 'start main', 'stop main'])
})

test('[CHN1] a channel without an account is not loaded', async () => {
  const { channels, loaded, configure } = openTestChannels({})
  await channels.open()
  configure(undefined)
  await channels.follow()
  assert.equal(loaded(), 0)
  await channels.stop()
})

test('[CHN1] an account that cannot be heard is tried again, less and less often, and the log says why', async () => {
  const { channels, clock, events, starts, logged } = openTestChannels({ main: account })
  starts.set('main', () => Promise.reject(new Error('The token is nobody’s.')))
  await channels.open()
  channels.start()
  await settle()
  for (const waitMs of [1_000, 2_000, 4_000]) {
    const before = events.length
    clock.advance(waitMs - 1)
    await settle()
    assert.equal(events.length, before)
    clock.advance(1)
    await settle()
    assert.equal(events.length, before + 1)
  }
  starts.delete('main')
  clock.advance(8_000)
  await settle()
  clock.advance(3_600_000)
  assert.deepEqual(events, ['open main', ...Array.from({ length: 5 }, () => 'start main')])
  assert.equal(logged.length, 4)
  assert.deepEqual(logged[0], {
    message: 'an account cannot be heard; trying again',
    fields: { error: 'The token is nobody’s.', waitMs: 1_000 },
  })
  await channels.stop()
})

test('[I31] [CHN1] an account that only somebody can help is tried again when the configuration is read again, and not before', async () => {
  const { channels, clock, events, starts, logged } = openTestChannels({ main: account })
  const tries = () => events.filter((event) => event === 'start main').length
  starts.set('main', () => Promise.reject(new NeedsSomebody('The token is nobody’s.')))
  await channels.open()
  channels.start()
  await settle()
  clock.advance(24 * 3_600_000)
  await settle()
  assert.equal(tries(), 1)
  assert.deepEqual(channels.states()[0]?.trouble, 'The token is nobody’s.')
  assert.equal(logged.length, 1)
  // Changed while the old one is still being tried, it counts as well.
  const trying = Promise.withResolvers<void>()
  starts.set('main', () => trying.promise)
  await channels.follow()
  await settle()
  starts.delete('main')
  await channels.follow()
  trying.reject(new NeedsSomebody('The token is nobody’s.'))
  await settle()
  assert.deepEqual([tries(), channels.states()[0]?.state], [3, 'heard'])
  await channels.stop()
})

test('[OPS2] a configuration that is read again opens what is new, closes what is gone, and leaves the rest', async () => {
  const { channels, registry, events, configure } = openTestChannels({ a: account, b: account })
  await channels.open()
  channels.start()
  await settle()
  configure({ b: { ...account, token: 't2' }, c: account })
  await Promise.all([channels.follow(), channels.follow()])
  await settle()
  assert.deepEqual(events.slice(4), ['stop a', 'follow b', 'open c', 'start c', 'follow b', 'follow c'])
  assert.equal(registry.find('loopback', 'a'), undefined)
  assert.notEqual(registry.find('loopback', 'c'), undefined)
  await channels.stop()
})

test('[DLV8] settings are read for each call, and an account that is gone has none', async () => {
  const { channels, around, configure } = openTestChannels({ main: account })
  await channels.open()
  const { settings } = around.get('main') ?? {}
  assert.equal(settings?.()['token'], 't1')
  configure({ main: { ...account, token: 't2' } })
  assert.equal(settings?.()['token'], 't2')
  configure(undefined)
  assert.deepEqual(settings?.(), {})
  await channels.stop()
})

test('[OPS1] what is stopped while it begins is stopped, and tried no more', async () => {
  const { channels, clock, events, starts } = openTestChannels({ main: account })
  const starting = Promise.withResolvers<void>()
  starts.set('main', () => starting.promise)
  await channels.open()
  channels.start()
  const stopped = channels.stop()
  starting.reject(new Error('stopped'))
  await stopped
  clock.advance(3_600_000)
  await settle()
  assert.deepEqual(events, ['open main', 'start main', 'stop main'])
})

test('[F30] an account that is let in goes on with what it could not send, and one that is not does not', async () => {
  const { channels, clock, starts, resumed } = openTestChannels({ main: account, other: account })
  starts.set('main', () => Promise.reject(new Error('The token is nobody’s.')))
  await channels.open()
  channels.start()
  await settle()
  assert.deepEqual(resumed, ['other'])
  starts.delete('main')
  clock.advance(1_000)
  await settle()
  assert.deepEqual(resumed, ['other', 'main'])
  await channels.stop()
})

test('[F30] [OPS2] a configuration that is read again lets accounts go on, and those that were not let in try at once', async () => {
  const { channels, clock, events, starts, resumed } = openTestChannels({ a: account, b: account })
  starts.set('b', () => Promise.reject(new Error('The token is nobody’s.')))
  await channels.open()
  channels.start()
  await settle()
  starts.delete('b')
  resumed.splice(0)
  await channels.follow()
  await settle()
  assert.deepEqual(resumed, ['a', 'b'])
  clock.advance(3_600_000)
  await settle()
  assert.equal(
    events.filter((event) => event === 'start b').length,
    2,
    'what was planned before is not tried',
  )
  await channels.stop()
})

test('[CHN5] of each account one can tell whether it is heard, and if not, why', async () => {
  const { channels, clock, starts, troubles } = openTestChannels({ main: account, other: account })
  starts.set('main', () => Promise.reject(new Error('The token is nobody’s.')))
  await channels.open()
  const since = clock.wall()
  const words = () => channels.states().map(({ accountId, state, trouble }) => [accountId, state, trouble])
  assert.deepEqual(words(), [
    ['main', 'waiting', undefined],
    ['other', 'waiting', undefined],
  ])
  channels.start()
  await settle()
  assert.deepEqual(words(), [
    ['main', 'failing', 'The token is nobody’s.'],
    ['other', 'heard', undefined],
  ])
  starts.delete('main')
  troubles.set('other', 'Discord does not take the token any more.')
  clock.advance(1_000)
  await settle()
  assert.deepEqual(words(), [
    ['main', 'heard', undefined],
    ['other', 'failing', 'Discord does not take the token any more.'],
  ])
  assert.deepEqual(
    channels.states().map((one) => one.since),
    [since + 1_000, 7],
  )
  await channels.stop()
})
