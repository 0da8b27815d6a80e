// The whole program, with its bot on a stand-in for Discord that others wrote (discord-digital-twin). It knows messages,
// threads, commands and buttons, and no webhooks of channels: a small front says that those are refused, so that every
// persona speaks in the bot's own voice. It tells of nobody who was mentioned, so the bot hears everything. What only our
// own stand-in proves (resuming, limits, schemas, personas) stands in the other tests of this folder.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointModels, openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { makeTestFolder } from './create-test-world.ts'
import { type DigitalDiscord, makeTwin } from './make-discord-twin.ts'
import { runProcess, startProcess } from './run-heddle-process.ts'

export const twinIds = {
  server: '1100000000000000001',
  general: '1100000000000000002',
  builds: '1100000000000000003',
  secret: '1100000000000000004',
  ann: '1100000000000000005',
  bob: '1100000000000000006',
  bot: '1100000000000000007',
} as const

export interface DiscordTwin {
  twin: DigitalDiscord
  say(userId: string, channelId: string, text: string): Promise<void>
  /** Runs a command; comes back when Discord was answered. */
  slash(userId: string, channelId: string, name: string, values?: Record<string, string>): Promise<void>
  press(userId: string, channelId: string, label: string): Promise<void>
  /** What people see there, as `name: text`; what one person alone sees is left out. */
  read(channelId: string): Promise<string[]>
  until<T>(look: () => Promise<T | undefined | false>): Promise<T>
  /** Waits until somebody said that, and comes back with all of the line. */
  said(channelId: string, words: RegExp): Promise<string>
  /** Asks the HTTP API as its owner. */
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>
}

export async function openDiscordTwin(t: TestContext, models: EndpointModels): Promise<DiscordTwin> {
  const { server, general, builds, secret, ann, bob, bot } = twinIds
  const folder = makeTestFolder(t)
  const text = (id: string, name: string) => ({ id, name, type: 0 })
  const twin = await makeTwin({
    guild: { id: server, name: 'Weavers', ownerId: ann },
    channels: [text(general, 'general'), text(builds, 'builds'), text(secret, 'secret')],
    users: [
      { id: ann, username: 'ann' },
      { id: bob, username: 'bob' },
    ],
    botUser: { id: bot, username: 'Heddle' },
    // In memory all of a process would be one.
    dbUrl: `file:${join(folder, 'twin.db')}`,
  })
  await twin.start()
  t.after(() => twin.stop())
  const front = await openFront(new URL(twin.restUrl))
  t.after(() => front.close())
  const endpoint = await openModelEndpoint(models)
  t.after(() => endpoint.close())

  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const channels = { [general]: {}, [builds]: {} }
  const account = {
    token: twin.botToken,
    apiUrl: front.apiUrl,
    requireMention: false,
    allow: { people: ['*'], places: { [server]: { channels, people: ['*'] } } },
    threadBindings: { spawnSubagentSessions: true },
  }
  const listed = Object.keys(models).map((id) => ({ id }))
  writeFileSync(
    join(data, 'heddle.json5'),
    JSON.stringify({
      models: { providers: { twin: { kind: 'openai-compatible', baseUrl: endpoint.url, models: listed } } },
      agents: { defaults: { model: 'twin/main', subagents: { model: 'twin/child' } } },
      channels: { discord: { accounts: { main: account } } },
    }),
  )
  await runProcess(['user', 'create', 'ann', '--role', 'owner', '--data', data])
  const { stdout } = await runProcess(['token', 'create', 'ann', '--data', data])
  const token = stdout.trim().split(/\s+/).at(-1) ?? ''
  const gateway = await startProcess(t, ['--data', data])

  async function read(channelId: string): Promise<string[]> {
    const messages = await twin.channel(channelId).getMessages()
    return messages
      .filter(({ flags }) => ((flags ?? 0) & ephemeral) === 0)
      .map(({ author, content }) => `${author.username}: ${content}`)
  }

  async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
    for (let rounds = 0; rounds < roundsMax; rounds++) {
      const found = await look()
      if (found !== undefined && found !== false) return found
      await wait(20)
    }
    const threads = [
      ...(await twin.channel(general).getThreads()),
      ...(await twin.channel(builds).getThreads()),
    ]
    const places = [general, builds, ...threads.map(({ id }) => id)]
    const all = (await Promise.all(places.map(read))).flatMap((lines) => ['--', ...lines])
    return assert.fail(`it did not come: ${String(look)}\n${all.join('\n')}\n${gateway.stderr()}`)
  }

  const scene: DiscordTwin = {
    twin,
    async say(userId, channelId, content) {
      await twin.channel(channelId).user(userId).sendMessage({ content })
    },
    async slash(userId, channelId, name, values = {}) {
      const [first = '', ...path] = name.split(' ')
      const given = Object.entries(values).map(([key, value]) => ({ name: key, type: 3, value }))
      const options = path.reduceRight(
        (below, part) => [{ name: part, type: 1, options: below }],
        given as object[],
      )
      const { id } = await twin.channel(channelId).user(userId).runSlashCommand({ name: first, options })
      await twin.channel(channelId).waitForInteractionAck({ interactionId: id })
    },
    async press(userId, channelId, label) {
      const [messageId, customId] = await until(async () => findButton(twin, channelId, label))
      const { id } = await twin.channel(channelId).user(userId).clickButton({ messageId, customId })
      await twin.channel(channelId).waitForInteractionAck({ interactionId: id })
    },
    read,
    until,
    said: (channelId, words) =>
      until(async () => (await read(channelId)).findLast((line) => words.test(line))),
    async ask(method, path, body) {
      const answer = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
      // The answer of our own API, as its contract has it.
      return (await answer.json()) as Record<string, unknown>
    },
  }
  // The commands are registered when it hears.
  await until(async () => (await twin.prisma.applicationCommand.count()) > 0)
  return scene
}

const ephemeral = 64
const roundsMax = 1_500

async function findButton(
  twin: DigitalDiscord,
  channelId: string,
  label: string,
): Promise<[messageId: string, customId: string] | undefined> {
  for (const { id, components } of await twin.channel(channelId).getMessages()) {
    const buttons = (components ?? []).flatMap((row) => row.components ?? [])
    const found = buttons.find((button) => button.label === label)
    if (found?.custom_id !== undefined) return [id, found.custom_id]
  }
  return undefined
}

/** Hands everything on but what the twin does not have. */
async function openFront(twinUrl: URL): Promise<{ apiUrl: string; close(): void }> {
  const server = createServer((request, response) => {
    hand(request, response, twinUrl.origin).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    apiUrl: `http://127.0.0.1:${port}${twinUrl.pathname.replace(/\/$/, '')}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function hand(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method = 'GET', url = '/', headers } = request
  if (/\/channels\/\d+\/webhooks$/.test(url)) {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'Missing Permissions', code: 50013 }))
    return
  }
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers: {
      ...(headers.authorization && { authorization: headers.authorization }),
      ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
