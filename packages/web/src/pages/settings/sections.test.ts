import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSections, sectionAt } from './sections.ts'

test('[PPL2] team settings and the audit log are offered to admins and owners only', () => {
  const ids = (role: 'viewer' | 'member' | 'admin' | 'owner') =>
    chooseSections(role, true).map((section) => section.id)
  const own = [
    'you',
    'appearance',
    'notifications',
    'keyboard',
    'sign-ins',
    'tokens',
    'models',
    'agents',
    'tools',
  ]
  assert.deepEqual(ids('member'), own)
  assert.deepEqual(ids('viewer'), ids('member'))
  assert.deepEqual(ids('admin'), [...own, 'mcp', 'channels', 'team', 'audit'])
  assert.deepEqual(ids('owner'), ids('admin'))
})

test('[COL1] without notifications there is nothing to choose about them', () => {
  assert.equal(
    chooseSections('owner', false).some(({ id }) => id === 'notifications'),
    false,
  )
})

test('[UIV1] the form of a provider belongs to the models, and an unknown part to nothing', () => {
  const at = (path: string) => sectionAt(chooseSections('admin', true), path)?.id
  assert.equal(at('/settings'), 'you')
  assert.equal(at('/settings/models'), 'models')
  assert.equal(at('/settings/models/change/openai'), 'models')
  assert.equal(at('/settings/modelsx'), undefined)
  assert.equal(at('/settings/tokens/x'), undefined)
})
