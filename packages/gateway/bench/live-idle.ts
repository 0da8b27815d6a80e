// What an idle live connection costs: memory of the process for each of 2,000 that have subscribed to something and
// wait, beside the bare library.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { openClients, startLiveChild } from './live-clients.ts'

const count = 2_000
const people = 25
const sessions = 50
const rounds = 5
const warmUp = 300

export const liveIdle: Benchmark = {
  name: 'live-idle',
  about: `memory of ${count} idle live connections, beside bare ws (median of five, a fresh process each)`,
  async run(progress) {
    const ours: number[] = []
    const bare: number[] = []
    for (let i = 0; i < rounds; i++) {
      progress(`round ${i + 1} of ${rounds}`)
      bare.push(await bytesEach('./live-bare-process.ts', []))
      const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
      try {
        ours.push(await bytesEach('./live-gateway-process.ts', [folder, String(people), String(sessions)]))
      } finally {
        rmSync(folder, { recursive: true })
      }
    }
    return [
      {
        what: 'memory for each idle subscribed connection',
        value: median(ours) / 1_024,
        unit: 'KiB',
        baseline: median(bare) / 1_024,
        bound: { kind: 'at most', limit: 15 },
      },
    ]
  },
}

async function bytesEach(file: string, args: string[]): Promise<number> {
  const server = await startLiveChild(file, args)
  try {
    // What the first connections load and compile is no cost of the others.
    await (await openClients(server, warmUp)).end()
    const before = await server.ask({ do: 'memory' })
    const clients = await openClients(server, count)
    const after = await server.ask({ do: 'memory' })
    await clients.end()
    return (after - before) / count
  } finally {
    await server.stop()
  }
}
