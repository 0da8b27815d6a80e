// Fifty replies a second into one discussion that stands open in front of two hundred, while an agent works elsewhere.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, median, quantile } from './benchmark.ts'
import { forkProcess } from './forked-process.ts'
import { openWatcher, type Watcher } from './live-watchers.ts'
import { ask, openTalker, type Place, type Talker } from './talk.ts'

const sockets = 200
const people = 20
/** Each reply is told to all others who have written there. */
const writers = 4
const everyMs = 20
const replies = 300
const rounds = 3
const turns = 7
/** Whoever has not got it by then has missed it: their page loads it anew. */
const missedMs = 10_000
const text = 'How do things stand with the release, and what is left to do?'

export async function measureCrowd(progress: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
  const gateway = await forkProcess<{ url: string; tokens: string[] }>('./talking-gateway-process.ts', [
    folder,
    String(people),
    endpoint.offer.url,
  ])
  try {
    const places = gateway.offer.tokens.map((token): Place => ({ url: gateway.offer.url, token }))
    const [first] = places
    if (!first) throw new Error('nobody is there')
    const { sessionId, threadId } = await openDiscussion(first)
    progress(`${sockets} come to look on`)
    const watchers: Watcher[] = []
    for (let i = 0; i < sockets; i++) {
      watchers.push(await openWatcher(places[i % places.length] ?? first, sessionId, threadId))
    }
    const talkers = { instant: await talkerWith(first, 'instant'), slow: await talkerWith(first, 'slow') }
    const quiet = { instant: [] as number[], slow: [] as number[] }
    const loud = { instant: [] as number[], slow: [] as number[] }
    const seen: Seen = { ms: [], lastMs: [], acknowledgedMs: [], missed: 0 }
    let cpuUs = 0
    for (let round = 0; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}`)
      // The first is for warming up.
      const isCounted = round > 0
      await talkAll(talkers, isCounted ? quiet : undefined)
      const before = await gateway.cpuUs()
      const crowd = post(places.slice(0, writers), threadId, watchers, round, isCounted ? seen : undefined)
      await talkAll(talkers, isCounted ? loud : undefined)
      await crowd
      if (isCounted) cpuUs += (await gateway.cpuUs()) - before
    }
    progress(`all ${people} write`)
    const all: Seen = { ms: [], lastMs: [], acknowledgedMs: [], missed: 0 }
    const before = await gateway.cpuUs()
    await post(places, threadId, watchers, rounds + 1, all)
    const allCpuUs = (await gateway.cpuUs()) - before
    for (const watcher of watchers) watcher.close()
    for (const talker of Object.values(talkers)) talker.close()
    return [
      ...figuresOf(seen, quiet, loud, cpuUs),
      {
        what: `the same when all ${people} of them write, p50`,
        value: quantile(all.ms, 0.5),
        unit: 'ms',
        note: `p95 ${quantile(all.ms, 0.95).toFixed(0)}, ${all.missed} missed; ${(allCpuUs / replies).toFixed(0)} µs CPU a reply, which is told to ${people - 1}`,
      },
    ]
  } finally {
    await gateway.stop()
    await endpoint.stop()
    rmSync(folder, { recursive: true })
  }
}

interface Seen {
  /** From sending it until one of those who look on has it: of each. */
  ms: number[]
  /** Until the last of them has it. */
  lastMs: number[]
  acknowledgedMs: number[]
  missed: number
}

interface Turns {
  instant: number[]
  slow: number[]
}

function figuresOf(seen: Seen, quiet: Turns, loud: Turns, cpuUs: number): Figure[] {
  const p = (list: readonly number[], part: number) => quantile(list, part)
  return [
    {
      what: `a reply until it is seen by ${sockets}, ${writers} write, p50`,
      value: p(seen.ms, 0.5),
      unit: 'ms',
      note: `acknowledged p50 ${p(seen.acknowledgedMs, 0.5).toFixed(1)}; ${(cpuUs / rounds / replies).toFixed(0)} µs CPU a reply, an agent’s turns among it`,
    },
    {
      what: `a reply until it is seen by ${sockets}, ${writers} write, p95`,
      value: p(seen.ms, 0.95),
      unit: 'ms',
      target: '60 ms',
      bound: { kind: 'at most', limit: 250 },
      note: `by the last of them ${p(seen.lastMs, 0.95).toFixed(1)}`,
    },
    {
      what: 'missed by somebody',
      value: seen.missed,
      unit: `of ${rounds * replies * sockets}`,
      bound: { kind: 'at most', limit: 0 },
    },
    {
      what: 'an agent’s turn of half a second meanwhile, p50',
      value: median(loud.slow),
      unit: 'ms',
      baseline: median(quiet.slow),
      bound: { kind: 'ratio at most', limit: 1.1 },
    },
    {
      what: 'an agent’s turn that is answered at once meanwhile, p50',
      value: median(loud.instant),
      unit: 'ms',
      baseline: median(quiet.instant),
    },
  ]
}

async function openDiscussion(place: Place): Promise<{ sessionId: string; threadId: string }> {
  const { id: sessionId } = await ask<{ id: string }>(place, 'POST', '/sessions', { visibility: 'team' })
  const note = { body: 'Let us speak about this.', clientMessageId: 'n1', mode: 'note' }
  const { eventId } = await ask<{ eventId: string }>(place, 'POST', `/sessions/${sessionId}/messages`, note)
  const path = `/sessions/${sessionId}/threads`
  const { id } = await ask<{ id: string }>(place, 'POST', path, { anchorEventId: eventId })
  return { sessionId, threadId: id }
}

async function talkerWith(place: Place, model: string): Promise<Talker> {
  const talker = await openTalker(place)
  await ask(place, 'PATCH', `/sessions/${talker.sessionId}`, { model: `bench/${model}` })
  return talker
}

async function talkAll({ instant, slow }: { instant: Talker; slow: Talker }, into?: Turns): Promise<void> {
  for (let i = 0; i < turns; i++) {
    const ms = { slow: await slow.say(text), instant: await instant.say(text) }
    into?.slow.push(ms.slow)
    into?.instant.push(ms.instant)
  }
}

/** At their pace, whether the ones before were answered or not. */
async function post(
  places: readonly Place[],
  threadId: string,
  watchers: readonly Watcher[],
  round: number,
  seen?: Seen,
): Promise<void> {
  const sent: Promise<void>[] = []
  const startedMs = performance.now()
  for (let i = 0; i < replies; i++) {
    await sleep(Math.max(0, startedMs + i * everyMs - performance.now()))
    const place = places[i % places.length]
    if (place) sent.push(postOne(place, threadId, watchers, `r${round}x${i}y`, seen))
  }
  await Promise.all(sent)
}

async function postOne(
  place: Place,
  threadId: string,
  watchers: readonly Watcher[],
  sign: string,
  seen?: Seen,
): Promise<void> {
  const startedMs = performance.now()
  const late = new AbortController()
  const arrivals = Promise.all(watchers.map((watcher) => watcher.sees(sign, late.signal)))
  const body = { body: `I think so too, and would wait. ${sign}`, clientMessageId: sign }
  await ask(place, 'POST', `/threads/${threadId}/replies`, body)
  seen?.acknowledgedMs.push(performance.now() - startedMs)
  const timer = setTimeout(() => late.abort(), missedMs)
  const all = await arrivals
  clearTimeout(timer)
  const ms = all.flatMap((atMs) => (atMs === undefined ? [] : [atMs - startedMs]))
  if (!seen) return
  seen.missed += all.length - ms.length
  seen.ms.push(...ms)
  seen.lastMs.push(Math.max(...ms))
}
