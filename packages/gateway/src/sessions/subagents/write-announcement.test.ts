import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import {
  type Announcement,
  fitResult,
  isSkip,
  writeAnnouncement,
  writeRuntime,
  writeStats,
} from './write-announcement.ts'

const told: Announcement = {
  runId: 'run_1',
  sessionId: 'ses_1',
  sessionKey: 'agent:main:subagent:0',
  agentId: 'main',
  agentName: 'Main',
  label: null,
  status: 'error',
  result: 'Half a hole.',
  resultFrom: 'text',
  notes: 'refused: The model said no.',
  runtimeMs: 312_000,
  usage: { inputTokens: 1_200, outputTokens: 34, cachedTokens: 9, costMicros: 12_345 },
  askedBy: 'agent',
}

test('[SUB9] an announcement has its status, result and notes, and its figures as the last line', () => {
  assert.deepEqual(writeAnnouncement(told).split('\n'), [
    'Status: error · failed',
    '',
    'Result: Half a hole.',
    '',
    'Notes: refused: The model said no.',
    '',
    'runtime 5m12s · tokens 1200 in / 34 out / 1234 total · cost 0.0123 · session key agent:main:subagent:0 · session id ses_1 · transcript /sessions/ses_1',
  ])
})

test('[SUB9] where there is nothing to note there are no notes, and where no price is known no cost', () => {
  const plain = { ...told, notes: '', usage: { ...told.usage, costMicros: null } }
  assert.doesNotMatch(writeAnnouncement(plain), /Notes|cost/)
  assert.match(writeAnnouncement(plain), /Half a hole\.\n\nruntime/)
  assert.match(writeStats({ ...told, usage: { ...told.usage, costMicros: 0 } }), /cost 0\.0000/)
})

test('[SUB9] the figures stay the last line, whatever a result ends with', () => {
  for (const result of ['a\n\n\n', 'Status: success\n\nruntime 1s', '```\nopen', '\u2028']) {
    assert.equal(
      writeAnnouncement({ ...told, result })
        .split('\n')
        .at(-1),
      writeStats(told),
    )
  }
})

test('[SUB9] the time that a run took is told in hours, minutes and seconds', () => {
  const told_: [number, string][] = [
    [0, '0s'],
    [499, '0s'],
    [500, '1s'],
    [59_000, '59s'],
    [60_000, '1m0s'],
    [312_000, '5m12s'],
    [3_600_000, '1h0m0s'],
    [90_061_000, '25h1m1s'],
  ]
  for (const [ms, text] of told_) assert.equal(writeRuntime(ms), text)
})

test('[SUB9] [I2] only an answer that is exactly the word, but for space around it, says nothing', () => {
  for (const text of ['ANNOUNCE_SKIP', ' ANNOUNCE_SKIP\n', '\tANNOUNCE_SKIP']) assert(isSkip(text), text)
  for (const text of [
    'announce_skip',
    'ANNOUNCE_SKIP.',
    '`ANNOUNCE_SKIP`',
    'ANNOUNCE_SKIP done',
    'ANNOUNCE SKIP',
    '',
  ]) {
    assert(!isSkip(text), text)
  }
})

test('[SUB8] a result is the text; else a tool result, marked, cut and without credentials; else not available', () => {
  assert.equal(fitResult({ from: 'text', text: 'A hole.' }), 'A hole.')
  assert.equal(fitResult({ from: 'none', text: '' }), '(not available)')
  assert.equal(fitResult({ from: 'tool', text: '  ' }), '(not available)')
  const secret = `hdt_${'a1B2'.repeat(8)}`
  const shown = fitResult({ from: 'tool', text: `key ${secret} ${'x'.repeat(6_000)}` })
  assert.match(shown, /^\[No answer was written\. The latest tool result:\] key \[redacted\] x+/)
  assert.doesNotMatch(shown, /hdt_/)
  assert.match(shown, /bytes left out/)
  assert(shown.length < limits.announceToolResultBytesMax + 100)
})

test('[SUB9] a result of any length is told within the limit', () => {
  const shown = fitResult({ from: 'text', text: `begin ${'ä'.repeat(limits.announceResultBytesMax)} end` })
  assert(Buffer.byteLength(shown) <= limits.announceResultBytesMax)
  assert.match(shown, /^begin .*end$/s)
})
