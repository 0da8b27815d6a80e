// A message on an emulated Discord until the answer of a persona can be seen there, beside the two calls to the emulator that
// it takes at least; how soon commands are answered while others talk; and what an account costs at the start.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Judgement, tellBreach } from '@heddle/emulators/discord/judge-exchanges'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { type AcksMeasured, type DiscordOffer, discordScene, type TalkMeasured } from './discord-scene.ts'
import { forkProcess } from './forked-process.ts'
import { type StartedGateway, startGatewayProcess } from './start-gateway.ts'

const rounds = 5
const idleMs = 4_000
const breachesToldMax = 20

export const discord: Benchmark = {
  name: 'discord',
  about:
    'a message on an emulated Discord until a persona answers, beside the two calls that it takes at least (median of five)',
  async run(progress) {
    const platform = await forkProcess<DiscordOffer>('./discord-platform-process.ts')
    const { apiUrl, gatewayUrl, controlUrl, webhookUrl } = platform.offer
    const person = await forkProcess('./discord-person-process.ts', [gatewayUrl, controlUrl, webhookUrl])
    const [without, withAccount] = [{}, configOf(apiUrl)].map(mkFolder)
    try {
      const starts = await measureStarts([without ?? '', withAccount ?? ''], progress)
      const gateway = await startGatewayProcess(withAccount ?? '')
      // Once before, so that nobody is measured who has not yet spoken.
      await platform.run()
      const runs: DiscordMeasured[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        const talk = await person.run<TalkMeasured>()
        runs.push({ ...talk, ...(await platform.run<AcksMeasured>()) })
      }
      await gateway.stop()
      return [...figuresOf(runs), ...starts, await askJudge(controlUrl)]
    } finally {
      for (const process of [person, platform]) await process.stop()
      for (const folder of [without, withAccount]) rmSync(folder ?? '', { recursive: true })
    }
  },
}

type DiscordMeasured = TalkMeasured & AcksMeasured

function figuresOf(runs: readonly DiscordMeasured[]): Figure[] {
  const of = (pick: keyof DiscordMeasured, part: number) =>
    median(runs.map((run) => quantile(run[pick], part)))
  return [
    {
      what: 'message to visible answer of a persona, p50',
      value: of('ours', 0.5),
      unit: 'ms',
      baseline: of('calls', 0.5),
      bound: { kind: 'ratio at most', limit: 3 },
      target: '20 ms',
      note: 'baseline: the two calls alone, one to say it and one to execute a webhook',
    },
    { what: 'the same, p95', value: of('ours', 0.95), unit: 'ms', baseline: of('calls', 0.95) },
    { what: 'command to its first answer while others talk, p50', value: of('acks', 0.5), unit: 'ms' },
    {
      what: 'command to its first answer while others talk, p99',
      value: of('acks', 0.99),
      unit: 'ms',
      bound: { kind: 'at most', limit: 1_000 },
    },
  ]
}

/** What is fast because Discord would not take it is not fast. */
async function askJudge(controlUrl: string): Promise<Figure> {
  const response = await fetch(`${controlUrl}/judged`, { method: 'POST' })
  // The edge: the emulator's own words.
  const { requests, breaches } = (await response.json()) as Judgement
  for (const breach of breaches.slice(0, breachesToldMax)) console.error(tellBreach(breach))
  return {
    what: "requests and answers that are not as Discord's schemas have them",
    value: breaches.length,
    unit: '',
    bound: { kind: 'at most', limit: 0 },
    note: `of ${requests} requests, judged when all was measured`,
  }
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

function configOf(apiUrl: string): object {
  const { ann, server, token } = discordScene
  const allow = {
    people: [ann],
    places: { [server]: { channels: { '*': {} }, people: [ann], agent: 'weaver' } },
  }
  return {
    // Without a provider it is the built-in demo model that answers.
    agents: { list: [{ id: 'main' }, { id: 'weaver', name: 'Weaver' }] },
    channels: { discord: { accounts: { main: { apiUrl, token, allow } } } },
  }
}
