import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFallback, tellFallback } from './choose-fallback.ts'
import { type ModelError, modelErrorKinds } from './model.ts'

const list = ['b/two', 'c/three', 'd/four']
const failed = (kind: ModelError['kind'], about?: ModelError['about']): ModelError => ({
  kind,
  message: 'no',
  ...(about && { about }),
})

test('[AGT3] another model is asked for what another one may not run into', () => {
  const next = (error: ModelError) => chooseFallback({ error, tried: ['a/one'] }, list)
  for (const kind of modelErrorKinds) {
    const helps = kind !== 'context_too_long' && kind !== 'refused'
    assert.equal(next(failed(kind)), helps ? 'b/two' : undefined, kind)
  }
  for (const about of ['key', 'credit', 'model'] as const)
    assert.equal(next(failed('refused', about)), 'b/two')
})

test('[AGT3] each is asked once, in the order of the list, and then it is over', () => {
  const next = (...tried: string[]) => chooseFallback({ error: failed('overloaded'), tried }, list)
  assert.equal(next('a/one', 'b/two'), 'c/three')
  assert.equal(next('c/three'), 'd/four', 'one that is in the list itself goes on from there')
  assert.equal(next('a/one', 'd/four'), undefined)
  assert.equal(chooseFallback({ error: failed('overloaded'), tried: ['a/one'] }, []), undefined)
  assert.equal(chooseFallback({ error: failed('overloaded'), tried: ['a/one'] }, ['a/one']), undefined)
})

test('[AGT3] people are told who answers instead of whom, and why', () => {
  const told = tellFallback('openai/x', failed('overloaded'), 'anthropic/y')
  assert.equal(told, 'openai/x could not answer (overloaded). anthropic/y answers instead.')
  assert.match(tellFallback('a/b', failed('refused', 'credit'), 'c/d'), /no credit left/)
})
