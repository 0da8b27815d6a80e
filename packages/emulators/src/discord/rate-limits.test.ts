import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel } from './guild-verbs.ts'
import { usualRates } from './rate-limits.ts'
import { openTestDiscord, type TestAnswer } from './test-discord.ts'

const told = ({ status, headers, body }: TestAnswer) => [
  status,
  headers['x-ratelimit-scope'],
  body.retry_after,
  body.global,
]

test('[I30] messages are limited by channel, headers say what is left, and whoever comes before the time is noted', async () => {
  const { platform, ask, clock, general, guildId } = openTestDiscord({ rates: usualRates })
  const other = addChannel(platform, guildId, 'other').id
  const send = async (channelId: string) =>
    await ask(`POST /channels/${channelId}/messages`, { content: 'x' })
  const first = await send(general)
  assert.deepEqual(
    ['limit', 'remaining', 'reset-after'].map((name) => first.headers[`x-ratelimit-${name}`]),
    ['5', '4', '5.000'],
  )
  assert.equal(first.headers['x-ratelimit-reset'], ((platform.now() + 5_000) / 1_000).toFixed(3))
  for (let i = 0; i < 4; i++) assert.equal((await send(general)).status, 200)
  await clock.advance(1_500)
  const refused = await send(general)
  assert.deepEqual(told(refused), [429, 'user', 3.5, false])
  assert.deepEqual([refused.headers['retry-after'], refused.headers['x-ratelimit-remaining']], ['4', '0'])
  const elsewhere = await send(other)
  assert.equal(elsewhere.status, 200)
  assert.equal(elsewhere.headers['x-ratelimit-bucket'], first.headers['x-ratelimit-bucket'])
  assert.equal(platform.truth.early().length, 0)
  await clock.advance(3_499)
  assert.equal((await send(general)).status, 429)
  assert.equal(platform.truth.early()[0]?.toldBefore, 6)
  await clock.advance(1)
  assert.equal((await send(general)).status, 200)
  assert.equal(platform.truth.invalidRequests(), 2)
})

test('[I30] a webhook is limited by itself, whoever uses it, and that counts against its program', async () => {
  const { platform, ask, bot, general } = openTestDiscord({ rates: usualRates })
  const { body } = await ask(`POST /channels/${general}/webhooks`, { name: 'Heddle' })
  const send = async (headers: Record<string, string>) =>
    await ask(`POST /webhooks/${body.id}/${body.token}?wait=true`, { content: 'x' }, { headers })
  for (let i = 0; i < 5; i++) assert.equal((await send({})).status, 200)
  assert.deepEqual(told(await send({ authorization: 'Bot good-token' })), [429, 'user', 2, false])
  assert.equal((await send({})).status, 429)
  assert.equal(platform.truth.invalidRequests(bot.id), 2)
})

test('[I30] over all routes there is a limit for the bot, and it tells so', async () => {
  const { ask, clock } = openTestDiscord({ rates: { routes: {}, global: { count: 2, windowMs: 1_000 } } })
  const look = async () => await ask('GET /users/@me')
  assert.deepEqual([(await look()).status, (await look()).status], [200, 200])
  const refused = await look()
  assert.deepEqual(told(refused), [429, 'global', 1, true])
  assert.equal(refused.headers['x-ratelimit-global'], 'true')
  assert.equal(refused.headers['x-ratelimit-limit'], undefined)
  await clock.advance(1_000)
  assert.equal((await look()).status, 200)
})

test('[I30] limits of all scopes come by plan too, and a shared one does not count against the bot', async () => {
  const { platform, ask, clock, general } = openTestDiscord()
  const send = async () => await ask(`POST /channels/${general}/messages`, { content: 'x' })
  for (const scope of ['user', 'shared', 'global'] as const) {
    let isDue = true
    platform.useFaults(() => {
      const fault = { kind: 'rate_limited', scope, retryAfterMs: 700 } as const
      const isNow = isDue
      isDue = false
      return isNow ? fault : undefined
    })
    assert.deepEqual(told(await send()), [429, scope, 0.7, scope === 'global'])
    assert.equal((await send()).status, 429)
    await clock.advance(700)
    assert.equal((await send()).status, 200)
  }
  assert.equal(platform.truth.early().length, 3)
  assert.equal(platform.truth.invalidRequests(), 4)
})
