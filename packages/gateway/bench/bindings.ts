// Bindings: what it costs to make, find, touch and end one, with ten of them stored and with a million; and how fast that
// is on disk, beside raw commits in the same run.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BindingId, SessionId } from '@heddle/contract'
import type { Store } from '../src/foundation/database/store.ts'
import type { BindingService } from '../src/routing/bindings/bindings.ts'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { fillBindings } from './fill-bindings.ts'
import { openBenchRooms } from './open-bench-rooms.ts'
import { drive, openRaw } from './raw-acks.ts'
import { startGatewayProcess } from './start-gateway.ts'

const rounds = 5
const roundMs = 1_000
/** One after the other, as one person makes them; and a crowd. */
const alone = 1
const crowd = 10
const few = 10
const many = 1_000_000
const stored = 100_000
const lookups = 2_000
/** Of all that are stored, those in which somebody talks. */
const inUse = 100

type Verb = 'bind' | 'touch' | 'unbind'
const verbs: readonly Verb[] = ['bind', 'touch', 'unbind']

export const bindings: Benchmark = {
  name: 'bindings',
  about: `bind, resolve, touch, unbind with ${few} and with ${many.toLocaleString('en')} bindings (median of five, in turns)`,
  async run(progress) {
    progress(`filling a store with ${many.toLocaleString('en')} bindings`)
    const small = await openPlace(few)
    const large = await openPlace(many)
    const raw = openRawPlace()
    const seen: Seen = { small: emptyRun(), large: emptyRun(), crowd: emptyRun(), raw: [], rawCrowd: [] }
    try {
      for (let round = 0; round < rounds; round++) {
        progress(`round ${round + 1} of ${rounds}`)
        seen.raw.push((await drive(raw.ack, alone, roundMs)) / (roundMs / 1_000))
        await measure(small, seen.small, alone)
        await measure(large, seen.large, alone)
        seen.rawCrowd.push((await drive(raw.ack, crowd, roundMs)) / (roundMs / 1_000))
        await measure(small, seen.crowd, crowd)
      }
    } finally {
      await small.close()
      await large.close()
      await raw.close()
    }
    return [...figuresOf(seen), ...(await measureStart(progress))]
  },
}

interface Run {
  perSecond: Record<Verb, number[]>
  resolveMicros: number[]
}

const emptyRun = (): Run => ({ perSecond: { bind: [], touch: [], unbind: [] }, resolveMicros: [] })

interface Seen {
  small: Run
  large: Run
  /** With few stored, by many at once. */
  crowd: Run
  raw: number[]
  rawCrowd: number[]
}

function figuresOf(seen: Seen): Figure[] {
  const flat = verbs.map((verb): Figure => {
    const perOne = (run: Run) => 1_000_000 / median(run.perSecond[verb])
    return {
      what: `${verb} with ${many.toLocaleString('en')} stored`,
      value: perOne(seen.large),
      unit: 'µs',
      baseline: perOne(seen.small),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: `baseline: with ${few} stored`,
    }
  })
  const durable = verbs.map(
    (verb): Figure => ({
      what: `${verb}, durable, one after the other`,
      value: median(seen.small.perSecond[verb]),
      unit: '/s',
      baseline: median(seen.raw),
      bound: { kind: 'ratio at least', limit: 0.5 },
      note: 'baseline: raw commits of one row each',
    }),
  )
  // Of ten statements beside one, all on one core: what is shared, the sync, is the smaller part here.
  const crowded = verbs.map(
    (verb): Figure => ({
      what: `${verb}, durable, ${crowd} at once`,
      value: median(seen.crowd.perSecond[verb]),
      unit: '/s',
      baseline: median(seen.rawCrowd),
      note: 'baseline: raw commits of one row each',
    }),
  )
  const resolve: Figure = {
    what: `resolve with ${many.toLocaleString('en')} stored, p50`,
    value: median(seen.large.resolveMicros),
    unit: 'µs',
    baseline: median(seen.small.resolveMicros),
    bound: { kind: 'ratio at most', limit: 1.5 },
    target: '30 µs',
    note: `baseline: with ${few} stored`,
  }
  return [...flat, resolve, ...durable, ...crowded]
}

