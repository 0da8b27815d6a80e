import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import { createRealClock } from '../../../foundation/real-clock.ts'
import { PageTooHard } from './page-reader.ts'
import { createRealPageReader } from './real-page-reader.ts'

const options = { format: 'markdown', url: 'https://example.org/' } as const
const never = new AbortController().signal

test('[AGT5] a page is read on a thread of its own', async () => {
  const reader = createRealPageReader({ clock: createRealClock() })
  const pages = await Promise.all(
    [1, 2, 3, 4].map((n) => reader.read(`<title>t${n}</title><h2>${n}</h2>`, options, never)),
  )
  assert.deepEqual(
    pages,
    [1, 2, 3, 4].map((n) => ({ title: `t${n}`, text: `## ${n}` })),
  )
})

test('[R12] a page of nothing but open tags ends its thread, not the gateway', async () => {
  const reader = createRealPageReader({ clock: createRealClock() })
  for (const html of ['<div>'.repeat(4_000), `${'<table><tr><td>'.repeat(800)}x`]) {
    await assert.rejects(reader.read(html, options, never), PageTooHard)
  }
  assert.equal((await reader.read('<p>next', options, never)).text, 'next')
})

test('[R12] a page that takes too long is given up, and so is one that nobody waits for any more', async () => {
  const clock = createTestClock()
  const reader = createRealPageReader({ clock })
  const busy = '<div><span>'.repeat(2_000) + 'x '.repeat(1_000_000)
  const slow = reader.read(busy, options, never)
  await Promise.resolve()
  await Promise.resolve()
  clock.advance(limits.fetchReadMs)
  await assert.rejects(slow, PageTooHard)
  const abort = new AbortController()
  const left = reader.read(busy, options, abort.signal)
  await Promise.resolve()
  await Promise.resolve()
  abort.abort(new Error('enough'))
  await assert.rejects(left, { message: 'enough' })
})
