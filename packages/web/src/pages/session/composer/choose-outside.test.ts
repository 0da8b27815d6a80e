import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binding, thread } from '../../../gallery/sample-places.ts'
import { ago } from '../../../gallery/sample-people.ts'
import { chooseOutside } from './choose-outside.ts'

test('[UIH3] [RTE3] of several places the one is named where something happened last, the web is none', () => {
  const web = binding({ conversation: { ...thread, channel: 'web' }, lastActivityAt: ago(0) })
  assert.equal(chooseOutside([]), undefined)
  assert.equal(chooseOutside([web]), undefined)
  const old = binding({ label: 'old', lastActivityAt: ago(90) })
  assert.equal(chooseOutside([web, old, binding()]), 'the thread worker-2 on loopback')
})

test('[UIH3] one that Heddle did not open is named by its kind', () => {
  const taken = binding({ placeKind: 'dm', metadata: { opened: false, closes: false } })
  assert.equal(chooseOutside([taken]), 'a direct message on loopback')
  assert.equal(chooseOutside([binding({ label: null })]), 'a thread on loopback')
})
