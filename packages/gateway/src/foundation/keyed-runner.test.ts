import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedRunner } from './keyed-runner.ts'

test('tasks of one key follow each other; keys do not wait for each other', async () => {
  const runner = createKeyedRunner()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = runner.run('a', async () => {
    await gate.promise
    seen.push('a1')
  })
  const second = runner.run('a', async () => void seen.push('a2'))
  await runner.run('b', async () => void seen.push('b1'))
  assert.deepEqual(seen, ['b1'])
  gate.resolve()
  await Promise.all([first, second])
  assert.deepEqual(seen, ['b1', 'a1', 'a2'])
  assert.equal(runner.size, 0)
})

test('an interrupt reaches only what runs under the key now', async () => {
  const runner = createKeyedRunner()
  const begun = Promise.withResolvers<void>()
  const aborted = runner.run('a', (signal) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  const behind = runner.run('a', async (signal) => signal.aborted)
  await begun.promise
  assert.equal(runner.interrupt('a', new Error('stop')), true)
  await assert.rejects(aborted, /stop/)
  assert.equal(await behind, false)
  assert.equal(runner.interrupt('a', new Error('again')), false)
})

test('a failing task does not hold up the next of its key', async () => {
  const runner = createKeyedRunner()
  const failing = runner.run('a', () => Promise.reject(new Error('no')))
  const next = runner.run('a', async () => 'fine')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'fine')
})
