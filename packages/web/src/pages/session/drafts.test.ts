import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDrafts } from './drafts.ts'

test('[UIS3] a draft is kept for each session and person, and is gone when it is empty', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const mine = createDrafts('per_1', store)
  mine.write('ses_1', 'half a thought')
  assert.equal(mine.read('ses_1'), 'half a thought')
  assert.equal(mine.read('ses_2'), '')
  assert.equal(createDrafts('per_2', store).read('ses_1'), '')
  mine.write('ses_1', '')
  assert.equal(kept.size, 0)
})

test('[UIS3] a browser that keeps nothing does not keep anyone from typing', () => {
  const refuse = () => {
    throw new Error('no room')
  }
  const drafts = createDrafts('per_1', { getItem: refuse, setItem: refuse, removeItem: refuse })
  drafts.write('ses_1', 'x')
  assert.equal(drafts.read('ses_1'), '')
})
