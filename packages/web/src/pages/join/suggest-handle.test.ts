import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeHandle } from '@heddle/contract'
import { suggestHandle } from './suggest-handle.ts'

test('[UIF3] a handle is suggested from the name', () => {
  const cases: [name: string, handle: string][] = [
    ['Ann Lee', 'ann'],
    ['  ÉMILE  Zola', 'émile'],
    ['O’Neil', 'oneil'],
    ['Dr. Kim', 'dr'],
    ['Lee, Ann', 'lee'],
    ['鈴木 花子', '鈴木'],
    ['مريم العبد الله', 'مريم'],
    ['Jean-Luc', 'jean-luc'],
    ['_ann_', 'ann'],
    ['A', 'a'],
  ]
  for (const [name, handle] of cases) assert.equal(suggestHandle(name), handle, name)
})

test('[UIF3] words that make no handle are passed over, and where none does nothing is suggested', () => {
  assert.equal(suggestHandle('Everyone Else'), 'else')
  assert.equal(suggestHandle(`${'x'.repeat(65)} Ann`), 'ann')
  assert.equal(suggestHandle('“—” Ann'), 'ann')
  for (const name of ['', '   ', '!!!', '🧵 🧶', 'all here', 'ᅟ'])
    assert.equal(suggestHandle(name), '', name)
})

test('[UIF3] whatever is suggested is a handle', () => {
  const letters = ['a', 'É', '.', '-', '_', '’', ' ', '1', '‍', '́', '字', '@']
  for (let i = 0; i < 5_000; i++) {
    const name = Array.from(
      { length: 1 + (i % 7) },
      (_, at) => letters[(i * (at + 3) + at * at) % letters.length],
    ).join('')
    const handle = suggestHandle(name)
    if (handle === '') continue
    assert.deepEqual(judgeHandle(handle), { ok: true, handle }, JSON.stringify(name))
  }
})
