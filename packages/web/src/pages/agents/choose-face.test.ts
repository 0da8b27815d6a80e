import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFace } from './choose-face.ts'

test('[UIG1] an agent shows its emoji, else its initials, and nothing from a foreign address', () => {
  assert.equal(chooseFace({ avatar: '🧵', name: 'Weaver' }), '🧵')
  assert.equal(chooseFace({ avatar: null, name: 'Night Watch' }), 'NW')
  assert.equal(chooseFace({ avatar: 'https://example.org/a.png', name: 'Night Watch' }), 'NW')
})
