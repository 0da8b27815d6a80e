import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayOpcodes } from 'discord-api-types/v10'
import { demoIds } from './demo-server.ts'
import { scriptGatewayFaults, seedGatewayFaults } from './gateway-faults.ts'
import { addApplication } from './guild-verbs.ts'
import {
  type Frame,
  type LiveBot,
  type RawBot,
  resumeFrame,
  type TestGateway,
  withGateway,
} from './test-gateway.ts'

const { ann, general } = demoIds
const texts = (frames: readonly Frame[]) => frames.map(({ t, d }) => d.content ?? t)

/** All frames up to RESUMED, or to an invalid session. */
async function resume({ connect }: TestGateway, { sessionId }: Pick<LiveBot, 'sessionId'>, seq: number) {
  const bot = await connect()
  await bot.next()
  bot.send(GatewayOpcodes.Resume, resumeFrame(sessionId, seq))
  return { bot, frames: await untilSettled(bot) }
}

async function untilSettled(bot: RawBot): Promise<Frame[]> {
  const frames: Frame[] = []
  for (;;) {
    const frame = await bot.next()
    frames.push(frame)
    if (frame.t === 'RESUMED' || frame.op === GatewayOpcodes.InvalidSession) return frames
  }
}

test('[CHN2] what happened while a socket was gone comes with the resume, in order and numbered', () =>
  withGateway(async (gateway) => {
    const { discord, identify, clock } = gateway
    const bot = await identify()
    discord.people.say(ann, general, 'one')
    const { s } = await bot.next()
    assert.equal(s, 3)
    discord.gateway.drop()
    assert.equal(await bot.closed, 1006)
    discord.people.say(ann, general, 'two')
    discord.people.say(ann, general, 'three')
    await clock.advance(179_000)
    const { bot: back, frames } = await resume(gateway, bot, 3)
    assert.deepEqual(texts(frames), ['two', 'three', 'RESUMED'])
    assert.deepEqual(
      frames.map((frame) => frame.s),
      [4, 5, 6],
    )
    discord.people.say(ann, general, 'four')
    assert.deepEqual(texts(await back.rest()), ['four'])
    const [seen] = discord.gateway.truth.resumes
    assert.deepEqual([seen?.replayed, seen?.seq], [2, 3])
    assert.equal(discord.platform.state.identifies.length, 1)
  }))

test('[CHN2] a session that waited too long, was left in due form, or is another’s cannot be resumed', () =>
  withGateway(async (gateway) => {
    const { discord, identify, clock, connect } = gateway
    const late = await identify()
    await late.close(4000)
    await clock.advance(180_001)
    const done = await identify()
    await done.close(1000)
    const forgotten = await identify()
    discord.gateway.forgetSessions()
    await forgotten.closed
    for (const bot of [late, done, forgotten, { sessionId: 'never-was' }]) {
      const { frames, bot: back } = await resume(gateway, bot, 2)
      assert.deepEqual(
        frames.map(({ op, d }) => [op, d]),
        [[GatewayOpcodes.InvalidSession, false]],
      )
      back.send(GatewayOpcodes.Heartbeat, null)
    }
    const mine = await identify()
    const other = addApplication(discord.platform, 'Other')
    const thief = await connect()
    await thief.next()
    thief.send(GatewayOpcodes.Resume, { token: other.token, session_id: mine.sessionId, seq: 2 })
    assert.equal((await thief.next()).op, GatewayOpcodes.InvalidSession)
    const nobody = await connect()
    nobody.send(GatewayOpcodes.Resume, { token: 'nobody’s', session_id: mine.sessionId, seq: 2 })
    assert.equal(await nobody.closed, 4004)
    const ahead = await connect()
    ahead.send(GatewayOpcodes.Resume, resumeFrame(mine.sessionId, 99))
    assert.equal(await ahead.closed, 4007)
    assert.deepEqual(await mine.rest(), [])
  }))

