// A gateway that starts with very much to send: when it is ready, and when the first of it leaves.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median } from './benchmark.ts'
import { accountName, type SeenOnPlatform, tokenOf } from './deliveries-scene.ts'
import { fillDeliveries } from './fill-deliveries.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { startGatewayProcess } from './start-gateway.ts'

const rounds = 3
const open = 10_000
const conversations = 200
const accounts = 10
const lookMs = 50

type Platform = Forked<{ url: string }>

export async function measureStart(progress: (line: string) => void): Promise<Figure[]> {
  const seen = { emptyMs: [] as number[], readyMs: [] as number[], firstMs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    progress(`start with ${open.toLocaleString('en')} open rows, round ${round + 1} of ${rounds}`)
    const scene = JSON.stringify({ conversations, accounts, limits: {}, faults: 'none' })
    const platform: Platform = await forkProcess('./deliveries-platform-process.ts', [scene])
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    try {
      writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(settingsFor(platform.offer.url)))
      // The first start makes the tables, and is not counted.
      await (await startGatewayProcess(folder)).stop()
      seen.emptyMs.push(await startOnce(folder))
      fillDeliveries(folder, { count: open, conversations, accounts })
      const begunAt = Date.now()
      const gateway = await startGatewayProcess(folder)
      seen.readyMs.push(gateway.readyMs)
      seen.firstMs.push((await firstSend(platform)) - begunAt)
      await gateway.stop()
    } finally {
      await platform.stop()
      rmSync(folder, { recursive: true })
    }
  }
  return [
    {
      what: `start with ${open.toLocaleString('en')} open rows`,
      value: median(seen.readyMs),
      unit: 'ms',
      baseline: median(seen.emptyMs),
      target: '3,000 ms',
      note: 'baseline: with none',
    },
    { what: 'of which the first leaves after', value: median(seen.firstMs), unit: 'ms', target: '5,000 ms' },
  ]
}

async function startOnce(folder: string): Promise<number> {
  const gateway = await startGatewayProcess(folder)
  await gateway.stop()
  return gateway.readyMs
}

function settingsFor(apiUrl: string): object {
  const named = Array.from({ length: accounts }, (_, i) => [accountName(i), { apiUrl, token: tokenOf(i) }])
  return { channels: { loopback: { accounts: Object.fromEntries(named) } } }
}

async function firstSend(platform: Platform): Promise<number> {
  for (;;) {
    const { firstSendAt } = await platform.run<SeenOnPlatform>()
    if (firstSendAt !== null) return firstSendAt
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
