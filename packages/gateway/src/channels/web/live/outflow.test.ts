// Nothing leaves before its time, and nobody waits for somebody else's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { createListLog } from '../../../../test-support/open-test-sessions.ts'
import { Outflow, type Outlet } from './outflow.ts'

function openOutlet(checking?: Promise<void>) {
  const outlet = {
    waiting: 1,
    checking,
    released: 0,
    release: (count: number) => void (outlet.released += count),
  } satisfies Outlet & { released: number }
  return outlet
}

test('[LIV6] a log whose readers are being checked keeps only itself waiting', async () => {
  const outflow = new Outflow({ durable: async () => undefined }, createListLog([]))
  const [held, free] = [openOutlet(new Promise(() => undefined)), openOutlet()]
  outflow.push(held)
  outflow.push(free)
  await nextTick()
  assert.deepEqual([held.released, free.released], [0, 1])
  held.checking = undefined
  outflow.push(held)
  await nextTick()
  assert.deepEqual([held.released, free.released], [1, 1])
})

test('[LIV6] nothing leaves before the disk has it', async () => {
  const disk = Promise.withResolvers<void>()
  const outflow = new Outflow({ durable: () => disk.promise }, createListLog([]))
  const outlet = openOutlet()
  outflow.push(outlet)
  await nextTick()
  assert.equal(outlet.released, 0)
  disk.resolve()
  await nextTick()
  assert.equal(outlet.released, 1)
})
