// What one message costs in the rooms alone, without a door: taken in, its turn run with a model that answers at once in
// this process, and the answer on record.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@heddle/contract'
import type { ModelProvider } from '../src/agents/agents.ts'
import type { Reader, Store, Tx } from '../src/foundation/database/store.ts'
import { type Benchmark, median } from './benchmark.ts'
import { openBenchRooms } from './open-bench-rooms.ts'

const rounds = 5
const messages = 300
const sessions = 10
const text = 'How do things stand with the release, and what is left to do?'

export const stepCost: Benchmark = {
  name: 'step-cost',
  about: `one message through the rooms without a door, ${messages} over ${sessions} sessions one after the other (median of five)`,
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const rooms = await openCountedRooms(folder)
    try {
      await rooms.talk()
      const runs: Awaited<ReturnType<typeof rooms.talk>>[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        runs.push(await rooms.talk())
      }
      const of = (pick: keyof (typeof runs)[number]) => median(runs.map((run) => run[pick]))
      return [
        { what: 'a message through the rooms, CPU', value: of('cpuUs'), unit: 'µs' },
        { what: 'a message through the rooms, wall time', value: of('wallUs'), unit: 'µs' },
        { what: 'SQL statements of a message', value: of('statements'), unit: '' },
        { what: 'commits of a message', value: of('commits'), unit: '' },
        { what: 'syncs of a message', value: of('syncs'), unit: '' },
      ]
    } finally {
      await rooms.close()
      rmSync(folder, { recursive: true })
    }
  },
}

async function openCountedRooms(path: string) {
  const count = { statements: 0 }
  const rooms = await openBenchRooms(path, {
    openProvider: async () => instantProvider,
    watchStore: (store) => countStatements(store, count),
  })
  const { store } = rooms.ground
  return {
    /** In fresh sessions each time, so that every round has the same history. */
    async talk() {
      const opened: SessionId[] = []
      for (let i = 0; i < sessions; i++) opened.push(await rooms.openSession())
      count.statements = 0
      const before = { ...store.figures(), cpu: process.cpuUsage(), ms: performance.now() }
      for (let i = 0; i < messages; i++) await rooms.say(opened[i % sessions]!, text)
      const used = process.cpuUsage(before.cpu)
      const after = store.figures()
      return {
        cpuUs: (used.user + used.system) / messages,
        wallUs: ((performance.now() - before.ms) * 1_000) / messages,
        statements: count.statements / messages,
        commits: (after.commits - before.commits) / messages,
        syncs: (after.syncs - before.syncs) / messages,
      }
    },
    close: rooms.close,
  }
}

const instantProvider: ModelProvider = {
  async *stream() {
    yield { type: 'text', text: 'All is well. Two changes wait for a review.' }
    yield {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 20, outputTokens: 9, cachedTokens: 0 },
    }
  },
}

/** The same store, with every query that goes through it counted. */
function countStatements(store: Store, count: { statements: number }): Store {
  const counted = <T extends Reader>(reader: T): T =>
    new Proxy(reader, {
      get(target, name) {
        if (name === 'all' || name === 'one' || name === 'run') count.statements++
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    ...store,
    tx: (fn) => store.tx((t: Tx) => fn(counted(t))),
    read: (fn) => store.read((r) => fn(counted(r))),
  }
}
