import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalId } from '@heddle/contract'
import { buttonsOf, writeAsked, writeSettled } from './write-approval.ts'

const asked = {
  id: 'apr_1' as ApprovalId,
  tool: 'exec',
  arguments: '{"command":"echo ```\\n@everyone"}',
  reason: 'The policy asks.',
  scope: 'exec: echo',
}

test('[AGT6] what is asked is shown whole, and nothing in it leaves its block', () => {
  const text = writeAsked(asked)
  assert.ok(text.includes(asked.arguments))
  assert.ok(text.includes('````json\n'))
  assert.match(text, /exec: echo/)
})

test('[AGT6] once settled it says who decided, and with which words', () => {
  const kim = { id: 'per_1', name: 'Kim' }
  const say = (state: 'once' | 'session' | 'deny' | 'expired' | 'withdrawn', note: string | null = null) =>
    writeSettled({ ...asked, state, decidedBy: kim, note }).split('\n')[0]
  assert.equal(say('once'), '⚙️ **exec**: allowed once by Kim')
  assert.equal(say('session'), '⚙️ **exec**: allowed for this session by Kim')
  assert.equal(say('deny', 'not today'), '⚙️ **exec**: denied by Kim: not today')
  assert.equal(say('deny', 'not\n```\ntoday '), '⚙️ **exec**: denied by Kim: not ``` today')
  assert.match(say('expired') ?? '', /nobody decided in time/)
})

test('[AGT6] each choice is a button of its own', () => {
  assert.deepEqual(
    buttonsOf(asked).map(({ token }) => token),
    ['approve:apr_1:once', 'approve:apr_1:session', 'approve:apr_1:deny', 'approve:apr_1:note'],
  )
  // The last one alone needs words, and a channel that can ask for them.
  assert.deepEqual(
    buttonsOf(asked).map(({ isAsking }) => isAsking === true),
    [false, false, false, true],
  )
})
