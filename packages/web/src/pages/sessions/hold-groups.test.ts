import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../gallery/sample-list.ts'
import type { Group, GroupId } from './choose-groups.ts'
import { holdGroups } from './hold-groups.ts'

const group = (id: GroupId, ids: string, title = 'Old'): Group => ({
  id,
  rows: ids.split('').map((one) => ({ session: listed({ id: one, title }), depth: 0 })),
})
const shape = (groups: Group[]) =>
  groups.map(({ id, rows }) => `${id} ${rows.map(({ session }) => session.id).join('')}`)

test('[UIL4] while someone points at the list no row moves, leaves or comes between, but each says what is new', () => {
  const shown = [group('needs', 'a'), group('running', 'b'), group('finished', 'cde')]
  const fresh = [group('needs', 'nb', 'New'), group('finished', 'ace', 'New')]
  const held = holdGroups(shown, fresh)
  assert.deepEqual(shape(held), ['needs a', 'running b', 'finished cde'])
  assert.equal(held[0]?.rows[0]?.session.title, 'New')
  assert.equal(held[2]?.rows[1]?.session.title, 'Old')
})

test('[UIL4] what is loaded at the end is added all the same', () => {
  const shown = [group('running', 'b'), group('finished', 'cd')]
  const fresh = [group('needs', 'b'), group('finished', 'xcdef')]
  assert.deepEqual(shape(holdGroups(shown, fresh)), ['running b', 'finished cdef'])
})

test('[UIL4] an empty list holds nothing back', () => {
  assert.deepEqual(shape(holdGroups([], [group('needs', 'a')])), ['needs a'])
})
