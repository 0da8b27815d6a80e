// The same questions to a session of 1,000 events with 20 discussions and to one of 100,000 with 2,000.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, quantile } from './benchmark.ts'
import { fillDiscussions, type FilledDiscussions } from './fill-discussions.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { ask, type Place } from './talk.ts'

const sizes = { small: { events: 1_000, threads: 20 }, large: { events: 100_000, threads: 2_000 } }
const warmUp = 20
const reads = 80

type Questions = Record<string, (filled: FilledDiscussions) => string>

const questions: Questions = {
  'the list of discussions': ({ sessionId }) => `/sessions/${sessionId}/threads?limit=20`,
  'its open ones': ({ sessionId }) => `/sessions/${sessionId}/threads?state=open&limit=20`,
  'replies of a discussion': ({ threadId }) => `/threads/${threadId}/replies`,
  'search in the session, a word of every text': ({ sessionId }) => `/search?q=nightly&session=${sessionId}`,
  'the same, its beginning': ({ sessionId }) => `/search?q=nigh&session=${sessionId}`,
  'the same, two words and a phrase': ({ sessionId }) =>
    `/search?q=${encodeURIComponent('machine "nightly build" chang')}&session=${sessionId}`,
  'search in the session, a word of one text': ({ sessionId, word }) =>
    `/search?q=${word}&session=${sessionId}`,
  'search in the session, replies alone': ({ sessionId }) =>
    `/search?q=reply&kind=reply&session=${sessionId}`,
  'search everywhere, a word of every text': () => '/search?q=nightly',
  'search everywhere, a word of none': () => '/search?q=weaverbird',
}

interface Stage {
  folder: string
  gateway: Forked<{ url: string; tokens: string[] }>
  place: Place
  filled: FilledDiscussions
}

export async function measurePast(progress: (line: string) => void): Promise<Figure[]> {
  const stages: Stage[] = []
  try {
    for (const [name, size] of Object.entries(sizes)) {
      progress(`filling the ${name} one: ${size.events} events, ${size.threads} discussions`)
      stages.push(await openStage(size))
    }
    const [small, large] = stages
    if (!small || !large) throw new Error('there is nothing to ask')
    const figures: Figure[] = []
    for (const [what, pathOf] of Object.entries(questions)) {
      progress(what)
      figures.push(await compare(what, pathOf, small, large))
    }
    return figures
  } finally {
    for (const { gateway, folder } of stages) {
      await gateway.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

async function openStage(size: { events: number; threads: number }): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const filled = await fillDiscussions(folder, size)
  const gateway = await forkProcess<{ url: string; tokens: string[] }>('./talking-gateway-process.ts', [
    folder,
    '1',
  ])
  // What was said there sets off work, and that comes first.
  await untilIdle(folder)
  return { folder, gateway, filled, place: { url: gateway.offer.url, token: gateway.offer.tokens[0] ?? '' } }
}

async function untilIdle(folder: string): Promise<void> {
  const db = new DatabaseSync(join(folder, 'heddle.db'), { readOnly: true })
  const left = db.prepare('select count(*) n from work where fact_id is not null')
  while (Number(left.get()?.['n']) > 0) await sleep(100)
  db.close()
}

/** In turns, so that whatever else the machine does meets both. */
async function compare(
  what: string,
  pathOf: (filled: FilledDiscussions) => string,
  small: Stage,
  large: Stage,
): Promise<Figure> {
  const ms = { small: [] as number[], large: [] as number[] }
  const cpu = { small: await small.gateway.cpuUs(), large: await large.gateway.cpuUs() }
  for (let i = 0; i < warmUp + reads; i++) {
    for (const [name, stage] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const startedMs = performance.now()
      await ask(stage.place, 'GET', pathOf(stage.filled))
      if (i >= warmUp) ms[name].push(performance.now() - startedMs)
    }
  }
  const spent = async (stage: Stage, before: number) =>
    ((await stage.gateway.cpuUs()) - before) / (warmUp + reads)
  const [smallCpu, largeCpu] = [await spent(small, cpu.small), await spent(large, cpu.large)]
  return {
    what: `${what}, 100,000 events, p50`,
    value: quantile(ms.large, 0.5),
    unit: 'ms',
    baseline: quantile(ms.small, 0.5),
    bound: { kind: 'ratio at most', limit: 2 },
    note: `p95 ${quantile(ms.large, 0.95).toFixed(1)}; CPU ${largeCpu.toFixed(0)} and ${smallCpu.toFixed(0)} µs; baseline: 1,000 events`,
  }
}
