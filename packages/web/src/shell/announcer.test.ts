import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnouncer } from './announcer.ts'

function world() {
  const said: string[] = []
  const timers: { at: number; run: () => void }[] = []
  let now = 0
  const announce = createAnnouncer({
    say: (text) => said.push(text),
    now: () => now,
    after: (ms, run) => timers.push({ at: now + ms, run }),
  })
  const passTo = (at: number) => {
    now = at
    for (const timer of timers.splice(0)) timer.run()
  }
  return { said, timers, announce, passTo }
}

test('[A11Y1] the first sentence is said at once, the next ones together three seconds later', () => {
  const { said, announce, passTo, timers } = world()
  announce('One.')
  announce('Two.')
  announce('Three.')
  assert.deepEqual(said, ['One.'])
  assert.equal(timers.length, 1)
  passTo(3_000)
  assert.deepEqual(said, ['One.', 'Two. Three.'])
})

test('[A11Y1] a hundred sentences in a row are three at most', () => {
  const { said, announce, passTo } = world()
  for (let i = 0; i < 100; i += 1) announce(`Line ${i}.`)
  passTo(3_000)
  assert.deepEqual(said, ['Line 0.', 'Line 97. Line 98. Line 99.'])
})

test('[A11Y1] the same sentence twice in a row is said once', () => {
  const { said, announce, passTo } = world()
  announce('One.')
  announce('Two.')
  announce('Two.')
  passTo(3_000)
  assert.deepEqual(said, ['One.', 'Two.'])
})

test('[A11Y1] what everyone sees anyway is only heard, unless something to be seen is merged with it', () => {
  const shown: boolean[] = []
  const timers: (() => void)[] = []
  let now = 0
  const announce = createAnnouncer({
    say: (_, isSeen) => shown.push(isSeen),
    now: () => now,
    after: (_, run) => timers.push(run),
  })
  announce('Main finished.', false)
  announce('Main finished again.', false)
  announce('Saved.')
  now = 3_000
  timers[0]?.()
  assert.deepEqual(shown, [false, true])
})
