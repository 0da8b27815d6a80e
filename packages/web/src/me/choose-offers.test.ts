import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseOffers, grantableRoles, grantableScopes, memberActions } from './choose-offers.ts'

test('[PPL2] only admins and owners are offered invites, settings and the audit log', () => {
  for (const role of ['viewer', 'member'] as const) {
    const sessions = role === 'member'
    assert.deepEqual(chooseOffers(role), { invites: false, team: false, audit: false, sessions })
  }
  for (const role of ['admin', 'owner'] as const) {
    assert.deepEqual(chooseOffers(role), { invites: true, team: true, audit: true, sessions: true })
  }
})

test('[R5] nobody is offered a role above their own, nor a scope that their role has no use for', () => {
  assert.deepEqual(grantableRoles('admin'), ['viewer', 'member', 'admin'])
  assert.deepEqual(grantableRoles('owner'), ['viewer', 'member', 'admin', 'owner'])
  assert.deepEqual(grantableScopes('viewer'), ['read', 'write'])
  assert.deepEqual(grantableScopes('admin'), ['read', 'write', 'admin'])
})

test('[PPL2] an admin manages up to admins, an owner everyone, a member nobody', () => {
  const all = ['role', 'rename', 'remove']
  const other = (role: 'viewer' | 'member' | 'admin' | 'owner') => ({ id: 'per_2', role })
  assert.deepEqual(memberActions({ id: 'per_1', role: 'admin' }, other('admin')), all)
  assert.deepEqual(memberActions({ id: 'per_1', role: 'admin' }, other('owner')), [])
  assert.deepEqual(memberActions({ id: 'per_1', role: 'owner' }, other('owner')), all)
  assert.deepEqual(memberActions({ id: 'per_1', role: 'member' }, other('viewer')), [])
})

test('[PPL2] of oneself, only an owner is offered to step down', () => {
  assert.deepEqual(memberActions({ id: 'per_1', role: 'owner' }, { id: 'per_1', role: 'owner' }), ['role'])
  assert.deepEqual(memberActions({ id: 'per_1', role: 'admin' }, { id: 'per_1', role: 'admin' }), [])
})
