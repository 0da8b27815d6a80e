import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoIds, demoToken } from './demo-server.ts'
import type { TestJson } from './test-discord.ts'
import { type TestGateway, withGateway } from './test-gateway.ts'

const { ann, bob, bot: botId, general, server } = demoIds

async function control(
  { served }: TestGateway,
  verb: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<[number, TestJson]> {
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${served.url}/_emulator/${verb}`, init)
  return [response.status, await response.json()]
}

test('[CHN1] people are moved over HTTP, and what cannot be is said in words', () =>
  withGateway(async (gateway) => {
    const { discord, identify } = gateway
    const told = async (verb: string, body: object) => {
      const [status, answer] = await control(gateway, verb, body)
      assert.equal(status, 200, `${verb}: ${JSON.stringify(answer)}`)
      return answer
    }
    const bot = await identify()
    const files = [{ name: 'a.txt', mediaType: 'text/plain', base64: Buffer.from('abc').toString('base64') }]
    const said = await told('say', { userId: ann, channelId: general, text: 'hello', files })
    const file = await fetch(said.attachments[0].url)
    assert.deepEqual([await file.text(), file.headers.get('content-type')], ['abc', 'text/plain'])
    assert.equal((await bot.event('MESSAGE_CREATE')).d.id, said.id)
    const reply = await told('say', { userId: bob, channelId: general, text: 'hi', replyTo: said.id })
    await told('edit', { userId: bob, messageId: reply.id, text: 'hi!' })
    const thread = await told('open-thread', { userId: bob, messageId: said.id, name: 'talk' })
    assert.equal(thread.id, said.id)
    for (const verb of ['archive', 'unarchive', 'lock', 'unlock']) {
      await told(verb, { userId: ann, threadId: thread.id })
    }
    const read = await told('read', { userId: ann, channelId: general })
    assert.deepEqual(
      read.map(({ content }: TestJson) => content),
      ['hello', 'hi!'],
    )
    await told('remove', { userId: bob, messageId: reply.id })
    const { id: dm } = await told('open-dm', { userId: ann, otherId: botId })
    await told('show-typing', { userId: ann, channelId: dm })
    const { id: carol } = await told('add-person', { username: 'carol', name: 'Carol' })
    await told('join', { guildId: server, userId: carol })
    const { servers, dms, place } = await told('view', { userId: carol, channelId: general })
    assert.deepEqual([servers[0].name, dms, place.messages[0].author.name], ['Weavers', [], 'Ann'])
    const { channels } = await told('look', {})
    assert.equal(channels.length, 4)
    await told('delete-channel', { userId: ann, channelId: thread.id })
    assert.equal(discord.platform.state.channels.has(thread.id), false)
    assert.deepEqual(await told('said', { channelId: general }), [{ name: 'ann', text: 'hello' }])
  }))

test('[CHN6] commands and buttons over HTTP wait for what the program answers', () =>
  withGateway(async (gateway) => {
    const { identify, served, clock } = gateway
    const bot = await identify()
    const rest = (method: string, path: string, body: object) =>
      fetch(`${served.apiUrl}/v10${path}`, {
        method,
        headers: { authorization: `Bot ${demoToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const option = { type: 3, name: 'label', description: 'Whom.', required: true, autocomplete: true }
    await rest('PUT', `/applications/${botId}/commands`, [
      { name: 'focus', description: 'Focus.', options: [option] },
    ])
    const call = { userId: ann, channelId: general, name: 'focus', options: [{ name: 'label', value: 'b' }] }
    const offered = control(gateway, 'type-command', { ...call, focused: 'label' })
    const typed = (await bot.event('INTERACTION_CREATE')).d
    const choices = [{ name: 'Builder', value: 'builder' }]
    await rest('POST', `/interactions/${typed.id}/${typed.token}/callback`, { type: 8, data: { choices } })
    assert.deepEqual(await offered, [200, { choices }])
    const [, asked] = await control(gateway, 'run-command', call)
    const outcome = control(gateway, 'outcome', asked)
    const { id, token } = (await bot.event('INTERACTION_CREATE')).d
    await rest('POST', `/interactions/${id}/${token}/callback`, { type: 4, data: { content: 'Done.' } })
    const [, { outcome: how, answer, first }] = await outcome
    assert.deepEqual([how, answer, first.type], ['answered', 'Done.', 4])
    const [, unheard] = await control(gateway, 'run-command', call)
    await clock.advance(3_001)
    assert.equal((await control(gateway, 'outcome', unheard))[1].outcome, 'failed')
    assert.equal((await control(gateway, 'run-command', { ...call, options: [] }))[0], 409)
    const odd = { ...call, options: [{ name: 'label', value: null }] }
    assert.equal((await control(gateway, 'run-command', odd))[0], 400)
    assert.equal((await control(gateway, 'outcome', { id: '1' }))[0], 409)
  }))

