import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChildPlaceQuestion, chooseChildPlace, nameThread } from './choose-child-place.ts'

const question: ChildPlaceQuestion = {
  channel: 'loopback',
  kind: 'channel',
  rules: { enabled: true, spawnSubagentSessions: true },
  settings: {
    enabled: 'channels.loopback.threadBindings.enabled',
    spawnSubagentSessions: 'channels.loopback.threadBindings.spawnSubagentSessions',
  },
  canOpen: true,
  hasAbove: true,
  holder: undefined,
  visibility: 'team',
}
const choose = (more: Partial<ChildPlaceQuestion>) => chooseChildPlace({ ...question, ...more })

test('[BND10] in a channel a thread is opened, in a thread that one is taken, on the web it is its page', () => {
  assert.deepEqual(choose({}), { kind: 'open' })
  assert.deepEqual(choose({ kind: 'thread' }), { kind: 'take' })
  assert.deepEqual(choose({ channel: 'web', kind: 'web', visibility: 'private' }), { kind: 'page' })
})

test('[BND10] [CMD3] in a thread that a person has focused on something else one is opened beside it, or it says who did', () => {
  const held = { kind: 'thread', holder: 'Bob' } as const
  assert.deepEqual(choose(held), { kind: 'open' })
  for (const lack of [{ canOpen: false }, { hasAbove: false }]) {
    const none = choose({ ...held, ...lack })
    assert.equal(none.kind, 'impossible')
    assert.match('why' in none ? none.why : '', /^Bob has focused another session in this thread/)
  }
})

test('[BND10] [BND11] where it is off, the setting is named', () => {
  const noSpawn = choose({ rules: { enabled: true, spawnSubagentSessions: false } })
  assert.deepEqual(noSpawn, {
    kind: 'off',
    setting: 'channels.loopback.threadBindings.spawnSubagentSessions',
  })
  const off = choose({ rules: { enabled: false, spawnSubagentSessions: true } })
  assert.deepEqual(off, { kind: 'off', setting: 'channels.loopback.threadBindings.enabled' })
})

test('[BND10] [CNV5] where there can be none, it says why', () => {
  assert.equal(choose({ kind: 'dm' }).kind, 'impossible')
  assert.equal(choose({ canOpen: false }).kind, 'impossible')
  assert.equal(choose({ visibility: 'private' }).kind, 'impossible')
})

test('[BND5] a thread has a robot and its label for a name, of a hundred characters at most', () => {
  assert.equal(nameThread('looms', 100), '🤖 looms')
  assert.equal(nameThread('two\nlines', 100), '🤖 two lines')
  const long = nameThread('👩‍💻'.repeat(200), 100)
  assert.equal(Array.from(long).length, 100)
  assert.ok(long.endsWith('…'))
})