interface BenchPlace {
  store: Store
  service: BindingService
  sessionIds: SessionId[]
  count: number
  close(): Promise<void>
}

async function openPlace(count: number): Promise<BenchPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const first = await openBenchRooms(folder, { openProvider: noProvider })
  const sessionIds: SessionId[] = []
  for (let i = 0; i < crowd; i++) sessionIds.push(await first.openSession())
  await first.close()
  fillBindings(folder, { count, sessionIds })
  const rooms = await openBenchRooms(folder, { openProvider: noProvider })
  return {
    store: rooms.ground.store,
    service: rooms.routing.bindings,
    sessionIds,
    count,
    async close() {
      await rooms.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const noProvider = async () => {
  throw new Error('no model is asked here')
}

let made = 0

async function measure(place: BenchPlace, run: Run, writers: number): Promise<void> {
  const { store, service, sessionIds } = place
  const open: BindingId[] = []
  const act = async (verb: Verb, ack: (writer: number) => Promise<boolean>) => {
    let done = 0
    const begun = performance.now()
    let lastMs = begun
    const counted = async (writer: number) => {
      if (!(await ack(writer))) return
      await store.durable()
      done += 1
      lastMs = performance.now()
    }
    await drive(counted, writers, roundMs)
    // Up to the last one: there may have been too few to go on for so long.
    run.perSecond[verb].push(done / ((lastMs - begun) / 1_000))
  }
  await act('bind', async (writer) => {
    const conversation = { channel: 'bench', accountId: 'a', conversationId: `new${made++}` }
    const sessionId = sessionIds[writer]
    if (sessionId === undefined) throw new Error('there is a session for each writer')
    const { id } = await store.tx((t) =>
      service.bind(t, {
        conversation,
        placeKind: 'thread',
        sessionId,
        boundBy: null,
        label: 'bench',
        isOpened: false,
      }),
    )
    open.push(id)
    return true
  })
  let next = 0
  await act('touch', async () => {
    const id = open[next++ % open.length]
    if (id !== undefined) await store.tx((t) => service.touch(t, id))
    return true
  })
  await resolve(place, run)
  await act('unbind', async () => {
    const id = open.pop()
    if (id === undefined) return new Promise((later) => setTimeout(later, 1, false))
    return store.tx((t) => service.unbind(t, id, { why: 'unfocus' }))
  })
}

async function resolve({ store, service, count }: BenchPlace, run: Run): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < lookups; i++) {
    const conversationId = `c${Math.floor(((i % inUse) * count) / inUse)}`
    const begun = performance.now()
    const found = await store.read((r) =>
      service.resolveByConversation(r, { channel: 'bench', accountId: 'a', conversationId }),
    )
    times.push((performance.now() - begun) * 1_000)
    if (!found) throw new Error(`${conversationId} is not bound`)
  }
  run.resolveMicros.push(quantile(times, 0.5))
}

function openRawPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const raw = openRaw(join(folder, 'raw.db'))
  return {
    ack: raw.ack,
    async close() {
      await raw.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A start looks at none of them. */
async function measureStart(progress: (line: string) => void): Promise<Figure[]> {
  const folders = { empty: await filledFolder(0), full: await filledFolder(stored) }
  const seen = { empty: [] as number[], full: [] as number[] }
  try {
    for (let round = 0; round < rounds; round++) {
      progress(`start, round ${round + 1} of ${rounds}`)
      for (const which of ['empty', 'full'] as const) {
        const gateway = await startGatewayProcess(folders[which])
        seen[which].push(gateway.readyMs)
        await gateway.stop()
      }
    }
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
  }
  return [
    {
      what: `start with ${stored.toLocaleString('en')} bindings`,
      value: median(seen.full),
      unit: 'ms',
      baseline: median(seen.empty),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: 'baseline: with none',
    },
  ]
}

async function filledFolder(count: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const rooms = await openBenchRooms(folder, { openProvider: noProvider })
  const sessionIds = [await rooms.openSession()]
  await rooms.close()
  if (count > 0) fillBindings(folder, { count, sessionIds })
  return folder
}
