import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestPeople } from '../../test-support/open-test-people.ts'

const place = { channel: 'discord', accountId: 'main', platformId: '4711' }

test('[I36] a guest is known by channel, account and platform id, whatever it calls itself', async () => {
  await using h = openTestPeople()
  const remember = (input: Partial<typeof place> & { name: string }) =>
    h.store.tx((t) => h.people.rememberGuest(t, { ...place, ...input }))
  const first = await remember({ name: 'Visitor' })
  const renamed = await remember({ name: 'kim' })
  assert.deepEqual(renamed, { ...first, name: 'kim' })
  const others = [
    await remember({ name: 'Visitor', platformId: '4712' }),
    await remember({ name: 'Visitor', accountId: 'second' }),
    await remember({ name: 'Visitor', channel: 'slack' }),
  ]
  assert.equal(new Set([first, ...others].map(({ id }) => id)).size, 4)
  assert.equal(first.personId, null)
})

test('[OPS6] a guest’s name is cut and cleaned, and one without an id is our mistake', async () => {
  await using h = openTestPeople()
  const guest = await h.store.tx((t) =>
    h.people.rememberGuest(t, { ...place, name: `\u001b[31m${'x'.repeat(500)}` }),
  )
  assert.equal(guest.name, '[31m'.padEnd(limits.nameCharsMax, 'x'))
  await assert.rejects(
    h.store.tx((t) => h.people.rememberGuest(t, { ...place, platformId: '', name: 'x' })),
    /is empty/,
  )
})
