// The outbox against an emulated platform in another process that limits rates, fails and does not answer: whether all of
// it arrives, once and in order, how near to the allowed pace, and what it costs; and whether one conversation that has
// to wait holds up others.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { checkDeliveries, latenciesOf, spansOf } from './check-deliveries.ts'
import { measureCompletions } from './deliveries-completion.ts'
import {
  blocked,
  blockedMs,
  type PlatformScene,
  type RoomMeasured,
  type RoomScene,
  type SeenOnPlatform,
} from './deliveries-scene.ts'
import { measureStart } from './deliveries-start.ts'
import { forkProcess } from './forked-process.ts'

const conversations = 200
/** Each has one of its own: what an account may be refused (I30) is not what is measured. */
const accounts = conversations
const messages = 50
const many = conversations * messages
/** About one a second, as platforms allow. */
const pace = { count: 5, windowMs: 5_000 }
/** What is stated is waited for; what is not answered is given up ten times sooner than by the product. */
const times = { timeoutMs: 1_500, settleMs: 2_000 }

const rounds = 3
/** All of one account: what one conversation is told to wait for must not be taken for the account's. */
const trickle = { conversations, accounts: 1, messages: 5, everyMs: 10 }

export const deliveries: Benchmark = {
  name: 'deliveries',
  about: `${many.toLocaleString('en')} deliveries over ${conversations} conversations with 5 % 429, 2 % 5xx, 1 % without an answer; and what a blocked one does to others`,
  async run(progress) {
    return [
      ...(await measureMany(progress)),
      ...(await measureBlocked(progress)),
      ...(await measureCompletions(progress)),
      ...(await measureStart(progress)),
    ]
  },
}

async function measureMany(progress: (line: string) => void): Promise<Figure[]> {
  progress(`${many.toLocaleString('en')} deliveries`)
  const { seen, measured } = await play(
    { conversations, accounts, limits: { perConversation: pace }, faults: 'mixed' },
    { conversations, accounts, messages, everyMs: 0, times },
  )
  const checked = checkDeliveries(seen, { conversations, messages })
  const none = { kind: 'at most', limit: 0 } as const
  const perSecond = median(spansOf(seen).map((ms) => messages / (ms / 1_000)))
  const allowedMs = (messages / pace.count - 1) * pace.windowMs
  return [
    { what: 'deliveries lost', value: checked.lost, unit: 'of 10,000', bound: none },
    { what: 'deliveries that can be seen twice', value: checked.twice, unit: 'of 10,000', bound: none },
    {
      what: 'deliveries out of order or astray',
      value: checked.outOfOrder + checked.astray,
      unit: 'of 10,000',
      bound: none,
    },
    {
      what: 'requests before their time',
      value: seen.early,
      unit: `of ${seen.requests.toLocaleString('en')}`,
      bound: none,
      note: `${seen.refused.toLocaleString('en')} were refused`,
    },
    { what: 'requests beside another of their conversation', value: seen.beside, unit: '', bound: none },
    {
      what: 'pace of a conversation, median',
      value: perSecond,
      unit: '/s',
      baseline: messages / (allowedMs / 1_000),
      target: 'ratio 0.9',
      note: `baseline: what the platform allows without failing; all of them in ${(measured.ms / 1_000).toFixed(0)} s`,
    },
    { what: 'CPU for a delivery', value: measured.cpuUs / many, unit: 'µs' },
    { what: 'memory afterwards', value: measured.residentMebibytes, unit: 'MiB' },
  ]
}

/** One is told to wait, another is not answered, ten seconds each; meanwhile something is said everywhere. */
async function measureBlocked(progress: (line: string) => void): Promise<Figure[]> {
  const means = { none: [] as number[], 'two blocked': [] as number[] }
  const p95: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const faults of ['none', 'two blocked'] as const) {
      progress(`beside ${faults === 'none' ? 'no' : 'two'} blocked, round ${round + 1} of ${rounds}`)
      const { seen } = await play({ ...trickle, limits: {}, faults }, trickle)
      const { lost, twice } = checkDeliveries(seen, trickle)
      if (lost + twice > 0) throw new Error(`${lost} were lost and ${twice} came twice`)
      const latencies = latenciesOf(seen, blocked)
      means[faults].push(mean(latencies))
      if (faults === 'two blocked') p95.push(quantile(latencies, 0.95))
    }
  }
  return [
    {
      // The mean: each is known to a millisecond, of which it takes one or two.
      what: `from wanted to seen beside two of the same account blocked for ${blockedMs / 1_000} s, mean`,
      value: median(means['two blocked']),
      unit: 'ms',
      baseline: median(means.none),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: 'baseline: none is blocked',
    },
    { what: 'the same, p95', value: median(p95), unit: 'ms' },
  ]
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

async function play(
  platformScene: PlatformScene,
  roomScene: Omit<RoomScene, 'url'>,
): Promise<{ seen: SeenOnPlatform; measured: RoomMeasured }> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const platform = await forkProcess<{ url: string }>('./deliveries-platform-process.ts', [
    JSON.stringify(platformScene),
  ])
  try {
    const scene: RoomScene = { ...roomScene, url: platform.offer.url }
    const room = await forkProcess('./deliveries-room-process.ts', [folder, JSON.stringify(scene)])
    try {
      const measured = await room.run<RoomMeasured>()
      return { measured, seen: await platform.run<SeenOnPlatform>() }
    } finally {
      await room.stop()
    }
  } finally {
    await platform.stop()
    rmSync(folder, { recursive: true })
  }
}
