// One message from the socket to the agent's whole answer on the same socket, durable, with a model that answers at
// once; beside the least that the same parts can do it in.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Benchmark, median, quantile } from './benchmark.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { openTalker } from './talk.ts'

const rounds = 5
const messages = 60
const warmUp = 120
/** People come back to long conversations: the whole of it goes to the model each time. */
const longBefore = 200
const text = 'How do things stand with the release, and what is left to do?'

interface Run {
  p50: number
  p95: number
  cpuUs: number
}

export const messageRoundTrip: Benchmark = {
  name: 'message-round-trip',
  about: `a message over the live socket until its answer is there, ${messages} one after the other, beside the same parts bare (median of five, in turns)`,
  async run(progress) {
    const folders = [mkFolder(), mkFolder()] as const
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    const floor = await forkProcess<{ url: string }>('./round-trip-floor-process.ts', [
      folders[0],
      endpoint.offer.url,
    ])
    const gateway = await forkProcess<{ url: string; tokens: string[] }>('./talking-gateway-process.ts', [
      folders[1],
      '1',
      endpoint.offer.url,
    ])
    try {
      const place = { url: gateway.offer.url, token: gateway.offer.tokens[0] ?? '' }
      const bare = await openBareTalker(floor.offer.url)
      const long = await openTalker(place)
      for (let i = 0; i < warmUp; i++) await bare.say(text)
      for (let i = 0; i < longBefore; i++) await long.say(text)
      const floorRuns: Run[] = []
      const ourRuns: Run[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        // In a session of its own each, so that all rounds have the same history.
        const talker = await openTalker(place)
        floorRuns.push(await drive(floor, bare.say))
        ourRuns.push(await drive(gateway, talker.say))
        talker.close()
      }
      const longRun = await drive(gateway, long.say)
      long.close()
      bare.close()
      return [
        ...figuresOf(ourRuns, floorRuns),
        {
          what: `the same after ${longBefore} messages, p50`,
          value: longRun.p50,
          unit: 'ms',
          baseline: median(ourRuns.map((run) => run.p50)),
          note: 'baseline: as above',
        },
        {
          what: `the same after ${longBefore} messages, CPU`,
          value: longRun.cpuUs,
          unit: 'µs',
          baseline: median(ourRuns.map((run) => run.cpuUs)),
        },
      ]
    } finally {
      for (const process of [gateway, floor, endpoint]) await process.stop()
      for (const folder of folders) rmSync(folder, { recursive: true })
    }
  },
}

function mkFolder(): string {
  return mkdtempSync(join(tmpdir(), 'heddle-bench-'))
}

function figuresOf(ours: readonly Run[], floor: readonly Run[]) {
  const of = (runs: readonly Run[], pick: keyof Run) => median(runs.map((run) => run[pick]))
  return [
    {
      what: 'message to answer, p50',
      value: of(ours, 'p50'),
      unit: 'ms',
      baseline: of(floor, 'p50'),
      bound: { kind: 'ratio at most', limit: 4 } as const,
      target: '10 ms',
      note: 'baseline: bare socket, two durable commits, one call to the model',
    },
    {
      what: 'message to answer, p95',
      value: of(ours, 'p95'),
      unit: 'ms',
      baseline: of(floor, 'p95'),
      target: '30 ms',
    },
    {
      what: 'message to answer, CPU of the server',
      value: of(ours, 'cpuUs'),
      unit: 'µs',
      baseline: of(floor, 'cpuUs'),
    },
  ]
}

async function drive(server: Forked<unknown>, say: (text: string) => Promise<number>): Promise<Run> {
  const cpuBefore = await server.cpuUs()
  const ms: number[] = []
  for (let i = 0; i < messages; i++) ms.push(await say(text))
  const cpuUs = ((await server.cpuUs()) - cpuBefore) / messages
  return { p50: quantile(ms, 0.5), p95: quantile(ms, 0.95), cpuUs }
}

async function openBareTalker(url: string) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    async say(said: string): Promise<number> {
      const startedMs = performance.now()
      const answered = new Promise((resolve) => socket.once('message', resolve))
      socket.send(said)
      await answered
      return performance.now() - startedMs
    },
    close: () => socket.terminate(),
  }
}
