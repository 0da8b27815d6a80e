import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSections } from './sections.ts'

test('[PPL2] team settings and the audit log are offered to admins and owners only', () => {
  const ids = (role: 'viewer' | 'member' | 'admin' | 'owner') =>
    chooseSections(role).map((section) => section.id)
  assert.deepEqual(ids('member'), ['you', 'appearance', 'sign-ins', 'tokens'])
  assert.deepEqual(ids('viewer'), ids('member'))
  assert.deepEqual(ids('admin'), ['you', 'appearance', 'sign-ins', 'tokens', 'team', 'audit'])
  assert.deepEqual(ids('owner'), ids('admin'))
})
