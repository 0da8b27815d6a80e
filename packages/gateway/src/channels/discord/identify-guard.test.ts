import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryNotes } from '@heddle/emulators/memory-notes'
import { createManualClock } from '@heddle/emulators/loopback/manual-clock'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { chooseIdentifyWait, createIdentifyGuard } from './identify-guard.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('[DSC1] new sessions are asked for at most 20 times in an hour and 200 times in a day, 5 seconds apart', () => {
  const now = 1_000 * hourMs
  const every = (ms: number, count: number) => Array.from({ length: count }, (_, i) => now - ms * (count - i))
  assert.equal(chooseIdentifyWait([], now), 0)
  assert.equal(chooseIdentifyWait([now - 2_000], now), 3_000)
  assert.equal(chooseIdentifyWait(every(minuteMs, 19), now), 0)
  assert.equal(chooseIdentifyWait(every(minuteMs, 20), now), 40 * minuteMs)
  assert.equal(chooseIdentifyWait(every(4 * minuteMs, 199), now), 0)
  assert.equal(chooseIdentifyWait(every(4 * minuteMs, 200), now), 24 * hourMs - 800 * minuteMs)
})

function openGuard(kept = new Map<string, string>()) {
  const clock = createManualClock()
  const said: string[] = []
  const log = { ...createSilentLog(), error: (text: string) => void said.push(text) }
  const notes = createMemoryNotes(kept)
  const guard = createIdentifyGuard({ notes, clock: { ...clock, mono: clock.wall, soon: (fn) => fn() }, log })
  return { clock, guard, kept, said, notes }
}

test('[DSC1] a process that crashes at each start is held back by what it noted before it asked', async () => {
  const kept = new Map<string, string>()
  const { clock } = openGuard()
  for (let start = 0; start < 20; start++) {
    kept.set('identifies', JSON.stringify([...JSON.parse(kept.get('identifies') ?? '[]'), clock.wall()]))
    await clock.advance(6_000)
  }
  const times = JSON.parse(kept.get('identifies') ?? '[]')
  const late = openGuard(kept)
  await late.clock.advance(times.at(-1) - late.clock.wall() + 6_000)
  const stopping = new AbortController()
  let isTaken = false
  const taking = late.guard.take(stopping.signal).then(() => {
    isTaken = true
  })
  await late.clock.advance(50 * minuteMs)
  assert.equal(isTaken, false)
  assert.match(late.said[0] ?? '', /too often, and waits 5\d minutes/)
  await late.clock.advance(15 * minuteMs)
  await taking
  assert.equal(JSON.parse(kept.get('identifies') ?? '[]').length, 21)
})

test('[DSC1] whoever waits can be stopped; what was noted by a clock that went ahead counts as now', async () => {
  const { clock, guard, kept } = openGuard()
  kept.set('identifies', JSON.stringify([clock.wall() + 1_000 * hourMs]))
  assert.equal(await guard.waitMs(), 5_000)
  const stopping = new AbortController()
  const taking = guard.take(stopping.signal)
  stopping.abort(new Error('the account was closed'))
  await assert.rejects(taking, /the account was closed/)
})

test('[DSC1] what cannot be noted is not done, and is tried again', async () => {
  const { clock, guard, notes } = openGuard()
  const { write } = notes
  let isFull = true
  notes.write = (name, value) => (isFull ? Promise.reject(new Error('the disk is full')) : write(name, value))
  let isTaken = false
  const taking = guard.take(new AbortController().signal).then(() => {
    isTaken = true
  })
  await clock.advance(5_000)
  assert.equal(isTaken, false)
  isFull = false
  await clock.advance(60_000)
  await taking
})
