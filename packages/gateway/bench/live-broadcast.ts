// One session streams to 200 live connections: processor time for each frame that is delivered, beside the bare
// library sending equal frames to as many.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { type LiveClients, type LiveChild, openClients, startLiveChild } from './live-clients.ts'

const count = 200
const pieces = 400
const rounds = 5

export const liveBroadcast: Benchmark = {
  name: 'live-broadcast',
  about: `a streaming session to ${count} live connections, beside bare ws (median of five, in turns)`,
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const bare = await startLiveChild('./live-bare-process.ts', [])
    const ours = await startLiveChild('./live-gateway-process.ts', [folder, '4', '1'])
    const runs = { bare: [] as number[], ours: [] as number[] }
    try {
      const toBare = await openClients(bare, count)
      const toOurs = await openClients(ours, count)
      for (const [server, clients] of [
        [bare, toBare],
        [ours, toOurs],
      ] as const) {
        await stream(server, clients)
      }
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        runs.bare.push(await stream(bare, toBare))
        runs.ours.push(await stream(ours, toOurs))
      }
      await toBare.end()
      await toOurs.end()
    } finally {
      for (const server of [bare, ours]) await server.stop()
      rmSync(folder, { recursive: true })
    }
    const [value, baseline] = [median(runs.ours), median(runs.bare)]
    return [
      { what: 'a piece of text to one connection, CPU', value, unit: 'µs', baseline, target: 'ratio 1.7' },
      {
        what: 'times the bare library',
        value: value / baseline,
        unit: '×',
        bound: { kind: 'at most', limit: 1.7 },
      },
    ]
  },
}

/** Microseconds for each delivered frame. */
async function stream(server: LiveChild, clients: LiveClients): Promise<number> {
  const arrived = clients.lastPieces()
  const cpuUs = await server.ask({ do: 'stream', pieces })
  await arrived
  return cpuUs / (pieces * count)
}
