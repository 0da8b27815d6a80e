import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countInvalidRequests } from './invalid-requests.ts'

test('[I31] many refused requests are told once, and after very many nothing is asked until the window is over', () => {
  let now = 0
  const told: number[] = []
  const requests = countInvalidRequests({
    clock: { mono: () => now },
    onMany: (count) => void told.push(count),
  })
  const note = (status: number, scope?: 'shared' | 'user') =>
    requests.note({ kind: 'answer', status, body: {}, ...(scope && { scope }) })
  for (let i = 0; i < 5_000; i++) {
    note(200)
    note(404)
    note(500)
    note(429, 'shared')
  }
  assert.deepEqual([told, requests.waitMs()], [[], undefined])
  for (let i = 0; i < 333; i++) {
    note(401)
    note(403)
    note(429, 'user')
  }
  assert.deepEqual([told, requests.waitMs()], [[100], undefined])
  now = 60_000
  note(403)
  assert.equal(requests.waitMs(), 540_000)
  now = 600_000
  assert.equal(requests.waitMs(), undefined)
  note(403)
  assert.deepEqual([told, requests.waitMs()], [[100], undefined])
})
