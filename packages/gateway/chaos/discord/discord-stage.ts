// Where these rounds happen: an emulated Discord that outlives every gateway, a model that we play ourselves, and a gateway
// with a bot there that is killed and started again. In one server the bot speaks for itself, in the other a persona does.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SeenRequest } from '@heddle/emulators/discord/ground-truth'
import { addApplication, addGuild, joinGuild } from '@heddle/emulators/discord/guild-verbs'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { type Discord, openDiscord } from '@heddle/emulators/discord/open-discord'
import type { RateLimits } from '@heddle/emulators/discord/rate-limits'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between, sleep } from '../chaos-round.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import type { ArmedPoint } from '../places/die-points.ts'
import { makeLinkedPeople } from '../places/link-people.ts'
import { measureSlowness } from '../places/place-stage.ts'
import { transitMs } from './check-manners.ts'
import { discordModels } from './discord-models.ts'
import { botId, botToken, ids, members, plainServer, spokenServer } from './who-is-there.ts'

export interface DiscordStage {
  readonly path: string
  /** How many times as long everything takes than on a machine with nothing else to do. */
  readonly slowness: number
  readonly discord: Discord
  readonly gateway: GatewayProcess
  tokenOf(member: string): string
  /** When gateways were ended, or ended themselves. */
  readonly ends: readonly number[]
  /** Called with each request once Discord has done what it asks for, before it answers. */
  onDone: (request: SeenRequest) => void
  /** The gateway that runs, and whichever comes next, ends itself there; undefined: not by itself. */
  arm(point: ArmedPoint<string> | undefined): void
  restart(): Promise<void>
  noteEnd(): void
  close(): Promise<void>
}

const preload = new URL('../places/twisted-gateway.ts', import.meta.url).href

/** Discord's own, in the same proportions, for waits that are a fifth as long. */
const rates: RateLimits = {
  routes: {
    'POST /channels/{channel_id}/messages': { count: 5, windowMs: 1_000 },
    'PATCH /channels/{channel_id}/messages/{message_id}': { count: 5, windowMs: 1_000 },
    'DELETE /channels/{channel_id}/messages/{message_id}': { count: 5, windowMs: 200 },
    'POST /channels/{channel_id}/typing': { count: 5, windowMs: 1_000 },
    'POST /webhooks/{webhook_id}/{webhook_token}': { count: 5, windowMs: 400 },
    'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': { count: 5, windowMs: 400 },
  },
  global: { count: 50, windowMs: 1_000 },
}

export async function openDiscordStage(): Promise<DiscordStage> {
  const slowness = measureSlowness()
  const discord = openDiscord({
    clock: realPlatformClock,
    transitMs: transitMs * slowness,
    rates,
    requestsKeptMax: 50_000,
    judge: judgeExchanges,
  })
  addEverybody(discord)
  let onDone: DiscordStage['onDone'] = () => undefined
  const stopWatching = discord.platform.onExchange((request) => onDone(request))
  const served = await serveDiscord(discord)
  const endpoint = await openModelEndpoint(discordModels())
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(configOf(endpoint.url, served.apiUrl)))
  const accounts = new Map(members.map((name) => [name, ids[name]]))
  const tokens = await makeLinkedPeople(folder, accounts, 'discord')
  const pointPath = join(folder, 'chaos-point.json')
  const env = { HEDDLE_CHAOS_POINT: pointPath, HEDDLE_CHAOS_SLOWNESS: String(slowness) }
  const start = (killAfterMs?: number) => startGateway(folder, killAfterMs, { preload, env })
  let gateway = await start()
  const ends: number[] = []
  const stage: DiscordStage = {
    path: join(folder, 'heddle.db'),
    slowness,
    discord,
    get gateway() {
      return gateway
    },
    tokenOf: (member) => tokens.get(member) ?? '',
    ends,
    get onDone() {
      return onDone
    },
    set onDone(listener) {
      onDone = listener
    },
    arm(point) {
      if (point === undefined) rmSync(pointPath, { force: true })
      else writeFileSync(pointPath, JSON.stringify(point))
      gateway.signal('SIGUSR2')
    },
    async restart() {
      if (Math.random() < 0.1) await start(between(50, 500)).then(stage.noteEnd)
      try {
        gateway = await start()
      } catch {
        // What it was to end at came about before it was ready.
        stage.noteEnd()
        rmSync(pointPath, { force: true })
        gateway = await start()
      }
    },
    noteEnd: () => void ends.push(Date.now()),
    async close() {
      await gateway.kill('SIGTERM')
      stopWatching()
      await endpoint.close()
      await served.close()
      rmSync(folder, { recursive: true })
    },
  }
  // What it asks for meanwhile is watched already.
  await untilListened(discord)
  return stage
}

/** What is said in a new place before the bot was ever there, nobody can know of. */
async function untilListened({ gateway, platform }: Discord): Promise<void> {
  while (gateway.sessions().length === 0 || platform.state.commands.size === 0) await sleep(20)
}

function addEverybody({ platform, people, owners }: Discord): void {
  for (const [name, id] of Object.entries(ids)) people.addPerson(name, { id })
  addApplication(platform, 'Heddle', { id: botId, token: botToken })
  for (const server of [plainServer, spokenServer]) {
    addGuild(platform, 'Weavers', ids.ada, { id: server })
    for (const id of Object.values(ids)) if (id !== ids.ada) joinGuild(platform, server, id)
    owners.letIn(server, botId)
  }
  for (const id of Object.values(ids)) people.openDm(id, botId)
}

function configOf(baseUrl: string, apiUrl: string): object {
  const heard = [ids.ada, ids.ben, ids.gus]
  const account = {
    apiUrl,
    token: botToken,
    allow: {
      people: heard,
      places: {
        [plainServer]: { channels: { '*': {} }, people: heard },
        [spokenServer]: { channels: { '*': {} }, people: heard, agent: 'weaver' },
      },
    },
    threadBindings: { spawnSubagentSessions: true },
    // What takes longer than a moment is shown while it is written.
    streaming: { mode: 'edit', coalesceChars: 60, coalesceIdleMs: 150 },
  }
  const models = Object.keys(discordModels()).map((id) => ({ id }))
  const tools = { policy: { list: 'ask' } }
  return {
    models: { providers: { chaos: { kind: 'openai-compatible', baseUrl, models } } },
    agents: {
      defaults: {
        model: 'chaos/caller',
        subagents: { maxSpawnDepth: 2, maxChildrenPerAgent: 20, maxConcurrent: 16 },
      },
      list: [
        { id: 'main', tools },
        { id: 'weaver', name: 'Weaver', tools },
      ],
    },
    channels: { discord: { accounts: { main: account } } },
  }
}
