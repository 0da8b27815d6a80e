import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFocus } from './choose-focus.ts'

const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false })

test('[A11Y2] in the timeline Page Down and Page Up go from article to article and stop at its ends', () => {
  assert.deepEqual(chooseFocus(key('PageDown'), 0, 3), { to: 'article', index: 1 })
  assert.equal(chooseFocus(key('PageDown'), 2, 3), undefined)
  assert.deepEqual(chooseFocus(key('PageUp'), 2, 3), { to: 'article', index: 1 })
  assert.equal(chooseFocus(key('PageUp'), 0, 3), undefined)
})

test('[A11Y2] Ctrl+End and Ctrl+Home lead out of the timeline; without Ctrl the keys keep their meaning', () => {
  assert.deepEqual(chooseFocus(key('End', true), 1, 3), { to: 'after' })
  assert.deepEqual(chooseFocus(key('Home', true), 1, 3), { to: 'before' })
  assert.equal(chooseFocus(key('End'), 1, 3), undefined)
  assert.equal(chooseFocus(key('a', true), 1, 3), undefined)
})
