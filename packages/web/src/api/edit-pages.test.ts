import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapPages } from './edit-pages.ts'

test('[API4] a change reaches its row on whatever page it stands, and leaves cursors alone', () => {
  const data = { pageParams: [undefined, 'c1'], pages: [{ items: [1, 2], next: 'c1' }, { items: [3] }] }
  const changed = mapPages(data, (items) => items.filter((item) => item !== 3))
  assert.deepEqual(changed, {
    pageParams: [undefined, 'c1'],
    pages: [{ items: [1, 2], next: 'c1' }, { items: [] }],
  })
  assert.deepEqual(data.pages[1]?.items, [3])
})
