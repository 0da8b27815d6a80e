import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDismissals } from './dismissals.ts'

function createStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

test('[UIF4] what was put away stays away, and nothing else does', () => {
  const store = createStore()
  createDismissals(store).add('getting-started.per_1')
  assert.equal(createDismissals(store).has('getting-started.per_1'), true)
  assert.equal(createDismissals(store).has('getting-started.per_2'), false)
})

test('[UIF4] a browser that keeps nothing breaks nothing', () => {
  const broken = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
  }
  for (const store of [undefined, broken]) {
    const dismissals = createDismissals(store)
    dismissals.add('x')
    assert.equal(dismissals.has('x'), false)
  }
})
