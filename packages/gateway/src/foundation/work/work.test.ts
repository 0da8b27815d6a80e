import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { limits, type PersonId, refused } from '@heddle/contract'
import type { Clock } from '../clock.ts'
import { migrate } from '../database/migrate.ts'
import { openRealDisk } from '../database/real-disk.ts'
import { readMigrations } from '../database/real-migrations.ts'
import { createStore, type Store } from '../database/store.ts'
import { createIds } from '../ids.ts'
import { createSilentLog } from '../logging/log.ts'
import { createRealClock } from '../real-clock.ts'
import { createRealRandom } from '../real-random.ts'
import { claimDue } from './claim-due.ts'
import { Fenced, type Job } from './job.ts'
import type { Lanes } from './lanes.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'
import { createWorkRunner, type WorkDefinition, type WorkRunner } from './work-runner.ts'
import { workStore } from './work-store.ts'

const lanes: Lanes = {
  reactions: { cap: 4 },
  narrow: { cap: 1 },
  fair: { cap: 1, fair: true },
  timers: { cap: 4 },
}
const random = createRealRandom()
let folder: string
let store: Store
let queue: WorkQueue
let runners: WorkRunner[]
let offsetMs: number
let clock: Clock

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-work-'))
  const real = createRealClock()
  offsetMs = 0
  clock = { ...real, wall: () => real.wall() + offsetMs }
  const disk = openRealDisk(join(folder, 'heddle.db'), 'group')
  migrate(disk.writer, readMigrations(), { nowMs: 1, backup: () => undefined })
  store = createStore({ disk, clock, onBroken: (error) => assert.fail(error) })
  queue = createWorkQueue({
    ids: createIds({ clock, random }),
    lanes,
    workStore,
    reactions: { person_joined: [{ kind: 'greet', key: (fact) => fact.personId }] },
  })
  runners = []
})

