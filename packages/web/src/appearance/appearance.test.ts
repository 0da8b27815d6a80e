import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppearance } from './appearance.ts'

function memoryStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

test('[A11Y1] a chosen theme and density stand on the page and are remembered', () => {
  const root = { dataset: {} as Record<string, string | undefined> }
  const appearance = createAppearance({ root, store: memoryStore() })
  appearance.apply({ theme: 'dark', density: 'compact' })
  assert.deepEqual(root.dataset, { theme: 'dark', density: 'compact' })
  assert.deepEqual(appearance.remembered(), { theme: 'dark', density: 'compact' })
})

test('[A11Y1] the system’s theme leaves nothing behind', () => {
  const root = { dataset: { theme: 'dark', density: 'compact' } as Record<string, string | undefined> }
  const store = memoryStore()
  const appearance = createAppearance({ root, store })
  appearance.apply({ theme: 'system', density: 'comfortable' })
  assert.deepEqual(root.dataset, {})
  assert.equal(store.kept.size, 0)
})

test('[A11Y1] a browser that refuses storage, or holds nonsense, still gets a page', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const root = { dataset: {} as Record<string, string | undefined> }
  const refusing = createAppearance({ root, store: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  refusing.apply({ theme: 'light', density: 'comfortable' })
  assert.equal(root.dataset.theme, 'light')
  const nonsense = memoryStore()
  nonsense.kept.set('heddle.theme', 'plaid')
  const appearance = createAppearance({ root, store: nonsense })
  assert.deepEqual(appearance.remembered(), { theme: 'system', density: 'comfortable' })
})
