import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindingEnds } from '@heddle/contract'
import { type Intro, writeFarewell, writeIntro, writeNotOpened } from './write-notices.ts'

const noon = Date.UTC(2026, 0, 5, 12)
const plain: Intro = {
  name: 'Main · worker',
  task: 'Count the\nsheep',
  expiresAt: noon,
  maxAgeAt: null,
  isDisclosed: false,
  isOver: false,
}

test('[BND5] an intro says who is there, the task, where messages go, when it ends and how to leave', () => {
  assert.equal(
    writeIntro(plain),
    [
      '⚙️ Main · worker is here. What is written here goes straight to it, without a mention.',
      'Task: Count the sheep',
      'It ends at 2026-01-05 12:00:00 UTC unless somebody writes here before.',
      'To leave: /unfocus, or the button.',
    ].join('\n'),
  )
})

test('[BND5] [CNV5] an intro says that a private session is read by others here', () => {
  assert.doesNotMatch(writeIntro(plain), /private/)
  assert.match(writeIntro({ ...plain, isDisclosed: true }), /session is private; whoever can read this place/)
})

test('[BND5] an intro tells what ends first, and nothing that does not hold', () => {
  const soon = { ...plain, maxAgeAt: noon - 60_000 }
  assert.match(writeIntro(soon), /It ends at 2026-01-05 11:59:00 UTC\.\n/)
  assert.match(writeIntro({ ...plain, expiresAt: null }), /It stays until somebody ends it\./)
  assert.match(writeIntro({ ...plain, isOver: true }), /It is done\. Write here to go on where it ended\./)
  assert.doesNotMatch(writeIntro({ ...plain, task: null }), /Task/)
  const long = writeIntro({ ...plain, task: '🧵'.repeat(10_000) })
  assert.ok(long.isWellFormed() && long.length < 1_200)
})

test('[BND5] a farewell says why, that nothing is routed any more and how to come back', () => {
  const of = { name: 'Main · worker', sessionId: 'ses_1', isGone: false, needsMention: false }
  assert.equal(
    writeFarewell('idle', of),
    '⚙️ No longer bound: nobody wrote here for a while. What is written here does not go to Main · worker any more. To come back: /focus ses_1',
  )
  assert.match(
    writeFarewell('idle', { ...of, needsMention: true }) ?? '',
    /To come back, with a mention: \/focus ses_1$/,
  )
  assert.doesNotMatch(writeFarewell('session_deleted', { ...of, isGone: true }) ?? '', /come back/)
})

test('[BND6] there is a farewell for every end but those after which nobody could read it', () => {
  const of = { name: 'x', sessionId: 'ses_1', isGone: false, needsMention: false }
  const silent = bindingEnds.filter((why) => writeFarewell(why, of) === undefined)
  assert.deepEqual(silent, ['place_deleted', 'place_refused'])
})

test('[CMD2] a thread that could not be opened is told with what the platform said', () => {
  assert.match(writeNotOpened('Main', 'missing permission'), /^⚙️ .*could not be opened: missing permission\./)
})
