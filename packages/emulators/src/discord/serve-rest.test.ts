import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DiscordAPIError, HTTPError, RateLimitError, REST } from '@discordjs/rest'
import { realPlatformClock } from '../loopback/platform-time.ts'
import { scriptFaults } from './faults.ts'
import { addApplication, addChannel, addGuild, addUser, joinGuild } from './guild-verbs.ts'
import { saidIn } from './look-at-discord.ts'
import { permissionBits } from './permissions.ts'
import { createDiscordPlatform } from './platform.ts'
import { judgeExchanges } from './judge-exchanges.ts'
import { noRates } from './rate-limits.ts'
import { openRestServer, type ServedRest } from './serve-rest.ts'
import { askedPermissions, type TestJson } from './test-discord.ts'

const platform = createDiscordPlatform({ clock: realPlatformClock, rates: noRates })
const { breaches } = judgeExchanges(platform).report()
const bot = addApplication(platform, 'heddle')
const guild = addGuild(platform, 'Weavers', addUser(platform, 'ann').id)
joinGuild(platform, guild.id, bot.id, { permissions: permissionBits(...askedPermissions) })
let served: ServedRest
let rest: REST
const openLibrary = (token: string) => {
  const options = {
    api: `${served.url}/api`,
    version: '10',
    retries: 0,
    timeout: 15_000,
    rejectOnRateLimit: ['/'],
  }
  return new REST(options).setToken(token)
}

before(async () => {
  served = await openRestServer(platform)
  rest = openLibrary(bot.token)
})
after(async () => await served.close())

/** Each test has a channel of its own. */
const openChannel = (name: string) => addChannel(platform, guild.id, name).id

test('[CHN1] the library that the channel uses speaks with it: words, files, threads and webhooks', async () => {
  const channel = openChannel('library')
  const content = new Uint8Array([104, 105, 0, 255])
  const sent: TestJson = await rest.post(`/channels/${channel}/messages`, {
    body: { content: 'with a file: “ä 🧵 שלום”', nonce: 'n', enforce_nonce: true },
    files: [{ name: 'a file.bin', data: Buffer.from(content), contentType: 'application/octet-stream' }],
  })
  assert.equal(sent.content, 'with a file: “ä 🧵 שלום”')
  const fetched = await fetch(sent.attachments[0].url)
  assert.deepEqual(new Uint8Array(await fetched.arrayBuffer()), content)
  assert.equal(fetched.headers.get('content-security-policy'), 'sandbox')
  const thread: TestJson = await rest.post(`/channels/${channel}/messages/${sent.id}/threads`, {
    body: { name: 'work' },
  })
  const webhook: TestJson = await rest.post(`/channels/${channel}/webhooks`, { body: { name: 'Heddle' } })
  const said: TestJson = await rest.post(`/webhooks/${webhook.id}/${webhook.token}`, {
    auth: false,
    body: { content: 'hello', username: 'codex · sums', allowed_mentions: { parse: [] } },
    query: new URLSearchParams({ wait: 'true', thread_id: thread.id }),
  })
  assert.deepEqual([said.channel_id, said.webhook_id], [thread.id, webhook.id])
  const page: TestJson = await rest.get(`/channels/${thread.id}/messages`, {
    query: new URLSearchParams({ limit: '1' }),
  })
  assert.equal(page[0].id, said.id)
  await rest.delete(`/channels/${channel}/messages/${sent.id}`)
  assert.deepEqual(breaches, [])
})

test('[CHN1] refusals reach the library with their codes, also for a body that is no JSON or too large', async () => {
  const unknown = rest.post('/channels/1/messages', { body: { content: 'x' } })
  await assert.rejects(unknown, (error) => error instanceof DiscordAPIError && error.code === 10_003)
  const wrong = openLibrary('wrong').get('/users/@me')
  await assert.rejects(wrong, (error) => error instanceof DiscordAPIError && error.status === 401)
  const address = `${served.url}/api/v10/channels/1/messages`
  const headers = { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' }
  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(address, { method: 'POST', headers, body })
    const answer: TestJson = await response.json()
    return [response.status, answer.code]
  }
  assert.deepEqual(await post('{"content":'), [400, 50_109])
  assert.deepEqual(await post(new Uint8Array(25 * 1_024 * 1_024 + 1)), [413, 40_005])
  assert.equal((await fetch(`${served.url}/attachments/1/2/x`)).status, 404)
  assert.equal((await fetch(`${served.url}/elsewhere`)).status, 404)
})

test('[F28] a connection that breaks leaves the message there, or not, as was planned', async () => {
  const channel = openChannel('breaks')
  const on = 'POST /channels/{channel_id}/messages'
  const send = async () => await rest.post(`/channels/${channel}/messages`, { body: { content: 'x' } })
  const seen = () => saidIn(platform.state, channel).length
  platform.useFaults(
    scriptFaults([
      { on, fault: { kind: 'drop', isDone: false } },
      { on, fault: { kind: 'drop', isDone: true } },
      { on, fault: { kind: 'drop', isDone: true, isMidway: true } },
      { on, fault: { kind: 'status', status: 502, isDone: false } },
    ]),
  )
  await assert.rejects(send())
  assert.equal(seen(), 0)
  await assert.rejects(send())
  assert.equal(seen(), 1)
  await assert.rejects(send())
  assert.equal(seen(), 2)
  await assert.rejects(send(), (error) => error instanceof HTTPError && error.status === 502)
  assert.equal(seen(), 2)
})

test('[I30] the library learns the bucket from the headers, and how long to wait from a refusal', async () => {
  const channel = openChannel('limited')
  const route = 'POST /channels/{channel_id}/messages'
  platform.limitRates({ routes: { [route]: { count: 5, windowMs: 60_000 } } })
  const send = async () => await rest.post(`/channels/${channel}/messages`, { body: { content: 'x' } })
  await send()
  const reply = platform.truth.requests.at(-1)?.reply
  const bucket = reply?.kind === 'answer' ? reply.headers['x-ratelimit-bucket'] : undefined
  assert.equal(rest.hashes.get('POST:/channels/:id/messages')?.value, bucket)
  for (const scope of ['user', 'shared'] as const) {
    platform.useFaults(
      scriptFaults([{ on: route, fault: { kind: 'rate_limited', scope, retryAfterMs: 60_000 } }]),
    )
    const other = openChannel(scope)
    const refused = rest.post(`/channels/${other}/messages`, { body: { content: 'x' } })
    await assert.rejects(refused, (error) => {
      if (!(error instanceof RateLimitError)) return false
      return error.scope === scope && !error.global && error.retryAfter >= 60_000
    })
  }
})
