import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestStore } from '../../../test-support/open-test-store.ts'
import { deleteAnswersBefore, findAnswer, keepAnswer } from './idempotency-store.ts'

const bytes = Uint8Array.of(1, 2, 3)

test('[API2] old answers are deleted some at a time, the oldest first, until none is left', async () => {
  await using house = openTestStore()
  const { store } = house
  await store.tx(async (t) => {
    for (let i = 0; i < 25; i++) {
      await keepAnswer(t, 'kim', `k${i}`, { fingerprint: bytes, sealed: bytes, createdAt: i })
    }
  })
  const left = async () => {
    const found = await store.read((r) =>
      Promise.all(Array.from({ length: 25 }, (_, i) => findAnswer(r, 'kim', `k${i}`))),
    )
    return found.filter((answer) => answer !== undefined).map(({ createdAt }) => createdAt)
  }
  assert.equal(await store.tx((t) => deleteAnswersBefore(t, 20, 8)), true)
  assert.equal((await left())[0], 8)
  assert.equal(await store.tx((t) => deleteAnswersBefore(t, 20, 8)), true)
  assert.equal(await store.tx((t) => deleteAnswersBefore(t, 20, 8)), false)
  assert.deepEqual(await left(), [20, 21, 22, 23, 24])
})

test('[API2] an answer replaces only the one of the same key and scope', async () => {
  await using house = openTestStore()
  const { store } = house
  const keep = (scope: string, createdAt: number) =>
    store.tx((t) => keepAnswer(t, scope, 'k', { fingerprint: bytes, sealed: bytes, createdAt }))
  await keep('kim', 1)
  await keep('eve', 2)
  await keep('kim', 3)
  const at = async (scope: string) => (await store.read((r) => findAnswer(r, scope, 'k')))?.createdAt
  assert.deepEqual([await at('kim'), await at('eve'), await at('ada')], [3, 2, undefined])
})