afterEach(async () => {
  for (const runner of runners) await runner.stop()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function run(definitions: Record<string, WorkDefinition>, ownStore = store): Promise<WorkRunner> {
  const runner = createWorkRunner({
    store: ownStore,
    clock,
    random,
    log: createSilentLog(),
    lanes,
    workStore,
    definitions,
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  runners.push(runner)
  await runner.start()
  return runner
}

async function drained(): Promise<void> {
  for (;;) {
    const counts = await store.read((r) => workStore.counts(r))
    if (counts.every((row) => row.state === 'dead')) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const item = (kind: string, key: string, subject: string, lane = 'reactions') => ({
  kind,
  lane,
  key,
  subject,
})

test('a fact sets off each of its reactions once, and the effect and its end are one transaction', async () => {
  const greeted: string[] = []
  await run({ greet: { run: (job) => job.commit(async () => void greeted.push(job.subject)) } })
  const personId = 'per_1' as PersonId
  await store.tx((t) => queue.tell(t, 'person_joined', { personId, role: 'member', inviteId: null }))
  await drained()
  assert.deepEqual(
    greeted.map((text) => (JSON.parse(text) as { personId: string }).personId),
    ['per_1'],
  )
})

test('a fact whose transaction fails was never told', async () => {
  const greeted: string[] = []
  await run({ greet: { run: async (job) => void greeted.push(job.subject) } })
  const told = store.tx(async (t) => {
    await queue.tell(t, 'person_joined', { personId: 'per_1' as PersonId, role: 'member', inviteId: null })
    throw new Error('no')
  })
  await assert.rejects(told, /no/)
  await drained()
  assert.deepEqual(greeted, [])
})

test('work of one key runs in order, one at a time, also past a retry; other keys do not wait', async () => {
  const seen: string[] = []
  let failedOnce = false
  let inFlight = 0
  const definition: WorkDefinition = {
    async run(job) {
      if (job.key === 'a') assert.equal(++inFlight, 1)
      try {
        await new Promise((resolve) => setTimeout(resolve, 2))
        if (job.subject === 'a1' && !failedOnce) {
          failedOnce = true
          throw new Error('the first time fails')
        }
        await job.commit(async () => void seen.push(job.subject))
      } finally {
        if (job.key === 'a') inFlight--
      }
    },
  }
  await store.tx(async (t) => {
    for (const subject of ['a1', 'a2', 'a3', 'b1']) await queue.enqueue(t, item('look', subject[0]!, subject))
  })
  await run({ look: definition })
  await drained()
  assert.deepEqual(
    seen.filter((subject) => subject.startsWith('a')),
    ['a1', 'a2', 'a3'],
  )
  assert.ok(seen.indexOf('b1') < seen.indexOf('a1'), 'b1 did not wait for the retry of a1')
})

test('work that fails every time is given up, kept to be seen, and frees its key', async () => {
  const seen: string[] = []
  await store.tx(async (t) => {
    await queue.enqueue(t, item('fails', 'a', 'bad'))
    await queue.enqueue(t, item('works', 'a', 'good'))
  })
  await run({
    fails: { attemptsMax: 2, run: () => Promise.reject(new Error('never')) },
    works: { run: async (job) => void seen.push(job.subject) },
  })
  await drained()
  assert.deepEqual(seen, ['good'])
  const counts = await store.read((r) => workStore.counts(r))
  assert.deepEqual(
    counts.map((row) => ({ ...row })),
    [{ lane: 'reactions', state: 'dead', count: 1 }],
  )
})

test('[I13] a timer fires at its time, once; moved it fires at the new time; cancelled it does not', async () => {
  const fired: string[] = []
  await run({ ring: { run: async (job) => void fired.push(job.subject) } })
  const now = clock.wall()
  await store.tx(async (t) => {
    await queue.schedule(t, 'soon', { ...item('ring', 'soon', 'soon', 'timers'), dueAt: now + 20 })
    await queue.schedule(t, 'moved', { ...item('ring', 'moved', 'first', 'timers'), dueAt: now + 20 })
    await queue.schedule(t, 'moved', { ...item('ring', 'moved', 'second', 'timers'), dueAt: now + 60 })
    await queue.schedule(t, 'cancelled', { ...item('ring', 'cancelled', 'never', 'timers'), dueAt: now + 20 })
    assert.equal(await queue.cancel(t, 'cancelled'), true)
    assert.equal(await queue.cancel(t, 'unknown'), false)
  })
  assert.deepEqual(fired, [])
  await drained()
  assert.ok(clock.wall() >= now + 60)
  assert.deepEqual(fired, ['soon', 'second'])
})

test('[I13] a timer that is set anew while it runs comes again', async () => {
  let rings = 0
  await run({
    ring: {
      run: async (job) => {
        rings++
        if (rings === 1) {
          await store.tx((t) =>
            queue.schedule(t, 'bell', { ...item('ring', 'bell', 'bell', 'timers'), dueAt: t.now + 10 }),
          )
        } else if (rings === 2) {
          await job.commit((t) => job.again(t, t.now + 10))
        }
      },
    },
  })
  await store.tx((t) => queue.schedule(t, 'bell', { ...item('ring', 'bell', 'bell', 'timers'), dueAt: 0 }))
  await drained()
  assert.equal(rings, 3)
})

test('a lane never runs more than its cap, and a fair lane lets the parents take turns', async () => {
  const seen: string[] = []
  let inFlight = 0
  await store.tx(async (t) => {
    for (let i = 0; i < 6; i++)
      await queue.enqueue(t, { ...item('look', `a${i}`, `a${i}`, 'fair'), parent: 'a' })
    await queue.enqueue(t, { ...item('look', 'b0', 'b0', 'fair'), parent: 'b' })
    await queue.enqueue(t, { ...item('look', 'c0', 'c0', 'fair'), parent: 'c' })
  })
  await run({
    look: {
      async run(job) {
        assert.equal(++inFlight, 1)
        await new Promise((resolve) => setTimeout(resolve, 1))
        seen.push(job.subject)
        inFlight--
      },
    },
  })
  await drained()
  assert.equal(seen.length, 8)
  assert.ok(seen.indexOf('b0') < 3 && seen.indexOf('c0') < 3, `taken in turns: ${seen.join(' ')}`)
})

test('[I14] a holder that was taken over can commit nothing', async () => {
  const zombie = Promise.withResolvers<Job>()
  const release = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  await store.tx((t) => queue.enqueue(t, item('look', 'a', 'a')))
  const first = await run({
    look: {
      async run(job) {
        if (job.attempt > 1) return done.resolve()
        zombie.resolve(job)
        await release.promise
        await job.commit((t) => queue.enqueue(t, item('trace', 'b', 'written by the zombie', 'narrow')))
      },
    },
  })
  const job = await zombie.promise
  assert.equal(await job.holds(), true)
  offsetMs = limits.workLeaseMs * 2
  await run({
    look: { run: async () => done.resolve() },
    trace: { run: () => Promise.reject(new Error('no')) },
  })
  await done.promise
  await drained()
  await assert.rejects(
    job.step(async () => undefined),
    Fenced,
  )
  release.resolve()
  await first.stop()
  assert.equal(first.figures().fenced, 1)
  assert.deepEqual(await store.read((r) => workStore.counts(r)), [])
})

test('[I13] what was running when the process died runs again after the next start', async () => {
  await store.tx((t) => queue.enqueue(t, item('look', 'a', 'a')))
  const claim = { lane: 'reactions', fair: false, afterParent: '', limit: 1, leaseMs: limits.workLeaseMs }
  const { works } = await store.tx((t) => claimDue(t, workStore, claim))
  assert.equal(works.length, 1)
  const attempts: number[] = []
  await run({ look: { run: async (job) => void attempts.push(job.attempt) } })
  await drained()
  assert.deepEqual(attempts, [2])
})

test('a stop aborts what runs, gives it back without counting the attempt, and claims nothing more', async () => {
  const begun = Promise.withResolvers<void>()
  await store.tx((t) => queue.enqueue(t, item('look', 'a', 'a')))
  const stopping = await run({
    look: {
      run: (job) =>
        new Promise((_, reject) => {
          begun.resolve()
          job.signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    },
  })
  await begun.promise
  await stopping.stop()
  await store.tx((t) => queue.enqueue(t, item('look', 'b', 'b')))
  const attempts: string[] = []
  await run({ look: { run: async (job) => void attempts.push(`${job.key}${job.attempt}`) } })
  await drained()
  assert.deepEqual(attempts.toSorted(), ['a1', 'b1'])
})

test('[I49] a stop comes to its end when the disk takes nothing of what was just claimed', {
  timeout: 20_000,
}, async () => {
  const claimed = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  let isFull = false
  const filling: Store = {
    ...store,
    async tx(fn) {
      if (isFull) throw refused('disk_full')
      const result = await store.tx(fn)
      const counts = await store.read((r) => workStore.counts(r))
      if (!counts.some(({ state }) => state === 'running')) return result
      isFull = true
      claimed.resolve()
      await stopped.promise
      return result
    },
  }
  const attempts: string[] = []
  const look = { run: async (job: Job) => void attempts.push(`${job.key}${job.attempt}`) }
  await store.tx(async (t) => {
    await queue.enqueue(t, item('look', 'a', 'a'))
    await queue.enqueue(t, item('look', 'b', 'b'))
  })
  const stopping = await run({ look }, filling)
  // A stop that does not end must not keep the others waiting as well.
  runners.pop()
  await claimed.promise
  const end = stopping.stop()
  stopped.resolve()
  await end
  assert.deepEqual(attempts, [])
  assert.equal(stopping.figures().running['reactions'], 0)
  // Nobody holds it any more: whoever starts next takes it up.
  await run({ look })
  await drained()
  assert.deepEqual(new Set(attempts), new Set(['a2', 'b2']))
})

test('ten thousand items on one key cost each claim the same: none is looked at again and again', async () => {
  const total = 10_000
  let looks = 0
  const counting = {
    ...workStore,
    headOfKey: (...args: Parameters<typeof workStore.headOfKey>) => {
      looks++
      return workStore.headOfKey(...args)
    },
  }
  let done = 0
  await store.tx(async (t) => {
    for (let i = 0; i < total; i++) await queue.enqueue(t, item('look', 'a', String(i)))
  })
  const runner = createWorkRunner({
    store,
    clock,
    random,
    log: createSilentLog(),
    lanes,
    workStore: counting,
    definitions: { look: { run: async (job) => assert.equal(job.subject, String(done++)) } },
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  runners.push(runner)
  await runner.start()
  await drained()
  assert.equal(done, total)
  assert.ok(looks < total * 3, `${looks} looks for ${total} items`)
})
