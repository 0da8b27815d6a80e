// Sub-agents over HTTP on a real gateway: how long one takes from the request to its announcement on disk, how many there
// are in a second, and whether many that ended long ago make the next one dearer.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@heddle/contract'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { followRuns, type RunFollower } from './follow-runs.ts'
import { type Forked, forkProcess } from './forked-process.ts'
import { ask, type Place } from './talk.ts'

const rounds = 5
const parents = 50
const children = 20
const many = parents * children
const few = 10
const alone = 100
const reads = 20
const warmUps = 15
const task = 'How do things stand with the release, and what is left to do?'
const settings = JSON.stringify({ maxConcurrent: 64, maxChildrenPerAgent: children })

type Gateway = Forked<{ url: string; tokens: string[] }>

interface BenchPlace extends Place {
  gateway: Gateway
}

export const subagents: Benchmark = {
  name: 'subagents',
  about: `${many.toLocaleString('en')} sub-agents over ${parents} parents, 64 at once; one by itself; many that are stored (medians of five)`,
  async run(progress) {
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    const { url } = endpoint.offer
    try {
      return [
        ...(await withGateway('', (place) =>
          measureLatency(progress, place, 'with the demo model', {
            note: 'of which the demo model takes 48',
          }),
        )),
        ...(await withGateway(url, (place) =>
          measureLatency(progress, place, 'with a model over HTTP', { target: '25 ms' }),
        )),
        ...(await withGateway('', (place) => measureMany(progress, place, 'with the demo model', '150 /s'))),
        ...(await withGateway(url, (place) =>
          measureMany(progress, place, 'with a model over HTTP', '60 /s'),
        )),
        ...(await withGateway('', (small) =>
          withGateway('', (large) => measureStored(progress, small, large)),
        )),
      ]
    } finally {
      await endpoint.stop()
    }
  },
}

