// Where these rounds happen: a platform with people, which outlives every gateway, a model that we play ourselves, and a
// gateway with an account on the platform that is killed and started again.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '@heddle/emulators/loopback/platform'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import type { PlatformCall } from '@heddle/emulators/loopback/platform-words'
import { servePlatform } from '@heddle/emulators/loopback/serve-platform'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between } from '../chaos-round.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import type { ArmedPoint } from './die-points.ts'
import { letHoursPass } from './let-hours-pass.ts'
import { makeLinkedPeople } from './link-people.ts'
import { placeModels } from './place-plan.ts'

export const botId = 'heddle'
export const botToken = 'loopback'
export const serverId = 'weavers'
/** Members here, whose accounts there are theirs. */
export const members = ['ada', 'ben'] as const
/** Known there alone: `gus` may speak, `mal` may not. */
export const guest = 'gus'
export const stranger = 'mal'

export interface PlaceStage {
  readonly path: string
  readonly slowness: number
  readonly platform: Platform
  readonly gateway: GatewayProcess
  tokenOf(member: string): string
  /** When gateways were ended, or ended themselves. */
  readonly ends: readonly number[]
  /** Called with each request once the platform has done what it asks for, before it answers. */
  onDone: (call: PlatformCall) => void
  /** The gateway that runs, and whichever comes next, ends itself there; undefined: not by itself. */
  arm(point: ArmedPoint | undefined): void
  restart(): Promise<void>
  noteEnd(): void
  close(): Promise<void>
}

const preload = new URL('twisted-gateway.ts', import.meta.url).href
/** Requests and answers need so long at most, on a machine with other things to do. */
const transitMs = 600
const slownessMax = 4

/** How many times as long everything takes here than on a machine that has nothing else to do. */
export function measureSlowness(): number {
  return Math.min(slownessMax, Math.round(measureStrain()))
}

/** The same, as it is right now. */
export function measureStrain(): number {
  const [load = 0] = loadavg()
  return Math.max(1, load / availableParallelism() / 4)
}

export async function openPlaceStage(): Promise<PlaceStage> {
  const slowness = measureSlowness()
  const platform = createPlatform({
    clock: realPlatformClock,
    random: { fraction: () => Math.random() },
    transitMs: transitMs * slowness,
  })
  platform.addServer('Weavers', { id: serverId })
  platform.addBot('Heddle', botToken, { id: botId })
  for (const name of [...members, guest, stranger]) {
    platform.addUser(name, { id: name })
    platform.openDm(name, botId)
  }
  const served = await servePlatform({
    ...platform,
    async handle(call, signal) {
      const reply = await platform.handle(call, signal)
      stage.onDone(call)
      return reply
    },
  })
  const endpoint = await openModelEndpoint(placeModels())
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(configOf(endpoint.url, served.url)))
  const tokens = await makeLinkedPeople(folder, new Map(members.map((name) => [name, name])))
  const pointPath = join(folder, 'chaos-point.json')
  const env = { HEDDLE_CHAOS_POINT: pointPath, HEDDLE_CHAOS_SLOWNESS: String(slowness) }
  const start = (killAfterMs?: number) => startGateway(folder, killAfterMs, { preload, env })
  let gateway = await start()
  const ends: number[] = []
  const stage: PlaceStage = {
    path: join(folder, 'heddle.db'),
    slowness,
    platform,
    get gateway() {
      return gateway
    },
    tokenOf: (member) => tokens.get(member) ?? '',
    ends,
    onDone: () => undefined,
    arm(point) {
      if (point === undefined) rmSync(pointPath, { force: true })
      else writeFileSync(pointPath, JSON.stringify(point))
      gateway.signal('SIGUSR2')
    },
    async restart() {
      if (Math.random() < 0.5) letHoursPass(stage.path)
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
      await endpoint.close()
      await served.close()
      rmSync(folder, { recursive: true })
    },
  }
  return stage
}

function configOf(baseUrl: string, apiUrl: string): object {
  const heard = [...members, guest]
  const account = {
    apiUrl,
    token: botToken,
    allow: { people: heard, places: { [serverId]: { channels: { '*': {} }, people: heard } } },
    threadBindings: { spawnSubagentSessions: true },
    // What takes longer than a moment is shown while it is written.
    streaming: { mode: 'edit', coalesceChars: 60, coalesceIdleMs: 150 },
  }
  const models = Object.keys(placeModels()).map((id) => ({ id }))
  return {
    models: { providers: { chaos: { kind: 'openai-compatible', baseUrl, models } } },
    agents: {
      defaults: {
        model: 'chaos/caller',
        subagents: { maxSpawnDepth: 2, maxChildrenPerAgent: 20, maxConcurrent: 16 },
      },
      list: [{ id: 'main', tools: { policy: { list: 'ask' } } }],
    },
    channels: { loopback: { accounts: { main: account } } },
  }
}
