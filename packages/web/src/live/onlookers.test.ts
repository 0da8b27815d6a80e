import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerFrame } from '@heddle/contract'
import { entry, scope } from '../../test/sample-log.ts'
import { chooseNextLookMs, choosePresence } from './choose-presence.ts'
import { applyOnlookers, noOnlookers, withoutExpired } from './onlookers.ts'

const bob = { id: 'per_2', handle: 'bob', name: 'Bob' }
const mei = { id: 'per_3', handle: 'mei', name: 'Mei' }
const told = (people: object[]): ServerFrame => ({ type: 'eph', scope, kind: 'presence', people })
const types = (person: object): ServerFrame => ({
  type: 'eph',
  scope,
  kind: 'typing',
  person,
  expiresMs: 6_000,
})

test('[UIS4] a snapshot says who looks on, each change changes it, and who goes is gone', () => {
  const presence = [{ ...bob, state: 'active' }]
  const first = applyOnlookers(
    noOnlookers,
    { type: 'snap', scope, seq: 1, state: { presence }, events: [] },
    0,
  )
  const more = applyOnlookers(
    first,
    told([
      { ...mei, state: 'away' },
      { ...bob, state: 'idle' },
    ]),
    0,
  )
  assert.deepEqual(
    more.people.map(({ name, state }) => [name, state]),
    [
      ['Bob', 'idle'],
      ['Mei', 'away'],
    ],
  )
  const typing = applyOnlookers(more, types(bob), 0)
  const less = applyOnlookers(typing, told([{ ...bob, state: 'gone' }]), 0)
  assert.deepEqual([less.people.map(({ name }) => name), less.typing], [['Mei'], []])
})

test('[UIS4] who types is shown until it is too long ago or the message is here', () => {
  const both = applyOnlookers(applyOnlookers(noOnlookers, types(bob), 0), types(mei), 1_000)
  const again = applyOnlookers(both, types(bob), 3_000)
  assert.deepEqual(
    withoutExpired(again, 7_000).typing.map(({ name }) => name),
    ['Bob'],
  )
  const message = entry(1, 'message.user', {}, { actor: { kind: 'person', id: bob.id, name: 'Bob' } })
  const said = applyOnlookers(both, { ...message, type: 'ev', scope }, 2_000)
  assert.deepEqual(
    said.typing.map(({ name }) => name),
    ['Mei'],
  )
})

test('[UIS4] what cannot be read changes nothing', () => {
  const known = applyOnlookers(noOnlookers, types(bob), 0)
  assert.equal(applyOnlookers(known, told([{ id: 7 }]), 0), known)
  assert.equal(applyOnlookers(known, types({}), 0), known)
  assert.equal(applyOnlookers(known, { type: 'eph', scope, kind: 'weather' }, 0), known)
})

test('[UIS4] one is idle after two minutes or in another tab, and away after ten minutes', () => {
  const minute = 60_000
  assert.deepEqual(
    [0, 2, 9, 10].map((minutes) => choosePresence(minutes * minute, true)),
    ['active', 'idle', 'idle', 'away'],
  )
  assert.deepEqual(
    [0, 10].map((minutes) => choosePresence(minutes * minute, false)),
    ['idle', 'away'],
  )
  assert.deepEqual(
    [0, 2, 10].map((minutes) => chooseNextLookMs(minutes * minute)),
    [2 * minute, 8 * minute, undefined],
  )
})
