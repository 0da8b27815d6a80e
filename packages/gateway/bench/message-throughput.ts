// Many people at once, each in a session of their own: how many messages are answered in a second.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, type Figure, median } from './benchmark.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { openTalker, type Talker } from './talk.ts'

const rounds = 5
const sessions = 20
const messages = 200
const text = 'How do things stand with the release, and what is left to do?'

type Gateway = Forked<{ url: string; tokens: string[] }>

export const messageThroughput: Benchmark = {
  name: 'message-throughput',
  about: `${messages} messages over ${sessions} sessions, all sessions at once, each with its own socket (median of five)`,
  async run(progress) {
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    try {
      return [
        ...(await measure(progress, 'with a model over HTTP', '120 /s', [endpoint.offer.url])),
        ...(await measure(progress, 'with the demo model', '200 /s', [])),
      ]
    } finally {
      await endpoint.stop()
    }
  },
}

async function measure(
  progress: (line: string) => void,
  what: string,
  target: string,
  more: readonly string[],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const gateway: Gateway = await forkProcess('./talking-gateway-process.ts', [
    folder,
    String(sessions),
    ...more,
  ])
  try {
    const { url, tokens } = gateway.offer
    const talkers = await Promise.all(tokens.map((token) => openTalker({ url, token })))
    await drive(gateway, talkers)
    const runs: { perSecond: number; cpuUs: number }[] = []
    for (let i = 0; i < rounds; i++) {
      progress(`${what}, round ${i + 1} of ${rounds}`)
      runs.push(await drive(gateway, talkers))
    }
    for (const talker of talkers) talker.close()
    return [
      {
        what: `messages answered ${what}`,
        value: median(runs.map((run) => run.perSecond)),
        unit: '/s',
        target,
        note: `best ${Math.max(...runs.map((run) => run.perSecond)).toFixed(0)}`,
      },
      {
        what: `CPU of the server ${what}`,
        value: median(runs.map((run) => run.cpuUs)),
        unit: 'µs',
      },
    ]
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

async function drive(gateway: Gateway, talkers: readonly Talker[]) {
  const cpuBefore = await gateway.cpuUs()
  const startedMs = performance.now()
  await Promise.all(
    talkers.map(async (talker) => {
      for (let i = 0; i < messages / sessions; i++) await talker.say(text)
    }),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  return { perSecond: messages / seconds, cpuUs: ((await gateway.cpuUs()) - cpuBefore) / messages }
}