test('[CHN2] a session keeps so many events, and is over for whoever missed more', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    discord.gateway.manners.eventsKeptMax = 3
    const bot = await identify()
    discord.gateway.drop()
    await bot.closed
    for (const text of ['one', 'two', 'three']) discord.people.say(ann, general, text)
    assert.deepEqual(texts((await resume(gateway, bot, 2)).frames), ['one', 'two', 'three', 'RESUMED'])
    discord.gateway.drop()
    discord.people.say(ann, general, 'four')
    const { frames } = await resume(gateway, bot, 2)
    assert.deepEqual([frames[0]?.op, frames[0]?.d], [GatewayOpcodes.InvalidSession, false])
  }))

test('[CHN2] a session that is resumed elsewhere goes with whoever came last', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const old = await identify()
    const { bot: fresh } = await resume(gateway, old, 2)
    await old.closed
    discord.people.say(ann, general, 'hello')
    assert.deepEqual(texts(await fresh.rest()), ['hello'])
  }))

test('[CHN2] bots are asked to reconnect, and told that a session is over or can be resumed', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const bot = await identify()
    discord.gateway.askToReconnect()
    assert.deepEqual(await bot.next(), { t: null, s: null, op: GatewayOpcodes.Reconnect, d: null })
    discord.gateway.invalidate({ mayResume: true })
    const invalid = await bot.next()
    assert.deepEqual([invalid.op, invalid.d], [GatewayOpcodes.InvalidSession, true])
    discord.people.say(ann, general, 'meanwhile')
    bot.send(GatewayOpcodes.Resume, resumeFrame(bot.sessionId, 2))
    assert.deepEqual(texts(await untilSettled(bot)), ['meanwhile', 'RESUMED'])
    discord.gateway.invalidate({ mayResume: false })
    assert.deepEqual((await bot.next()).d, false)
    bot.send(GatewayOpcodes.Resume, resumeFrame(bot.sessionId, 4))
    assert.equal((await untilSettled(bot))[0]?.op, GatewayOpcodes.InvalidSession)
    const other = await identify()
    discord.gateway.drop({ code: 4000 })
    assert.equal(await other.closed, 4000)
  }))

test('[CHN2] events are lost, doubled and late by plan', () =>
  withGateway(async ({ discord, identify, clock }) => {
    const bot = await identify()
    discord.gateway.useFaults(
      scriptGatewayFaults([
        { on: 'MESSAGE_CREATE', after: 1, fault: { kind: 'lose' } },
        { on: ['MESSAGE_CREATE'], fault: { kind: 'twice', copies: 3 } },
        { fault: { kind: 'delay', ms: 500 } },
      ]),
    )
    for (const text of ['double', 'lost', 'late', 'in time']) discord.people.say(ann, general, text)
    assert.deepEqual(texts(await bot.rest()), ['double', 'double', 'double', 'in time'])
    await clock.advance(500)
    const [late] = await bot.rest()
    assert.deepEqual([late?.d.content, late?.s], ['late', 7])
    discord.gateway.useFaults(
      seedGatewayFaults({ fraction: () => 0.3 }, [
        { on: 'THREAD_CREATE', rate: 1, fault: { kind: 'twice' } },
        { rate: 0.2, fault: { kind: 'twice' } },
        { rate: 0.2, fault: { kind: 'lose' } },
      ]),
    )
    discord.people.say(ann, general, 'lost too')
    assert.deepEqual(await bot.rest(), [])
  }))

test('[CHN2] a socket breaks with an event unsent or just sent, and the resume brings what is missing', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    for (const isSent of [false, true]) {
      const bot = await identify()
      discord.gateway.useFaults(scriptGatewayFaults([{ fault: { kind: 'drop', isSent } }]))
      discord.people.say(ann, general, 'at the edge')
      discord.people.say(ann, general, 'after it')
      assert.equal(await bot.closed, 1006)
      const seq = isSent ? ((await bot.next()).s ?? 0) : 2
      assert.equal(seq, isSent ? 3 : 2)
      const { frames, bot: back } = await resume(gateway, bot, seq)
      assert.deepEqual(texts(frames), [...(isSent ? [] : ['at the edge']), 'after it', 'RESUMED'])
      await back.close(1000)
    }
  }))
