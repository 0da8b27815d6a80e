// What the worker does when somebody presses a notice that it has shown: run as it is, in a world of its own.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const source = readFileSync(join(import.meta.dirname, '..', 'public', 'sw.js'), 'utf8')
const path = '/sessions/ses_1?at=evt_1&thread=thr_1&reply=rpl_1'

interface Tab {
  name: string
  isMovable?: boolean
}

/** Presses a notice with that in it; says what became of it, in order. */
async function press(data: unknown, tabs: readonly Tab[]): Promise<string[]> {
  const done: string[] = []
  const hearers = new Map<string, (event: object) => void>()
  const clientOf = ({ name, isMovable = true }: Tab) => ({
    focus: async () => void done.push(`focus ${name}`),
    async navigate(to: string) {
      if (!isMovable) throw new TypeError('This client cannot be navigated.')
      done.push(`${name} goes to ${to}`)
    },
  })
  const self = {
    addEventListener: (kind: string, hear: (event: object) => void) => hearers.set(kind, hear),
    clients: {
      matchAll: async () => tabs.map(clientOf),
      openWindow: async (to: string) => void done.push(`a new tab goes to ${to}`),
    },
  }
  runInContext(source, createContext({ self, URL, Headers, Response }))
  const waited: Promise<unknown>[] = []
  hearers.get('notificationclick')?.({
    notification: { data, close: () => done.push('closed') },
    waitUntil: (promise: Promise<unknown>) => waited.push(promise),
  })
  await Promise.all(waited)
  return done
}

test('[UIX3] [NTF4] a press on a notice leads to the exact moment, in the tab that was used last', async () => {
  const tabs = [{ name: 'last' }, { name: 'older' }]
  assert.deepEqual(await press({ path }, tabs), ['closed', 'focus last', `last goes to ${path}`])
})

test('[UIX3] [NTF4] without a tab, or with none that can be moved, a press opens a new one there', async () => {
  assert.deepEqual(await press({ path }, []), ['closed', `a new tab goes to ${path}`])
  const stuck = await press({ path }, [{ name: 'stuck', isMovable: false }])
  assert.deepEqual(stuck, ['closed', 'focus stuck', `a new tab goes to ${path}`])
  const next = await press({ path }, [{ name: 'stuck', isMovable: false }, { name: 'free' }])
  assert.deepEqual(next.at(-1), `free goes to ${path}`)
})

test('[UIX3] a press leads nowhere but within the app', async () => {
  for (const data of [undefined, {}, { path: 7 }, { path: '//example.org' }, { path: 'https://example.org' }])
    assert.deepEqual(await press(data, [{ name: 'last' }]), ['closed'], JSON.stringify(data))
})
