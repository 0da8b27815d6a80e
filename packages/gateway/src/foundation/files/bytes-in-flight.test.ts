import assert from 'node:assert/strict'
import { setImmediate as nextTick } from 'node:timers/promises'
import { test } from 'node:test'
import { createBytesInFlight } from './bytes-in-flight.ts'

const never = new AbortController().signal

function open(bytesMax: number) {
  const line = createBytesInFlight(bytesMax)
  const began: string[] = []
  function hold(name: string, bytes: number, signal: AbortSignal = never) {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = line.hold(bytes, signal, () => {
      began.push(name)
      return promise
    })
    done.catch(() => undefined)
    return { done, end: () => resolve(name), fail: () => reject(new Error(`${name} failed`)) }
  }
  return { line, began, hold }
}

test('[FIL6] never more bytes at once than fit, and everyone comes in the order of coming', async () => {
  const { line, began, hold } = open(10)
  const a = hold('a', 6)
  const b = hold('b', 6)
  const c = hold('c', 1)
  await nextTick()
  assert.deepEqual([began, line.held, line.waiting], [['a'], 6, 2], 'the small one does not pass')
  a.end()
  assert.equal(await a.done, 'a')
  await nextTick()
  assert.deepEqual([began, line.held, line.waiting], [['a', 'b', 'c'], 7, 0])
  b.fail()
  c.end()
  await assert.rejects(b.done, /b failed/)
  await c.done
  assert.equal(line.held, 0, 'free again, however it ended')
})

test('[FIL6] whoever is aborted leaves the line, and those behind move up', async () => {
  const { line, began, hold } = open(10)
  const a = hold('a', 8)
  const stop = new AbortController()
  const b = hold('b', 9, stop.signal)
  const c = hold('c', 2)
  await nextTick()
  assert.deepEqual(began, ['a'])
  stop.abort(new Error('stopped'))
  await assert.rejects(b.done, /stopped/)
  await nextTick()
  assert.deepEqual([began, line.held, line.waiting], [['a', 'c'], 10, 0])
  await assert.rejects(hold('d', 1, stop.signal).done, /stopped/)
  a.end()
  c.end()
  await Promise.all([a.done, c.done])
  assert.deepEqual([began, line.held], [['a', 'c'], 0])
})

test('[FIL6] nothing waits that needs nothing, and what is too much for ever comes alone', async () => {
  const { line, began, hold } = open(10)
  const whole = hold('whole', 1_000)
  const none = hold('none', 0)
  const next = hold('next', 1)
  await nextTick()
  assert.deepEqual([began.toSorted(), line.held], [['none', 'whole'], 10])
  whole.end()
  none.end()
  next.end()
  await Promise.all([whole.done, none.done, next.done])
  assert.equal(line.held, 0)
})
