import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNextLook } from './choose-next-look.ts'

test('[CHN5] an account that is not heard is looked at sooner than one that is', () => {
  const calm = chooseNextLook([{ state: 'heard' }])
  assert.equal(chooseNextLook([]), calm)
  assert.equal(chooseNextLook(undefined), calm)
  for (const state of ['waiting', 'failing'] as const)
    assert.ok(chooseNextLook([{ state: 'heard' }, { state }]) < calm, state)
})
