import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

const keys = ['role', 'note', 'expiresInHours', 'name', 'server.publicUrl', 'timeZone']

test('[API1] [OPS2] a slip of the fingers finds the right word', () => {
  const slips: Record<string, string> = {
    rol: 'role',
    rolle: 'role',
    roel: 'role',
    ROLE: 'role',
    nane: 'name',
    expireInHours: 'expiresInHours',
    'server.publicURL': 'server.publicUrl',
    'server.publcUlr': 'server.publicUrl',
    timezone: 'timeZone',
  }
  for (const [slip, right] of Object.entries(slips)) assert.equal(nearest(slip, keys), right, slip)
})

test('[API1] another word finds nothing, and neither does nothing at all', () => {
  for (const word of ['password', 'x', 'zzzz', '', 'a'.repeat(10_000)])
    assert.equal(nearest(word, keys), undefined, word)
  assert.equal(nearest('role', []), undefined)
})

test('[API1] of several the nearest is named, of equals the first', () => {
  assert.equal(nearest('reed', ['need', 'read', 'write']), 'need')
  assert.equal(nearest('membe', ['members', 'member']), 'member')
})

test('[R12] its time does not grow with what someone sends', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `candidate-${i}`)
  assert.equal(nearest('x'.repeat(1_000_000), many), undefined)
})