test('[CHN1] servers, programs and what goes wrong are moved over HTTP', () =>
  withGateway(async (gateway) => {
    const { discord, identify, served } = gateway
    const bot = await identify()
    const [, { id: other, token }] = await control(gateway, 'add-bot', { name: 'Weather' })
    await control(gateway, 'let-in', { guildId: server, botId: other, permissions: ['SendMessages'] })
    assert.equal(
      (await control(gateway, 'let-in', { guildId: server, botId: other, permissions: ['Dance'] }))[0],
      400,
    )
    await control(gateway, 'say', { userId: other, channelId: general, text: 'rain' })
    assert.equal((await bot.event('MESSAGE_CREATE')).d.author.username, 'Weather')
    const [, webhook] = await control(gateway, 'make-webhook', {
      userId: ann,
      channelId: general,
      name: 'CI',
    })
    await control(gateway, 'say-through-webhook', { webhookId: webhook.id, text: 'passed', name: 'Builds' })
    assert.equal((await bot.event('MESSAGE_CREATE')).d.webhook_id, webhook.id)
    assert.equal((await control(gateway, 'webhooks', { channelId: general }))[1].length, 1)
    await control(gateway, 'delete-webhook', { webhookId: webhook.id })
    assert.deepEqual((await control(gateway, 'webhooks'))[1], [])
    const [, made] = await control(gateway, 'add-server', { name: 'Spinners', ownerId: ann })
    await control(gateway, 'add-channel', { guildId: made.id, name: 'wool' })
    await control(gateway, 'take-away', { botId, channelId: general, permissions: ['ViewChannel'] })
    await control(gateway, 'say', { userId: ann, channelId: general, text: 'unheard' })
    assert.equal(
      (await bot.rest()).some(({ t }) => t === 'MESSAGE_CREATE'),
      false,
    )
    await control(gateway, 'give-back', { botId, channelId: general, permissions: ['ViewChannel'] })
    await control(gateway, 'switch-intents', { botId, mayReadContent: false })
    assert.equal(discord.platform.state.applications.get(botId)?.mayReadContent, false)

    const lose = { faults: [{ on: 'MESSAGE_CREATE', fault: { kind: 'lose' } }] }
    await control(gateway, 'gateway-faults', lose)
    for (const text of ['lost', 'heard'])
      await control(gateway, 'say', { userId: ann, channelId: general, text })
    assert.equal((await bot.event('MESSAGE_CREATE')).d.content, 'heard')
    assert.equal(
      (await control(gateway, 'gateway-faults', { faults: [{ fault: { kind: 'burn' } }] }))[0],
      400,
    )
    const on = 'GET /users/@me'
    await control(gateway, 'rest-faults', { faults: [{ on, fault: { kind: 'status', status: 502 } }] })
    const me = () => fetch(`${served.apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${token}` } })
    assert.deepEqual([(await me()).status, (await me()).status], [502, 200])
    const [, requests] = await control(gateway, 'requests', { after: 1 })
    assert.deepEqual(
      requests.map(({ botId: by, status }: TestJson) => [by, status]),
      [[other, 200]],
    )
    await control(gateway, 'set-manners', { sessionKeptMs: 5, silenceMsMax: null, isAcking: true })
    assert.equal(discord.gateway.manners.sessionKeptMs, 5)
    assert.equal((await control(gateway, 'set-manners', { isAcking: 'no' }))[0], 400)
    await control(gateway, 'reconnect', { botId })
    assert.equal((await bot.next()).op, 7)
    await control(gateway, 'drop-sockets', { code: 4000 })
    assert.equal(await bot.closed, 4000)
    await control(gateway, 'rotate-token', { botId, token: 'new-token' })
    assert.equal(discord.platform.state.applications.get(botId)?.token, 'new-token')
    const [, truth] = await control(gateway, 'gateway-truth')
    assert.deepEqual([truth.identifies.length, truth.connections, truth.sessions], [1, 1, []])
    await control(gateway, 'kick', { guildId: server, userId: botId })
    assert.equal(discord.platform.state.guilds.get(server)?.members.has(botId), false)
  }))

test('[CHN1] another page cannot move anybody, and nonsense is answered in words', () =>
  withGateway(async (gateway) => {
    const { served } = gateway
    assert.equal((await control(gateway, 'look', {}, { origin: 'http://127.0.0.1:7420' }))[0], 403)
    assert.equal((await control(gateway, 'look', {}, { origin: served.url }))[0], 200)
    assert.equal((await control(gateway, 'constructor'))[0], 404)
    assert.equal((await control(gateway, 'say', { userId: ann }))[0], 400)
    const url = `${served.url}/_emulator/look`
    assert.equal((await fetch(url)).status, 405)
    assert.equal((await fetch(url, { method: 'POST', body: '{' })).status, 400)
    assert.equal((await fetch(`${served.url}/nothing`)).status, 404)
    const page = await fetch(served.url)
    assert.match(await page.text(), /<title>Emulated Discord<\/title>/)
  }))
