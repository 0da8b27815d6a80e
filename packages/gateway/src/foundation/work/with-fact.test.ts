import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import { openTestStore, type TestStore } from '../../../test-support/open-test-store.ts'
import type { Tx } from '../database/store.ts'
import { createSilentLog } from '../logging/log.ts'
import { createWorkQueue } from './work-queue.ts'
import { createWorkRunner } from './work-runner.ts'
import { workStore } from './work-store.ts'

const lanes = { reactions: { cap: 4, isEager: true } }

/** Whoever joins is greeted with the fact; what `act` writes are facts itself, so that they can be counted. */
function open(test: TestStore, act: (t: Tx, name: string) => Promise<void>) {
  const { store, clock, random, ids } = test
  const queue = createWorkQueue({
    ids,
    lanes,
    workStore,
    reactions: {
      person_joined: [
        { kind: 'greet', key: ({ personId }) => personId.split('/')[0] ?? '', isWithFact: true },
      ],
    },
  })
  const warnings: string[] = []
  const log = { ...createSilentLog(), warn: (message: string) => void warnings.push(message) }
  const greet = (t: Tx, subject: string) => act(t, (JSON.parse(subject) as { personId: string }).personId)
  const runner = createWorkRunner({
    store,
    clock,
    random,
    log,
    lanes,
    workStore,
    definitions: { greet: { act: greet, run: (job) => job.commit((t) => greet(t, job.subject)) } },
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  const join = (t: Tx, name: string) =>
    queue.tell(t, 'person_joined', { personId: name as PersonId, role: 'member', inviteId: null })
  const works = () => store.read((r) => workStore.counts(r))
  return { queue, runner, join, works, warnings, store }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

test('what touches the database alone is done as the last part of the transaction that tells the fact', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  const order: string[] = []
  const { runner, join, works, store } = open(test, async (t, name) => {
    order.push(`greet ${name}`)
    // Of what a fact sets off, what that sets off in turn is done as well.
    if (name === 'ann') await join(t, 'bob')
  })
  await runner.start()
  await store.tx(async (t) => {
    await join(t, 'ann')
    order.push('the rest')
    t.afterCommit(() => void order.push('commit'))
  })
  assert.deepEqual(order, ['the rest', 'greet ann', 'greet bob', 'commit'])
  assert.deepEqual(await works(), [])
  await runner.stop()
})

test('what fails with its fact does not take the fact along: it is tried by itself until it is done', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  let tries = 0
  let runs = 0
  const { runner, join, works, warnings, store } = open(test, async () => {
    if (++tries === 1) throw new Error('no room')
  })
  await runner.start()
  await store.tx(async (t) => {
    runs++
    await join(t, 'ann')
  })
  assert.equal(runs, 2)
  await until(async () => (await works()).length === 0)
  assert.equal(tries, 2)
  assert.deepEqual(warnings, ['work failed with its fact'])
  await runner.stop()
})

test('behind something of its own key it waits in line', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  const greeted: string[] = []
  const { runner, join, works, store } = open(test, async (_, name) => void greeted.push(name))
  // Put on record before anybody works.
  await store.tx((t) => join(t, 'ann/1'))
  assert.deepEqual(greeted, [])
  await runner.start()
  await store.tx((t) => join(t, 'ann/2'))
  await until(async () => (await works()).length === 0)
  assert.deepEqual(greeted, ['ann/1', 'ann/2'])
  await runner.stop()
})

test('what the transaction itself throws is thrown, and nothing of it stays', async () => {
  await using test = openTestStore()
  const { runner, join, works, store } = open(test, async () => undefined)
  await runner.start()
  const failed = store.tx(async (t) => {
    await join(t, 'ann')
    throw new Error('changed my mind')
  })
  await assert.rejects(failed, /changed my mind/)
  assert.deepEqual(await works(), [])
  await runner.stop()
})

test('[I13] a timer that many share stands at the first of their times', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  const { queue, store } = open(test, async () => undefined)
  const item = { kind: 'greet', lane: 'reactions', key: 'all', subject: '' }
  const bring = (ms: number) => store.tx((t) => queue.bringForward(t, 'all', { ...item, dueAt: begun + ms }))
  const begun = store.now()
  const due = async () => {
    const [dueAt] = await store.read((r) => workStore.nextDue(r, ['reactions']))
    return (dueAt ?? Number.NaN) - begun
  }
  await bring(5_000)
  assert.equal(await due(), 5_000)
  await bring(9_000)
  assert.equal(await due(), 5_000)
  await bring(2_000)
  assert.equal(await due(), 2_000)
})
