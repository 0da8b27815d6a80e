import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToastStack } from './toast-stack.ts'

function world() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const stack = createToastStack({
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
  })
  const passTo = (at: number) => {
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at).find((timer) => timer.at <= at)
      if (!next) break
      timers = timers.filter((timer) => timer !== next)
      now = Math.max(now, next.at)
      next.run()
    }
    now = at
  }
  return { stack, passTo, texts: () => stack.shown().map(({ text }) => text), timers: () => timers.length }
}

test('[UIN1] a toast stays for eight seconds, each by its own time', () => {
  const { stack, passTo, texts, timers } = world()
  stack.show({ text: 'one' })
  passTo(3_000)
  stack.show({ text: 'two' })
  passTo(7_999)
  assert.deepEqual(texts(), ['one', 'two'])
  passTo(8_000)
  assert.deepEqual(texts(), ['two'])
  passTo(11_000)
  assert.deepEqual(texts(), [])
  assert.equal(timers(), 0)
})

test('[UIN1] while someone reads, nothing goes away; afterwards the time that was left runs on', () => {
  const { stack, passTo, texts, timers } = world()
  stack.show({ text: 'one' })
  passTo(6_000)
  stack.pause()
  stack.pause()
  passTo(60_000)
  stack.show({ text: 'two' })
  assert.deepEqual(texts(), ['one', 'two'])
  assert.equal(timers(), 0)
  stack.resume()
  passTo(61_999)
  assert.deepEqual(texts(), ['one', 'two'])
  passTo(62_000)
  assert.deepEqual(texts(), ['two'])
  passTo(68_000)
  assert.deepEqual(texts(), [])
})

test('[UIN1] at most three are shown; the oldest makes room', () => {
  const { stack, texts } = world()
  for (const text of ['one', 'two', 'three', 'four']) stack.show({ text })
  assert.deepEqual(texts(), ['two', 'three', 'four'])
})

test('[UIN2] an undo runs once, and the toast is gone', () => {
  const { stack, texts } = world()
  let undone = 0
  stack.show({ text: 'one', undo: () => (undone += 1) })
  const [toast] = stack.shown()
  stack.undo(toast?.id ?? 0)
  stack.undo(toast?.id ?? 0)
  assert.equal(undone, 1)
  assert.deepEqual(texts(), [])
})

test('[UIN2] what was dismissed or is over can no longer be undone', () => {
  const { stack, passTo } = world()
  let undone = 0
  stack.show({ text: 'one', undo: () => (undone += 1) })
  stack.show({ text: 'two', undo: () => (undone += 1) })
  const [one, two] = stack.shown()
  stack.dismiss(one?.id ?? 0)
  stack.undo(one?.id ?? 0)
  passTo(8_000)
  stack.undo(two?.id ?? 0)
  assert.equal(undone, 0)
})

test('[UIN1] the list of toasts is the same one until something changes', () => {
  const { stack } = world()
  stack.show({ text: 'one' })
  assert.equal(stack.shown(), stack.shown())
})
