import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalCodes } from '@heddle/contract'
import { CallError } from './call-error.ts'
import { explainError, problemsOf } from './explain-error.ts'

const format = { wait: (ms: number) => `${ms} ms` }

test('[API1] every refusal is explained with a title and a sentence', () => {
  for (const code of [...refusalCodes, 'unreachable', 'not_understood'] as const) {
    const { title, text } = explainError(new CallError(code, 'In the server’s words.'), format)
    assert.notEqual(title, '', code)
    assert.notEqual(text, '', code)
  }
})

test('[R14] a wait is said if the server named one', () => {
  const waiting = new CallError('too_many_requests', '', { retryAfterMs: 4_000 })
  assert.match(explainError(waiting, format).text, /4000 ms/)
  assert.doesNotMatch(explainError(new CallError('too_many_requests', ''), format).text, /ms/)
})

test('[API1] issues go to their fields, the first for each, as whole sentences with the nearest right value', () => {
  const error = new CallError('bad_input', '', {
    issues: [
      { field: 'handle', message: 'is taken' },
      { field: 'handle', message: 'is empty' },
      { field: 'expiresInHours', message: 'is above 720', nearest: '720' },
      { field: 'name', message: '"here" is a reserved word' },
    ],
  })
  assert.deepEqual(problemsOf(error), {
    handle: 'This is taken.',
    expiresInHours: 'This is above 720. Did you mean 720?',
    name: '"here" is a reserved word.',
  })
})
