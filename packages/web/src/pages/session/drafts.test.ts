import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createKeptDrafts } from '../../live/kept-drafts.ts'
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

test('[UIC6] a session has a draft when a text or a file was begun there, for as long as the server keeps the file', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  let now = 0
  const mine = createDrafts('per_1', store, () => now)
  assert.equal(mine.has('ses_1'), false)
  mine.write('ses_1', '  \n')
  assert.equal(mine.has('ses_1'), false)
  mine.write('ses_1', 'x')
  assert.equal(mine.has('ses_1'), true)
  const file = { id: 'fil_1', name: 'a.png', mediaType: 'image/png', bytes: 1 }
  createKeptDrafts(store, () => now).setFiles('per_1', 'ses_2', [file])
  assert.equal(mine.has('ses_2'), true)
  now += limits.filesUnusedKeptMs + 1
  assert.equal(mine.has('ses_2'), false)
  kept.set('heddle.draft-files.per_1.ses_3', '{"files":"broken"')
  assert.equal(mine.has('ses_3'), false)
})

test('[UIL3] that a draft begins or is gone is told, each letter is not', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  let told = 0
  const mine = createDrafts(
    'per_1',
    store,
    () => 0,
    () => (told += 1),
  )
  for (const text of ['a', 'ab', 'abc']) mine.write('ses_1', text)
  assert.equal(told, 1)
  mine.write('ses_1', '')
  assert.equal(told, 2)
})
