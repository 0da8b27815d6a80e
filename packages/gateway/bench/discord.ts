// A message on an emulated Discord until the answer of a persona can be seen there, beside a bare program that does nothing
// but hear it and execute a webhook; how soon commands are answered while others talk; and what an account costs at the
// start.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { type DiscordMeasured, type DiscordOffer, discordScene } from './discord-scene.ts'
import { forkProcess } from './forked-process.ts'
import { type StartedGateway, startGatewayProcess } from './start-gateway.ts'

const rounds = 5
const idleMs = 4_000

export const discord: Benchmark = {
  name: 'discord',
  about: 'a message on an emulated Discord until a persona answers, beside a bare program (median of five)',
  async run(progress) {
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    const platform = await forkProcess<DiscordOffer>('./discord-platform-process.ts')
    const { apiUrl, gatewayUrl, webhookUrl } = platform.offer
    const bare = await forkProcess('./discord-bare-process.ts', [gatewayUrl, webhookUrl])
    const [without, withAccount] = [{}, configOf(endpoint.offer.url, apiUrl)].map(mkFolder)
    try {
      const starts = await measureStarts([without ?? '', withAccount ?? ''], progress)
      const gateway = await startGatewayProcess(withAccount ?? '')
      const runs: DiscordMeasured[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        runs.push(await platform.run<DiscordMeasured>())
      }
      await gateway.stop()
      return [...figuresOf(runs), ...starts]
    } finally {
      for (const process of [bare, platform, endpoint]) await process.stop()
      for (const folder of [without, withAccount]) rmSync(folder ?? '', { recursive: true })
    }
  },
}

function figuresOf(runs: readonly DiscordMeasured[]): Figure[] {
  const of = (pick: keyof DiscordMeasured, part: number) =>
    median(runs.map((run) => quantile(run[pick], part)))
  return [
    {
      what: 'message to visible answer of a persona, p50',
      value: of('ours', 0.5),
      unit: 'ms',
      baseline: of('bare', 0.5),
      bound: { kind: 'ratio at most', limit: 3 },
      target: '20 ms',
      note: 'baseline: a bare program that hears it and executes a webhook',
    },
    { what: 'the same, p95', value: of('ours', 0.95), unit: 'ms', baseline: of('bare', 0.95) },
    { what: 'command to its first answer while others talk, p50', value: of('acks', 0.5), unit: 'ms' },
    {
      what: 'command to its first answer while others talk, p99',
      value: of('acks', 0.99),
      unit: 'ms',
      bound: { kind: 'at most', limit: 1_000 },
    },
  ]
}

interface Start {
  readyMs: number
  mebibytes: number
}

/** What is not configured is not loaded: a start without an account has to be what it was before there was Discord. */
async function measureStarts(
  folders: readonly string[],
  progress: (line: string) => void,
): Promise<Figure[]> {
  const starts: Start[][] = folders.map(() => [])
  // The first one makes the store.
  for (const folder of folders) await (await startGatewayProcess(folder)).stop()
  for (let i = 0; i < rounds; i++) {
    progress(`start ${i + 1} of ${rounds}`)
    for (const [n, folder] of folders.entries()) {
      const gateway: StartedGateway = await startGatewayProcess(folder)
      await sleep(idleMs)
      starts[n]?.push({ readyMs: gateway.readyMs, mebibytes: gateway.residentMebibytes() })
      await gateway.stop()
    }
  }
  const [without = [], withAccount = []] = starts
  const of = (list: readonly Start[], pick: keyof Start) => median(list.map((one) => one[pick]))
  const note = 'baseline: without an account'
  return [
    {
      what: 'start to ready with an account',
      value: of(withAccount, 'readyMs'),
      unit: 'ms',
      baseline: of(without, 'readyMs'),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note,
    },
    {
      what: 'memory when idle with an account',
      value: of(withAccount, 'mebibytes'),
      unit: 'MiB',
      baseline: of(without, 'mebibytes'),
      note,
    },
  ]
}

function mkFolder(config: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(config))
  return folder
}

function configOf(baseUrl: string, apiUrl: string): object {
  const { ann, server, token } = discordScene
  const allow = {
    people: [ann],
    places: { [server]: { channels: { '*': {} }, people: [ann], agent: 'weaver' } },
  }
  return {
    models: { providers: { bench: { kind: 'openai-compatible', baseUrl, models: [{ id: 'instant' }] } } },
    agents: {
      defaults: { model: 'bench/instant' },
      list: [{ id: 'main' }, { id: 'weaver', name: 'Weaver' }],
    },
    channels: { discord: { accounts: { main: { apiUrl, token, allow } } } },
  }
}
