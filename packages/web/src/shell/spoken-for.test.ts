import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpokenFor } from './spoken-for.ts'

function world() {
  const said: string[] = []
  const timers: (() => void)[] = []
  const { sayUnless, speakFor } = createSpokenFor({
    announce: (text) => said.push(text),
    after: (_, run) => timers.push(run),
  })
  const wait = () => {
    for (const run of timers.splice(0)) run()
  }
  return { said, sayUnless, speakFor, wait }
}

test('[UIX4] what the inbox tells of, the page leaves to it, whoever of them hears of it first', () => {
  const { said, sayUnless, speakFor, wait } = world()
  sayUnless('evt_1', 'Bob replied.')
  speakFor('evt_1')
  wait()
  speakFor('evt_2')
  sayUnless('evt_2', 'Bob replied again.')
  wait()
  assert.deepEqual(said, [])
})

test('[UIX4] where the inbox has nothing to tell, the page says it a moment later', () => {
  const { said, sayUnless, speakFor, wait } = world()
  sayUnless('evt_1', 'Bob replied.')
  speakFor('evt_2')
  assert.deepEqual(said, [])
  wait()
  assert.deepEqual(said, ['Bob replied.'])
})

test('[UIX4] of what was told long ago nothing is kept', () => {
  const { said, sayUnless, speakFor, wait } = world()
  for (let i = 0; i < 1_000; i += 1) speakFor(`evt_${i}`)
  sayUnless('evt_0', 'long ago')
  sayUnless('evt_999', 'just now')
  wait()
  assert.deepEqual(said, ['long ago'])
})
