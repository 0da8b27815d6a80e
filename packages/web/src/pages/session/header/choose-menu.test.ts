import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whole } from '../../../../test/sample-log.ts'
import { chooseMenu } from './choose-menu.ts'

const maker = { id: 'per_1', role: 'member' } as const
const other = { id: 'per_2', role: 'member' } as const

test('[UIC8] the menu offers what one may do: rename and fork to members, the archive to the maker and admins', () => {
  assert.deepEqual(chooseMenu(maker, whole(), true), [
    'rename',
    'people',
    'usage',
    'search',
    'copyLink',
    'fork',
    'archive',
  ])
  assert.deepEqual(chooseMenu(other, whole(), true), [
    'rename',
    'people',
    'usage',
    'search',
    'copyLink',
    'fork',
  ])
  assert.deepEqual(chooseMenu({ ...other, role: 'admin' }, whole(), false).at(-1), 'archive')
  assert.deepEqual(chooseMenu({ ...other, role: 'viewer' }, whole(), true), [
    'people',
    'usage',
    'search',
    'copyLink',
  ])
})

test('[UIC8] an archived session can be taken out again, and not be renamed', () => {
  const archived = whole({ state: 'archived' })
  assert.deepEqual(chooseMenu(maker, archived, true), [
    'people',
    'usage',
    'search',
    'copyLink',
    'fork',
    'unarchive',
  ])
})
