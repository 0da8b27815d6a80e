import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseCompletion, type Done } from './choose-completion.ts'

const quick: Done = {
  now: 1_000,
  endedAt: 1_000,
  tookMs: 5,
  isAskedHere: true,
  isPresent: false,
  hasRead: false,
}
const long = { ...quick, tookMs: limits.notifyCompletionAfterMs }

test('[NTF5] what took long is told at once and everywhere; what was quick a moment later, in the inbox alone', () => {
  assert.deepEqual(chooseCompletion(long), { kind: 'tell', isInboxAlone: false })
  const at = quick.endedAt + limits.notifyWatchedMs
  assert.deepEqual(chooseCompletion(quick), { kind: 'look_again', at })
  assert.deepEqual(chooseCompletion({ ...quick, now: at }), { kind: 'tell', isInboxAlone: true })
})

test('[NTF5] who has read it is told nothing, and who sits there has a moment to read it', () => {
  for (const done of [quick, long]) {
    assert.deepEqual(chooseCompletion({ ...done, hasRead: true }), { kind: 'nothing' })
    const at = done.endedAt + limits.notifyWatchedMs
    assert.deepEqual(chooseCompletion({ ...done, isPresent: true }), { kind: 'look_again', at })
    const later = chooseCompletion({ ...done, isPresent: true, now: at })
    assert.equal(later.kind, 'tell')
  }
})

test('[NTF5] a quick answer on another channel was told there', () => {
  assert.deepEqual(chooseCompletion({ ...quick, isAskedHere: false }), { kind: 'nothing' })
  assert.equal(chooseCompletion({ ...long, isAskedHere: false }).kind, 'tell')
})
