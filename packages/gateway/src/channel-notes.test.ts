import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPeople } from '../test-support/open-test-people.ts'
import { createChannelNotes } from './channel-notes.ts'

test('[CHN9] an account remembers what it wrote down, by name, and sees nothing of another', async () => {
  await using place = openTestPeople()
  const notes = createChannelNotes(place.store, { channel: 'discord', accountId: 'main' })
  const other = createChannelNotes(place.store, { channel: 'discord', accountId: 'other' })
  await notes.write('webhook:1', 'one')
  await notes.write('webhook:2', 'two')
  await notes.write('webhooks', 'no beginning of it')
  await notes.write('webhook:2', 'second')
  await other.write('webhook:3', 'three')
  assert.equal(await notes.read('webhook:2'), 'second')
  assert.deepEqual(
    [...(await notes.list('webhook:'))],
    [
      ['webhook:1', 'one'],
      ['webhook:2', 'second'],
    ],
  )
  await notes.forget('webhook:1')
  assert.equal(await notes.read('webhook:1'), undefined)
  assert.equal(await notes.read('webhook:3'), undefined)
  assert.equal(await other.read('webhook:3'), 'three')
})
