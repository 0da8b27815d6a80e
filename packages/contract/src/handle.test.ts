import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeHandle } from './handle.ts'

test('[M5] a handle has no letter that cannot be seen: it would be the twin of another', () => {
  for (const twin of ['kim\u3164', 'kim\u115f', 'k\ufe0fim', '\u3164', 'kim\uffa0a', 'kim\u{e0101}']) {
    const verdict = judgeHandle(twin)
    assert.equal(verdict.ok, false, JSON.stringify(twin))
  }
  for (const fine of ['kim', '王芳', 'mária', 'नमस्ते', 'мария']) assert.equal(judgeHandle(fine).ok, true, fine)
})
