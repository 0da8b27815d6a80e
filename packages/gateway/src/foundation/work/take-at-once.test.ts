import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import { openTestStore, type TestStore } from '../../../test-support/open-test-store.ts'
import { createSilentLog } from '../logging/log.ts'
import type { Lanes } from './lanes.ts'
import { createWorkQueue } from './work-queue.ts'
import { createWorkRunner, type WorkDefinition } from './work-runner.ts'
import { workStore } from './work-store.ts'

const lanes: Lanes = { reactions: { cap: 4, isEager: true }, narrow: { cap: 4 } }

function open(test: TestStore, definition: WorkDefinition) {
  const { store, clock, random, ids } = test
  const queue = createWorkQueue({
    ids,
    lanes,
    workStore,
    reactions: { person_joined: [{ kind: 'greet', key: ({ personId }) => personId.split('/')[0] ?? '' }] },
  })
  const looks = { dueOf: 0 }
  const runner = createWorkRunner({
    store,
    clock,
    random,
    log: createSilentLog(),
    lanes,
    workStore: {
      ...workStore,
      due(t, lane, limit) {
        looks.dueOf++
        return workStore.due(t, lane, limit)
      },
    },
    definitions: { greet: definition },
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  const tell = (...names: string[]) =>
    store.tx(async (t) => {
      for (const name of names) {
        const personId = name as PersonId
        await queue.tell(t, 'person_joined', { personId, role: 'member', inviteId: null })
      }
    })
  const states = async () => {
    const counts = await store.read((r) => workStore.counts(r))
    return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
  }
  return { queue, runner, tell, states, looks }
}

const nameOf = (subject: string) => (JSON.parse(subject) as { personId: string }).personId

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

test('what a fact sets off is claimed with the fact, and nobody has to look for it', async () => {
  await using test = openTestStore()
  const greeted: string[] = []
  const { runner, tell, states, looks } = open(test, {
    run: (job) => job.commit(async () => void greeted.push(nameOf(job.subject))),
  })
  await runner.start()
  await tell('ann')
  assert.deepEqual(await states(), { running: 1 })
  await until(async () => (await states())['running'] === undefined)
  // A transaction may run twice, so the same name may have been pushed twice.
  assert.deepEqual(new Set(greeted), new Set(['ann']))
  assert.equal(looks.dueOf, 0)
  await runner.stop()
})

test('behind something of its own key it waits in line, and is called when that has left', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const { runner, tell, states } = open(test, {
    async run(job) {
      begun.push(nameOf(job.subject))
      if (begun.length === 1) await gate.promise
    },
  })
  await runner.start()
  await tell('ann/1', 'ann/2')
  await tell('ann/3')
  await until(async () => (await states())['blocked'] === 2)
  assert.deepEqual(begun, ['ann/1'])
  gate.resolve()
  await until(async () => Object.keys(await states()).length === 0)
  assert.deepEqual(begun, ['ann/1', 'ann/2', 'ann/3'])
  await runner.stop()
})

test('it takes no more than half of the lane, and the lane never runs more than it may', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  let now = 0
  let most = 0
  const { runner, tell, states } = open(test, {
    async run() {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
    },
  })
  await runner.start()
  await tell(...Array.from({ length: 30 }, (_, i) => `p${i}`))
  assert.deepEqual(await states(), { running: 2, ready: 28 })
  await Promise.all(Array.from({ length: 30 }, (_, i) => tell(`q${i}`)))
  await until(async () => Object.keys(await states()).length === 0)
  assert.equal(most, 4)
  await runner.stop()
})

test('where nobody runs work, or the transaction fails, nothing is claimed', async () => {
  await using test = openTestStore()
  const greeted: string[] = []
  const { queue, runner, tell, states } = open(test, {
    run: async (job) => void greeted.push(nameOf(job.subject)),
  })
  await tell('early')
  assert.deepEqual(await states(), { ready: 1 })
  await runner.start()
  const failed = test.store.tx(async (t) => {
    await queue.tell(t, 'person_joined', { personId: 'no' as PersonId, role: 'member', inviteId: null })
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  await until(async () => Object.keys(await states()).length === 0)
  await runner.stop()
  await tell('late')
  assert.deepEqual(await states(), { ready: 1 })
  assert.deepEqual(greeted, ['early'])
})

test('what its holder left behind when it died is taken up by the next start', async () => {
  await using test = openTestStore({ runTwiceShare: 0 })
  const attempts: number[] = []
  const { runner, states } = open(test, { run: async (job) => void attempts.push(job.attempt) })
  const work = { kind: 'greet', lane: 'reactions', key: 'ann', parent: '', subject: 'ann' }
  await test.store.tx((t) =>
    workStore.insertLeased(t, { ...work, factId: null, name: null, dueAt: t.now }, t.now + 30_000),
  )
  assert.deepEqual(await states(), { running: 1 })
  await runner.start()
  await until(async () => Object.keys(await states()).length === 0)
  // The lost attempt counts.
  assert.deepEqual(attempts, [2])
  await runner.stop()
})
