import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../test/sample-log.ts'
import { createReadMarker } from './read-marker.ts'
import { readOwnMark } from './read-own-mark.ts'

function world() {
  const sent: [number, number][] = []
  let isUp = true
  let now = 0
  let timer: { at: number; run: () => void } | undefined
  const marker = createReadMarker({
    send(seq) {
      if (isUp) sent.push([now, seq])
      return isUp
    },
    now: () => now,
    after(ms, run) {
      const mine = { at: now + ms, run }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
  })
  const pass = (ms: number) => {
    const until = now + ms
    while (timer && timer.at <= until) {
      const due: { at: number; run: () => void } = timer
      timer = undefined
      now = due.at
      due.run()
    }
    now = until
  }
  return { marker, sent, pass, line: (up: boolean) => void (isUp = up) }
}

test('[UIS4] the newest is marked as read when it was in sight for a second, once', () => {
  const { marker, sent, pass } = world()
  marker.see(5)
  pass(900)
  marker.see(undefined)
  pass(5_000)
  assert.deepEqual(sent, [])
  marker.see(5)
  pass(60_000)
  assert.deepEqual(sent, [[6_900, 5]])
})

test('[UIS4] while much happens, marks go out once in two seconds and the last one is not missed', () => {
  const { marker, sent, pass } = world()
  for (let seq = 1; seq <= 50; seq += 1) {
    marker.see(seq)
    pass(100)
  }
  pass(10_000)
  const gaps = sent.slice(1).map(([at], index) => at - (sent[index]?.[0] ?? 0))
  assert.ok(gaps.every((gap) => gap >= 2_000))
  assert.equal(sent.at(-1)?.[1], 50)
})

test('[UIS4] what another page has marked is not marked again, and what could not be sent is', () => {
  const { marker, sent, pass, line } = world()
  marker.know(5)
  marker.see(5)
  pass(10_000)
  assert.equal(sent.length, 0)
  line(false)
  marker.see(6)
  pass(4_000)
  line(true)
  pass(2_000)
  assert.deepEqual(
    sent.map(([, seq]) => seq),
    [6],
  )
})

test('[UIS4] one’s own log says how far one has read', () => {
  const scope = 'u:per_1'
  const readMarks = [{ sessionId: 'ses_1', seq: 7 }]
  assert.equal(readOwnMark({ type: 'snap', scope, seq: 1, state: { readMarks }, events: [] }, 'ses_1'), 7)
  const change = { ...entry(2, 'read.changed', { sessionId: 'ses_1', seq: 9 }), type: 'ev' as const, scope }
  assert.equal(readOwnMark(change, 'ses_1'), 9)
  assert.equal(readOwnMark(change, 'ses_2'), undefined)
  // How far one has read in a discussion of it says nothing about the session.
  const inThread = entry(3, 'read.changed', { sessionId: 'ses_1', threadId: 'thr_1', seq: 11 })
  assert.equal(readOwnMark({ ...inThread, type: 'ev', scope }, 'ses_1'), undefined)
  assert.equal(readOwnMark({ ...change, kind: 'new.kind' }, 'ses_1'), undefined)
})
