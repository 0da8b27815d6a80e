import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealLog } from './real-log.ts'
import { hideCredentials, redact, redactText } from './redact.ts'

test('[I43] fields that hold a secret by their name are not written', () => {
  const clean = redact({
    password: 'hunter2',
    nested: { apiKey: 'sk-1', Authorization: 'Bearer abc', list: [{ cookie: 'c' }] },
    tokenId: 'tok_1',
    tokens: 3,
    code: 'hdi_code',
  })
  assert.deepEqual(clean, {
    password: '[redacted]',
    nested: { apiKey: '[redacted]', Authorization: '[redacted]', list: [{ cookie: '[redacted]' }] },
    tokenId: 'tok_1',
    tokens: 3,
    code: '[redacted]',
  })
})

test('[I43] our credentials are cut out of any text by their shape', () => {
  const token = `hdt_${'a'.repeat(43)}`
  assert.equal(redactText(`got ${token}, refused`), 'got [redacted], refused')
  assert.equal(redactText('Authorization: Bearer abcdefgh12345678'), 'Authorization: Bearer [redacted]')
  assert.equal(redactText('postgres://me:pw@host/db'), 'postgres://me:[redacted]@host/db')
})

test('[I43] an error is written with message, code and cause, all redacted, and cycles end', () => {
  const cause: Record<string, unknown> = { secret: 'x' }
  cause['self'] = cause
  const text = JSON.stringify(
    redact(Object.assign(new Error(`no hdt_${'b'.repeat(43)}`, { cause }), { code: 'E1' })),
  )
  assert.match(text, /no \[redacted\]/)
  assert.match(text, /"code":"E1"/)
  assert.doesNotMatch(text, /"x"|bbbb/)
})

test('[OPS4] a log line is one JSON object with level, time, message and fields', () => {
  const lines: string[] = []
  const log = createRealLog({
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  })
  log.debug('not written')
  log.with({ room: 'people' }).warn('refused', { password: 'p', count: 2 })
  assert.equal(lines.length, 1)
  const { time, ...rest } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  assert.deepEqual(rest, { level: 'warn', room: 'people', password: '[redacted]', count: 2, msg: 'refused' })
  assert.ok(!Number.isNaN(Date.parse(String(time))))
})

test('[I43] keys of other services go by their shape, in a text of any length and at its end too', () => {
  const keys = [
    `sk-${'a1'.repeat(20)}`,
    `ghp_${'b2'.repeat(18)}`,
    `xoxb-${'12345-'.repeat(4)}abc`,
    `AKIA${'C3D4'.repeat(4)}`,
    `AIza${'e5'.repeat(17)}x`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
  ]
  for (const key of keys) {
    const told = hideCredentials(`${'x '.repeat(10_000)}it is ${key} there`)
    assert.ok(!told.includes(key.slice(0, 30)), key)
    assert.match(told, /it is \[redacted\] there$/)
  }
  assert.equal(hideCredentials('task-force, risk-averse, AKIA'), 'task-force, risk-averse, AKIA')
})
