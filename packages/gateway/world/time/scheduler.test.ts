import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScheduler } from './scheduler.ts'
import { createSeededRandom } from './seeded-random.ts'

function open(seed: number) {
  const steps: string[] = []
  const scheduler = createScheduler({
    random: createSeededRandom(seed),
    latenessMs: 0,
    onStep: (name, nowMs) => steps.push(`${nowMs} ${name}`),
  })
  return { scheduler, steps }
}

test('time moves only when nothing is ready, and never past the next task', async () => {
  const { scheduler, steps } = open(1)
  scheduler.after(50, 'late', () => undefined)
  scheduler.after(10, 'early', () => scheduler.after(0, 'at once', () => undefined))
  while (await scheduler.step());
  assert.deepEqual(steps, ['10 early', '10 at once', '50 late'])
})

test('a step ends when its microtasks have run dry, however many of them others add', async () => {
  const { scheduler } = open(1)
  let depth = 0
  const deeper = async (): Promise<void> => {
    await Promise.resolve()
    if (++depth < 500) await deeper()
  }
  scheduler.after(0, 'digs', () => void deeper())
  await scheduler.step()
  assert.equal(depth, 500)
})

test('which of the ready tasks comes next is drawn: the same for a seed, different between seeds', async () => {
  const orderOf = async (seed: number) => {
    const { scheduler, steps } = open(seed)
    for (let i = 0; i < 8; i++) scheduler.after(0, `task ${i}`, () => undefined)
    while (await scheduler.step());
    return steps.join()
  }
  assert.equal(await orderOf(7), await orderOf(7))
  const orders = new Set(await Promise.all([1, 2, 3, 4, 5].map(orderOf)))
  assert.ok(orders.size > 1)
})

test('a cancelled task does not run', async () => {
  const { scheduler, steps } = open(1)
  scheduler.after(5, 'cancelled', () => assert.fail('it ran'))()
  scheduler.after(9, 'other', () => undefined)
  while (await scheduler.step());
  assert.deepEqual(steps, ['9 other'])
})
