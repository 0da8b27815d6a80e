import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptOutlet } from '../../test-support/create-test-world.ts'
import { createTestClock } from '../../test-support/open-test-store.ts'
import { createProgressShow } from './show-progress.ts'

test('[OPS1] what is done within a second says nothing', () => {
  const clock = createTestClock()
  const outlet = createKeptOutlet(true)
  const show = createProgressShow(outlet, clock)
  show.stage('Copying')
  clock.advance(999)
  show.stop()
  clock.advance(5_000)
  assert.equal(outlet.text(), '')
})

test('[OPS1] off the terminal each stage is a plain line, once', () => {
  const clock = createTestClock()
  const outlet = createKeptOutlet(false)
  const show = createProgressShow(outlet, clock)
  show.stage('Copying')
  clock.advance(1_000)
  show.stage('Copying')
  show.stage('Check\x1bing')
  clock.advance(5_000)
  show.stop()
  assert.equal(outlet.text(), 'Copying…\nCheck\\x1bing…\n')
})

test('[OPS1] on the terminal a line counts the seconds and is gone at the end', () => {
  const clock = createTestClock()
  const outlet = createKeptOutlet(true)
  const show = createProgressShow(outlet, clock)
  show.stage('Copying')
  clock.advance(1_250)
  show.stop()
  assert.equal(outlet.text(), '\r\x1b[K⠙ Copying… 1 s\r\x1b[K⠹ Copying… 1 s\r\x1b[K⠸ Copying… 1 s\r\x1b[K')
})
