import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { paint } from '../terminal.ts'
import { tellEvent } from './tell-event.ts'
import { writeMarkdownEvent } from './write-markdown.ts'

function makeEvent(kind: string, payload: Record<string, unknown>): EventJson {
  return {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor: { kind: 'person', id: 'per_1', name: 'Kim' },
    createdAt: '2026-11-16T09:00:01.000Z',
    payload,
  }
}

const tell = (kind: string, payload: Record<string, unknown>) =>
  tellEvent(makeEvent(kind, payload))
    .map((line) => paint(line, false))
    .join('\n')

test('[TRM5] what an agent did with tools can be read: the call, what came of it, and what it changed', () => {
  assert.equal(tell('tool.call', { name: 'edit', arguments: '{"path":"a"}' }), '→ edit {"path":"a"}')
  const result = { name: 'edit', output: 'Edited a.', isError: false, tookMs: 1_234, diff: '--- a\n-x\n+y\n' }
  assert.equal(tell('tool.result', result), '← edit (1.2 s) Edited a.\n  --- a\n  -x\n  +y')
  const odd = { name: 'fetch_url', output: 'no', isError: true, interrupted: true, untrusted: true }
  assert.equal(tell('tool.result', odd), "← fetch_url (interrupted, others' words) failed: no")
  const long = tell('tool.result', { name: 'edit', output: '', diff: '+x\n'.repeat(200) })
  assert.match(long, /… 120 more lines$/)
})

test('[TRM5] [TRM6] who decided about a call, and how, is told', () => {
  const asked = { name: 'exec', arguments: `{"command":"${'x'.repeat(5_000)}"}`, reason: 'The policy asks.' }
  assert.ok(tell('approval.asked', asked).includes(asked.arguments))
  for (const [decision, words] of [
    ['once', 'Kim allowed the call once. fine by me'],
    ['session', 'Kim allowed the call, and such calls in this session. fine by me'],
    ['deny', 'Kim denied the call. fine by me'],
    ['expired', 'Nobody decided about the call in time, so it was denied.'],
    ['withdrawn', 'The call is no longer asked about: the turn ended.'],
    ['from a later release', 'The call was decided about.'],
  ] as const) {
    assert.equal(tell('approval.decided', { decision, note: 'fine\nby me' }), words)
  }
})

test('[TRM5] [BUD1] that a budget was raised says who did it; other notices stand by themselves', () => {
  const raised = { text: 'The budget was raised.', code: 'budget_raised' }
  assert.equal(tell('notice', raised), '  The budget was raised. (Kim)')
  assert.equal(tell('notice', { text: 'State: idle', code: 'command' }), '  State: idle')
})

test('[TRM5] the past in fewer words is told as such, with what it stands for', () => {
  const payload = { text: 'They chose B.', turns: 12, tokensBefore: 9_000, tokensAfter: 700 }
  assert.equal(
    tell('compaction', payload),
    'What was said before, in fewer words for the agent (12 turns, 9000 model tokens in 700):\n  They chose B.',
  )
})

test('[TRM5] the Markdown of an export tells the same, and none of it is live', () => {
  const write = (kind: string, payload: Record<string, unknown>) =>
    writeMarkdownEvent(makeEvent(kind, payload))
  assert.match(
    write('approval.asked', { name: 'exec', arguments: '{"a":"```"}', reason: 'Why <b>?' }),
    /\*Asked about: exec\. Why &lt;b\\>\?\*\n\n````\n\{"a":"```"\}\n````/,
  )
  assert.equal(
    write('approval.decided', { decision: 'deny', note: 'no *way*' }),
    '\n*Kim denied the call. no \\*way\\**\n',
  )
  assert.match(write('compaction', { text: 'They chose B.' }), /> They chose B\./)
})