async function withGateway<T>(modelsUrl: string, use: (place: BenchPlace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const gateway: Gateway = await forkProcess('./talking-gateway-process.ts', [
    folder,
    '1',
    modelsUrl,
    settings,
  ])
  try {
    const { url, tokens } = gateway.offer
    return await use({ url, token: tokens[0] ?? '', gateway })
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureLatency(
  progress: (line: string) => void,
  place: BenchPlace,
  what: string,
  more: Pick<Figure, 'target' | 'note'>,
): Promise<Figure[]> {
  const root = await openRoot(place)
  const follower = await followRuns(place, [root])
  const one = async () => {
    const startedMs = performance.now()
    const ended = follower.ended(1)
    await spawn(place, root)
    await ended
    return performance.now() - startedMs
  }
  for (let i = 0; i < children; i++) await one()
  progress(`${alone} sub-agents ${what}, one after the other`)
  const times: number[] = []
  for (let i = 0; i < alone; i++) times.push(await one())
  follower.close()
  return [
    { what: `from spawn to announcement ${what}, p50`, value: quantile(times, 0.5), unit: 'ms', ...more },
    { what: `from spawn to announcement ${what}, p95`, value: quantile(times, 0.95), unit: 'ms' },
  ]
}

async function measureMany(
  progress: (line: string) => void,
  place: BenchPlace,
  what: string,
  target: string,
): Promise<Figure[]> {
  const perSecond: number[] = []
  const cpuUs: number[] = []
  for (let i = 0; i < rounds; i++) {
    progress(`${many} sub-agents ${what}, round ${i + 1} of ${rounds}`)
    const roots = await openRoots(place, parents)
    const follower = await followRuns(place, roots)
    const cpuBefore = await place.gateway.cpuUs()
    const startedMs = performance.now()
    await runSome(place, follower, roots, children)
    perSecond.push(many / ((performance.now() - startedMs) / 1_000))
    cpuUs.push(((await place.gateway.cpuUs()) - cpuBefore) / many)
    follower.close()
  }
  return [
    {
      what: `sub-agents ${what}`,
      value: median(perSecond),
      unit: '/s',
      target,
      note: `best ${Math.max(...perSecond).toFixed(0)}`,
    },
    { what: `CPU of the server ${what}`, value: median(cpuUs), unit: 'µs' },
    {
      what: `memory after ${(rounds * many).toLocaleString('en')} ${what}`,
      value: residentMebibytes(place.gateway),
      unit: 'MiB',
    },
  ]
}

/** All of them are below one parent, the worst that they can be. */
async function measureStored(
  progress: (line: string) => void,
  small: BenchPlace,
  large: BenchPlace,
): Promise<Figure[]> {
  progress(`filling one parent with ${many} sub-agents`)
  const root = await openRoot(large)
  const follower = await followRuns(large, [root])
  for (let i = 0; i < many / children; i++) await runSome(large, follower, [root], children)
  const of = { small: [] as Cost[], large: [] as Cost[] }
  // To warm up, so that both processes have done this often.
  for (let i = 0; i < warmUps; i++) await measureFew(small)
  for (let i = 0; i < rounds; i++) {
    progress(`with ${few} and with ${many} stored, round ${i + 1} of ${rounds}`)
    of.small.push(await measureFew(small))
    of.large.push(await costOf(large, () => runSome(large, follower, [root], children)))
  }
  const figures = await measureList(large, root)
  follower.close()
  const pick = (costs: readonly Cost[], name: keyof Cost) => median(costs.map((cost) => cost[name]))
  const bound = { kind: 'ratio at most', limit: 1.3 } as const
  return [
    {
      what: `a sub-agent with ${many.toLocaleString('en')} stored, CPU`,
      value: pick(of.large, 'cpuUs'),
      unit: 'µs',
      baseline: pick(of.small, 'cpuUs'),
      bound,
      note: `baseline: with ${few} stored`,
    },
    {
      what: `a sub-agent with ${many.toLocaleString('en')} stored, time`,
      value: pick(of.large, 'ms'),
      unit: 'ms',
      baseline: pick(of.small, 'ms'),
      bound,
    },
    ...figures,
  ]
}

interface Cost {
  /** Of one. */
  cpuUs: number
  ms: number
}

/** Below a new parent that has had as few as that. */
async function measureFew(place: BenchPlace): Promise<Cost> {
  const root = await openRoot(place)
  const follower = await followRuns(place, [root])
  await runSome(place, follower, [root], few)
  const cost = await costOf(place, () => runSome(place, follower, [root], children))
  follower.close()
  return cost
}

async function costOf({ gateway }: BenchPlace, run: () => Promise<void>): Promise<Cost> {
  const cpuBefore = await gateway.cpuUs()
  const startedMs = performance.now()
  await run()
  const ms = (performance.now() - startedMs) / children
  return { cpuUs: ((await gateway.cpuUs()) - cpuBefore) / children, ms }
}

async function measureList(place: BenchPlace, root: string): Promise<Figure[]> {
  const read = () =>
    ask<{ items: unknown[] }>(place, 'GET', `/sessions/${root}/subagents?limit=${limits.runsListMax}`)
  const command = () => ask(place, 'POST', `/sessions/${root}/commands`, { text: '/subagents list' })
  const { items } = await read()
  if (items.length < many) throw new Error(`the list has ${items.length} of ${many}`)
  return [
    { what: `a list of ${items.length} runs, p50`, value: await timeOf(read), unit: 'ms', target: '20 ms' },
    { what: '/subagents list, p50', value: await timeOf(command), unit: 'ms' },
  ]
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < reads; i++) {
    const startedMs = performance.now()
    await act()
    times.push(performance.now() - startedMs)
  }
  return quantile(times, 0.5)
}

async function openRoot(place: Place): Promise<string> {
  return (await ask<{ id: string }>(place, 'POST', '/sessions', { visibility: 'team' })).id
}

async function openRoots(place: Place, count: number): Promise<string[]> {
  const roots: string[] = []
  for (let i = 0; i < count; i++) roots.push(await openRoot(place))
  return roots
}

function spawn(place: Place, root: string): Promise<unknown> {
  return ask(place, 'POST', `/sessions/${root}/runs`, { task })
}

/** So many below each, all parents at once, until all of them have been announced. */
async function runSome(
  place: Place,
  follower: RunFollower,
  roots: readonly string[],
  each: number,
): Promise<void> {
  const ended = follower.ended(roots.length * each)
  await Promise.all(
    roots.map(async (root) => {
      for (let i = 0; i < each; i++) await spawn(place, root)
    }),
  )
  await ended
}

function residentMebibytes({ child }: Gateway): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024
}
