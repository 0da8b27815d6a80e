import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryNotes } from '@heddle/emulators/memory-notes'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createResumeNotes, createWatermark } from './resume-state.ts'

test('[CHN2] the mark stands before the oldest that is not heard yet, whatever was heard since', () => {
  const mark = createWatermark(10)
  for (const sequence of [11, 12, 13]) mark.begin(sequence)
  assert.equal(mark.value, 10)
  mark.done(12)
  mark.done(13)
  assert.equal(mark.value, 10)
  mark.done(11)
  assert.equal(mark.value, 13)
})

test('[CHN2] an event that comes again, or behind a later one, holds the mark until it is heard each time', () => {
  const mark = createWatermark(0)
  mark.begin(2)
  mark.begin(1)
  mark.begin(2)
  mark.done(2)
  mark.done(1)
  assert.equal(mark.value, 1)
  mark.done(2)
  assert.equal(mark.value, 2)
  mark.begin(1)
  assert.equal(mark.value, 0)
  mark.done(1)
  assert.equal(mark.value, 2)
})

test('[CHN2] with the mark goes the newest message that was told of, by number and not by text, whatever is heard first', () => {
  const mark = createWatermark(0, '99')
  assert.equal(mark.through, '99')
  mark.begin(1, '100')
  mark.begin(2)
  mark.begin(3, '95')
  mark.begin(4, '101')
  mark.done(4)
  mark.done(2)
  assert.equal(mark.through, '99')
  mark.done(1)
  assert.equal(mark.through, '100')
  mark.done(3)
  assert.equal(mark.through, '101')
  mark.begin(5, '90')
  mark.done(5)
  assert.equal(mark.through, '101')
})

const session = { sessionId: 's1', resumeURL: 'wss://gateway.example', sequence: 4 }

/** Timers run when the test says so. */
function openNotes(userId = '42') {
  const kept = new Map<string, string>()
  const due: (() => void)[] = []
  const written: string[] = []
  const notes = createMemoryNotes(kept)
  const open = () =>
    createResumeNotes({
      notes: {
        ...notes,
        async write(name, value) {
          written.push(value)
          await notes.write(name, value)
        },
      },
      clock: {
        wall: () => 0,
        mono: () => 0,
        timer(_, fn) {
          due.push(fn)
          return () => void due.splice(due.indexOf(fn), 1)
        },
        soon: (fn) => fn(),
      },
      log: createSilentLog(),
      userId,
    })
  return { open, kept, due, written, tick: () => due.splice(0).forEach((fn) => fn()) }
}

test('[CHN2] where Discord was heard is written at most once in a while, and at the end', async () => {
  const { open, due, written, tick } = openNotes()
  const resume = open()
  const mark = resume.follow(session, 'resumed')
  for (let sequence = 5; sequence < 25; sequence++) {
    mark.begin(sequence)
    mark.done(sequence)
  }
  assert.equal(due.length, 1)
  tick()
  mark.begin(25)
  mark.begin(26)
  mark.done(26)
  await resume.stop()
  const sequences = written.map((value) => JSON.parse(value).sequence)
  assert.deepEqual(sequences, [24])
  mark.done(25)
  tick()
  assert.equal(written.length, 1)
  assert.deepEqual(await open().read('42'), { ...session, userId: '42', sequence: 24 })
})

test('[CHN2] a new session is not noted before what was missed is heard', async () => {
  const { open, kept, tick } = openNotes()
  const resume = open()
  const mark = resume.follow(session, 'new')
  mark.begin(5)
  mark.done(5)
  tick()
  await resume.stop()
  assert.equal(kept.size, 0)
  const again = open()
  again.follow(session, 'new').release()
  await again.stop()
  assert.equal((await again.read('42'))?.sequence, 4)
})

test('[CHN2] the newest message that was told of is noted with the session, and not before all servers were told of', async () => {
  const { open } = openNotes()
  const resume = open()
  let isExpecting = true
  const mark = resume.follow({ ...session, through: '100' }, 'new', () => isExpecting)
  mark.begin(5, '110')
  mark.done(5)
  mark.release()
  await resume.stop()
  assert.equal((await resume.read('42'))?.through, '100')
  isExpecting = false
  const again = open()
  again.follow({ ...session, through: '100' }, 'new', () => isExpecting).release()
  const next = again.follow({ ...session, through: '100' }, 'resumed')
  next.begin(5, '110')
  next.done(5)
  await again.stop()
  assert.equal((await again.read('42'))?.through, '110')
})

test('[DSC1] the session of another bot, or what is no session, is not taken up', async () => {
  const { open, kept } = openNotes()
  assert.equal(await open().read('42'), undefined)
  for (const value of ['', '{', '[]', '{"sessionId":1}']) {
    kept.set('session:0', value)
    assert.equal(await open().read('42'), undefined)
  }
  const resume = open()
  resume.follow(session, 'resumed').done(4)
  await resume.stop()
  assert.equal(await open().read('43'), undefined)
})
