// What one message costs in the rooms alone, without a door: taken in, its turn run with a model that answers at once in
// this process, and the answer on record.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@heddle/contract'
import type { ModelProvider } from '../src/agents/agents.ts'
import { createAgents } from '../src/agents/create-agents.ts'
import { noTools } from '../src/agents/tools.ts'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import type { Reader, Store, Tx } from '../src/foundation/database/store.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { defaultLanes } from '../src/foundation/work/lanes.ts'
import { createWorkRunner, type WorkRunner } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import { type OpenGround, openGround } from '../src/open-ground.ts'
import type { PersonActor } from '../src/people/people.ts'
import { defineReactionWork } from '../src/reactions.ts'
import { createRouting } from '../src/routing/create-routing.ts'
import { createSessions } from '../src/sessions/create-sessions.ts'
import { type Benchmark, median } from './benchmark.ts'

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
  const config = loadConfig({ flags: {}, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder: openDataFolder(path), config, env: {} })
  const { clock, random, ids, people, queue, blobs } = ground
  const count = { statements: 0 }
  const store = countStatements(ground.store, count)
  const log = createSilentLog()
  const agents = createAgents({
    clock,
    log,
    config: () => ({}),
    openProvider: async () => instantProvider,
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
  })
  const running: { runner?: WorkRunner } = {}
  const deps = { store, clock, random, ids, log, people, facts: queue, blobs, agents }
  const room = createSessions({
    ...deps,
    tools: noTools,
    interrupt: (key, reason) => void running.runner?.interrupt(key, reason),
  })
  const fingerprint = (said: string) => createHash('sha256').update(said).digest()
  const routing = createRouting({ ...deps, sessions: room, fingerprint })
  const live = { recheck: () => undefined }
  const runner = createWorkRunner({
    ...deps,
    lanes: defaultLanes,
    workStore,
    definitions: defineReactionWork({ people, sessions: room, routing, live }),
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  running.runner = runner
  await runner.start()

  const actor = await makePerson(ground)
  let said = 0
  let onAnswer: () => void = () => undefined
  const ignore = () => undefined
  room.feed.listen({
    appended(_, events) {
      if (events.some(({ kind }) => kind === 'turn.finished')) onAnswer()
    },
    delta: ignore,
    reset: ignore,
    listed: ignore,
    accessChanged: ignore,
    personAppended: ignore,
  })

  async function sayAndWait(sessionId: SessionId): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      onAnswer = resolve
    })
    const conversation = { channel: 'web', accountId: 'web', conversationId: sessionId }
    const eventId = `m${++said}`
    await store.tx((t) =>
      routing.receive(t, actor, { conversation, eventId, text, mode: 'queue', sessionId }),
    )
    await store.durable()
    await answered
    await store.durable()
  }

  return {
    /** In fresh sessions each time, so that every round has the same history. */
    async talk() {
      const opened: SessionId[] = []
      for (let i = 0; i < sessions; i++) {
        const input = { agentId: 'main', visibility: 'team' } as const
        opened.push((await store.tx((t) => routing.openWebChat(t, actor, input))).id)
      }
      count.statements = 0
      const before = { ...ground.store.figures(), cpu: process.cpuUsage(), ms: performance.now() }
      for (let i = 0; i < messages; i++) await sayAndWait(opened[i % sessions]!)
      const used = process.cpuUsage(before.cpu)
      const after = ground.store.figures()
      return {
        cpuUs: (used.user + used.system) / messages,
        wallUs: ((performance.now() - before.ms) * 1_000) / messages,
        statements: count.statements / messages,
        commits: (after.commits - before.commits) / messages,
        syncs: (after.syncs - before.syncs) / messages,
      }
    },
    async close() {
      await runner.stop()
      await ground.close()
    },
  }
}

async function makePerson({ store, people }: OpenGround): Promise<PersonActor> {
  const operator = { kind: 'operator', name: 'bench' } as const
  const prepared = await people.prepareMember({ handle: 'bench', role: 'owner' })
  const { secret } = await store.tx(async (t) => {
    const person = await people.createMember(t, operator, prepared)
    return people.createToken(t, operator, { personId: person.id, name: 'bench' })
  })
  const recognised = await store.read((r) => people.recognise(r, { bearer: secret }, store.now()))
  if (!recognised) throw new Error('the person was not recognised')
  return recognised.actor
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
