// What a fact with one reaction costs, from the transaction that tells it to the end of the reaction, beside two plain
// durable transactions of the same effect.

import { limits, type PersonId } from '@heddle/contract'
import { queriesOver } from '../src/foundation/database/query.ts'
import type { Tx } from '../src/foundation/database/store.ts'
import { openBenchGround } from './bench-ground.ts'
import { type Benchmark, median } from './benchmark.ts'

const rounds = 5
const count = 2_000
const writers = 20

const db = queriesOver<{ settings: { key: string; value: string; updated_at: number } }>()

function effect(t: Tx, key: string): Promise<unknown> {
  const row = { key, value: '1', updated_at: t.now }
  return t.run(
    db
      .insertInto('settings')
      .values(row)
      .onConflict((c) => c.column('key').doUpdateSet(row)),
  )
}

export const factCost: Benchmark = {
  name: 'fact-cost',
  about: `${count} facts with one reaction each, ${writers} at a time, told and carried out (median of five)`,
  async run() {
    const told: { us: number; cpu: number }[] = []
    const plain: { us: number; cpu: number }[] = []
    for (let i = 0; i < rounds; i++) {
      plain.push(await measure(plainTransactions))
      told.push(await measure(factsWithReactions))
    }
    return [
      {
        what: 'a fact and its reaction, wall time',
        value: median(told.map((run) => run.us)),
        unit: 'µs',
        baseline: median(plain.map((run) => run.us)),
      },
      {
        what: 'a fact and its reaction, CPU',
        value: median(told.map((run) => run.cpu)),
        unit: 'µs',
        baseline: median(plain.map((run) => run.cpu)),
        note: `baseline: two plain transactions; lanes run ${limits.workClaimBatchMax} at most per claim`,
      },
    ]
  },
}

async function measure(run: () => Promise<() => Promise<void>>): Promise<{ us: number; cpu: number }> {
  const go = await run()
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  await go()
  const us = ((performance.now() - startedMs) * 1_000) / count
  const used = process.cpuUsage(cpu)
  return { us, cpu: (used.user + used.system) / count }
}

async function inParallel(write: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const writer = async () => {
    while (next < count) await write(next++)
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

async function plainTransactions() {
  const ground = await openBenchGround({}, {})
  return async () => {
    await inParallel(async (i) => {
      await ground.store.tx((t) => effect(t, `a${i}`))
      await ground.store.tx((t) => effect(t, `b${i}`))
      await ground.store.durable()
    })
    await ground.close()
  }
}

async function factsWithReactions() {
  let done = 0
  const all = Promise.withResolvers<void>()
  const ground = await openBenchGround(
    { person_joined: [{ kind: 'bench', key: (fact) => fact.personId }] },
    {
      bench: {
        async run(job) {
          await job.commit((t) => effect(t, job.key))
          if (++done === count) all.resolve()
        },
      },
    },
  )
  await ground.runner.start()
  return async () => {
    await inParallel(async (i) => {
      const payload = { personId: `per_${i}` as PersonId, role: 'member', inviteId: null } as const
      await ground.store.tx((t) => ground.queue.tell(t, 'person_joined', payload))
      await ground.store.durable()
    })
    await all.promise
    await ground.close()
  }
}
