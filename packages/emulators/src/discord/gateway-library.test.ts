import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REST } from '@discordjs/rest'
import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws'
import type { GatewayDispatchPayload } from 'discord-api-types/v10'
import { demoIds, demoToken } from './demo-server.ts'
import { scriptGatewayFaults } from './gateway-faults.ts'
import { testIntents, type TestGateway, withGateway } from './test-gateway.ts'

const { ann, general } = demoIds

/** A bot with the library that Heddle uses; what it stored of its session it can begin with. */
function openBot(gateway: TestGateway, stored: Map<number, SessionInfo> = new Map()) {
  const rest = new REST({ api: gateway.served.apiUrl, version: '10' }).setToken(demoToken)
  const manager = new WebSocketManager({
    token: demoToken,
    intents: testIntents,
    rest,
    retrieveSessionInfo: (shardId) => stored.get(shardId) ?? null,
    updateSessionInfo: (shardId, info) =>
      void (info === null ? stored.delete(shardId) : stored.set(shardId, info)),
    // Its own waits five seconds between two IDENTIFYs.
    buildIdentifyThrottler: () => ({ waitForIdentify: async () => undefined }),
  })
  const heard: GatewayDispatchPayload[] = []
  let wake = () => {}
  manager.on(WebSocketShardEvents.Error, () => undefined)
  manager.on(WebSocketShardEvents.Dispatch, (payload) => {
    heard.push(payload)
    wake()
  })
  return {
    manager,
    stored,
    connect: () => manager.connect(),
    /** Everything up to the first of these, which are heard from here on. */
    async until(t: string): Promise<string[]> {
      for (;;) {
        const at = heard.findIndex((payload) => payload.t === t)
        if (at !== -1) return heard.splice(0, at + 1).map(wordsOf)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function wordsOf(payload: GatewayDispatchPayload): string {
  return payload.t === 'MESSAGE_CREATE' ? payload.d.content : payload.t
}

test('[CHN2] the library comes in, hears, and resumes after a broken socket, a reconnect and a dead line', () =>
  withGateway(async (gateway) => {
    const { discord } = gateway
    const bot = openBot(gateway)
    await bot.connect()
    await bot.until('GUILD_CREATE')
    discord.people.say(ann, general, 'hello')
    assert.deepEqual(await bot.until('MESSAGE_CREATE'), ['hello'])
    discord.gateway.useFaults(scriptGatewayFaults([{ fault: { kind: 'drop', isSent: false } }]))
    discord.people.say(ann, general, 'lost on the way')
    assert.deepEqual(await bot.until('RESUMED'), ['lost on the way', 'RESUMED'])
    discord.gateway.askToReconnect()
    await bot.until('RESUMED')
    Object.assign(discord.gateway.manners, { heartbeatIntervalMs: 20, isAcking: false })
    // The shorter beat holds from the next greeting on.
    discord.gateway.drop()
    await bot.until('RESUMED')
    await bot.until('RESUMED')
    assert.equal(discord.platform.state.identifies.length, 1)
    await bot.manager.destroy()
  }))

test('[CHN2] the library of a new process goes on with the session that the old one stored', () =>
  withGateway(async (gateway) => {
    const { discord } = gateway
    const first = openBot(gateway)
    await first.connect()
    await first.until('GUILD_CREATE')
    const stored = structuredClone(first.stored)
    await first.manager.destroy({ code: 4000 })
    discord.people.say(ann, general, 'between the two')
    const second = openBot(gateway, stored)
    await second.connect()
    assert.deepEqual(await second.until('RESUMED'), ['between the two', 'RESUMED'])
    assert.equal(discord.platform.state.identifies.length, 1)
    await second.manager.destroy()
  }))

test('[CHN2] the library identifies anew where its session is over', () =>
  withGateway(async (gateway) => {
    const { discord } = gateway
    const bot = openBot(gateway)
    await bot.connect()
    await bot.until('GUILD_CREATE')
    discord.gateway.forgetSessions()
    assert.deepEqual(await bot.until('GUILD_CREATE'), ['READY', 'GUILD_CREATE'])
    discord.gateway.invalidate({ mayResume: false })
    assert.deepEqual(await bot.until('GUILD_CREATE'), ['READY', 'GUILD_CREATE'])
    assert.equal(discord.platform.state.identifies.length, 3)
    const { session_start_limit: limit } = await bot.manager.fetchGatewayInformation(true)
    assert.deepEqual([limit.total, limit.remaining], [1_000, 997])
    await bot.manager.destroy()
  }))
