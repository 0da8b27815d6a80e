// A gateway on a full store beside one on an empty store: what grows with the past, and what does not.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { livePath, type PersonId } from '@heddle/contract'
import { WebSocket } from 'ws'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'
import { type Benchmark, type Figure, median, quantile } from './benchmark.ts'
import { type Filled, fillSessions } from './fill-sessions.ts'
import { forkProcess } from './forked-process.ts'
import { startGatewayProcess } from './start-gateway.ts'
import { ask, openTalker, type Place } from './talk.ts'

const rounds = 5
const sessions = 5_000
const events = 1_000_000
const longEvents = 100_000
const people = 50
const messages = 30
const reads = 30
const text = 'How do things stand with the release, and what is left to do?'
const mebibyte = 1_048_576

export const bigStore: Benchmark = {
  name: 'big-store',
  about: `${sessions.toLocaleString('en')} sessions with ${events.toLocaleString('en')} events beside an empty store (median of five, in turns)`,
  async run(progress) {
    const empty = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const full = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    try {
      const { url } = endpoint.offer
      const emptyPeople = await makePeople(empty, url)
      const fullPeople = await makePeople(full, url)
      progress('filling the store')
      const [personId, ...otherPersonIds] = fullPeople.ids
      if (personId === undefined) throw new Error('nobody was made')
      const filled = fillSessions(full, { sessions, events, longEvents, personId, otherPersonIds })
      const megabytes = statSync(join(full, 'heddle.db')).size / mebibyte
      return [
        ...(await measureStart(progress, empty, full, megabytes)),
        ...(await measureTalk(progress, { empty, full, emptyPeople, fullPeople, filled })),
      ]
    } finally {
      await endpoint.stop()
      for (const folder of [empty, full]) rmSync(folder, { recursive: true })
    }
  },
}

interface MadePeople {
  ids: PersonId[]
  /** Of the first. */
  token: string
}

async function makePeople(path: string, baseUrl: string): Promise<MadePeople> {
  const folder = openDataFolder(path)
  const provider = { kind: 'openai-compatible', baseUrl, models: [{ id: 'instant' }] }
  writeFileSync(join(path, 'heddle.json5'), JSON.stringify({ models: { providers: { bench: provider } } }))
  const config = loadConfig({ flags: {}, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder, config, env: {} })
  const operator = { kind: 'operator', name: 'bench' } as const
  const made: MadePeople = { ids: [], token: '' }
  for (let i = 0; i < people; i++) {
    const role = i === 0 ? 'owner' : 'member'
    const prepared = await ground.people.prepareMember({ handle: `bench${i}`, role })
    const { id } = await ground.store.tx((t) => ground.people.createMember(t, operator, prepared))
    made.ids.push(id)
    if (i > 0) continue
    const input = { personId: id, name: 'bench' }
    made.token = (await ground.store.tx((t) => ground.people.createToken(t, operator, input))).secret
  }
  await ground.close()
  return made
}

async function measureStart(
  progress: (line: string) => void,
  empty: string,
  full: string,
  megabytes: number,
): Promise<Figure[]> {
  const readyMs: Record<string, number[]> = { [empty]: [], [full]: [] }
  for (let i = 0; i <= rounds; i++) {
    progress(`starting, round ${i} of ${rounds}`)
    for (const folder of [empty, full]) {
      const gateway = await startGatewayProcess(folder)
      // The first start after others have used the disk is not counted.
      if (i > 0) readyMs[folder]?.push(gateway.readyMs)
      await gateway.stop()
    }
  }
  return [
    {
      what: 'start to ready, full store',
      value: median(readyMs[full] ?? []),
      unit: 'ms',
      baseline: median(readyMs[empty] ?? []),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: `${megabytes.toFixed(0)} MiB; baseline: empty store`,
    },
  ]
}

interface TalkInput {
  empty: string
  full: string
  emptyPeople: MadePeople
  fullPeople: MadePeople
  filled: Filled
}

async function measureTalk(progress: (line: string) => void, input: TalkInput): Promise<Figure[]> {
  const small = await startGatewayProcess(input.empty)
  const large = await startGatewayProcess(input.full)
  try {
    const smallPlace: Place = { url: small.url, token: input.emptyPeople.token }
    const largePlace: Place = { url: large.url, token: input.fullPeople.token }
    const smallMs: number[] = []
    const largeMs: number[] = []
    for (let i = 0; i <= rounds; i++) {
      progress(`talking, round ${i} of ${rounds}`)
      const [smallRun, largeRun] = [await talkMs(smallPlace), await talkMs(largePlace)]
      // The first is for warming up.
      if (i === 0) continue
      smallMs.push(smallRun)
      largeMs.push(largeRun)
    }
    progress('reading')
    return [
      {
        what: 'message to answer, full store, p50',
        value: median(largeMs),
        unit: 'ms',
        baseline: median(smallMs),
        bound: { kind: 'ratio at most', limit: 1.3 },
        note: 'baseline: empty store',
      },
      ...(await measureReads(largePlace, input.filled)),
      {
        what: 'memory with a full store',
        value: large.residentMebibytes(),
        unit: 'MiB',
        baseline: small.residentMebibytes(),
      },
    ]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function talkMs(place: Place): Promise<number> {
  const talker = await openTalker(place)
  const ms: number[] = []
  for (let i = 0; i < messages; i++) ms.push(await talker.say(text))
  talker.close()
  return quantile(ms, 0.5)
}

async function measureReads(place: Place, { sessionId, longSessionId }: Filled): Promise<Figure[]> {
  const get = (path: string) => () => ask(place, 'GET', path)
  const cases: [what: string, act: () => Promise<unknown>, target?: string][] = [
    ['the list of sessions', get('/sessions'), '50 ms'],
    ['the list of sessions, with a search', get('/sessions?text=machine%204999')],
    ['opening a session: itself and its newest events', openSession(place, sessionId), '50 ms'],
    ['opening a session of 100,000 events', openSession(place, longSessionId), '50 ms'],
    ['following a session: its snapshot', () => followMs(place, sessionId), '50 ms'],
    ['following a session of 100,000 events', () => followMs(place, longSessionId), '50 ms'],
    ['its oldest events', get(`/sessions/${longSessionId}/timeline?after=0`)],
  ]
  const figures: Figure[] = []
  for (const [what, act, target] of cases) {
    const ms: number[] = []
    for (let i = 0; i < reads; i++) {
      const startedMs = performance.now()
      await act()
      ms.push(performance.now() - startedMs)
    }
    figures.push({
      what,
      value: quantile(ms, 0.5),
      unit: 'ms',
      note: `p95 ${quantile(ms, 0.95).toFixed(1)}, first ${(ms[0] ?? Number.NaN).toFixed(1)}`,
      ...(target !== undefined && { target }),
    })
  }
  return figures
}

function openSession(place: Place, id: string): () => Promise<unknown> {
  return () =>
    Promise.all([ask(place, 'GET', `/sessions/${id}`), ask(place, 'GET', `/sessions/${id}/timeline`)])
}

/** From connecting to the snapshot. */
async function followMs(place: Place, id: string): Promise<void> {
  const socket = new WebSocket(place.url.replace('http', 'ws') + livePath, {
    headers: { authorization: `Bearer ${place.token}` },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      socket.send('{"type":"hello","proto":1}')
      socket.send(JSON.stringify({ type: 'sub', scope: `s:${id}` }))
    })
    socket.on('message', (data: Buffer) => {
      if (data.includes('"type":"snap"')) resolve()
      else if (data.includes('"type":"nak"')) reject(new Error(String(data)))
    })
  })
  socket.terminate()
}
