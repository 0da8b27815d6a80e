import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackStep, type Past } from './back-step.ts'

function createPast(): Past & { steps: unknown[]; go(): void } {
  const listeners = new Set<() => void>()
  const steps: unknown[] = [null, { page: 1 }]
  const go = () => {
    steps.pop()
    for (const listener of listeners) listener()
  }
  return {
    steps,
    go,
    state: () => steps.at(-1),
    push: (state) => void steps.push(state),
    back: () => queueMicrotask(go),
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

test('[UIP1] going back closes what is open and leaves the page where it is', () => {
  const past = createPast()
  let closed = 0
  openBackStep(past, () => (closed += 1))
  past.go()
  assert.equal(closed, 1)
  assert.deepEqual(past.steps, [null, { page: 1 }])
  past.go()
  assert.equal(closed, 1)
})

test('[UIP1] closed otherwise, its step is gone before anything else is done, and nothing is closed twice', async () => {
  const past = createPast()
  let closed = 0
  const step = openBackStep(past, () => (closed += 1))
  await step.leave()
  assert.deepEqual(past.steps, [null, { page: 1 }])
  await step.leave()
  assert.equal(closed, 0)
  assert.deepEqual(past.steps, [null, { page: 1 }])
})

test('[UIP1] where one went on to another page meanwhile, leaving takes no step away', async () => {
  const past = createPast()
  const step = openBackStep(past, () => assert.fail('it was not gone back to'))
  past.push({ page: 2 })
  await step.leave()
  assert.deepEqual(past.steps.at(-1), { page: 2 })
})
