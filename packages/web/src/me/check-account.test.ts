import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { checkAccount, handlePreview, handleProblem, passwordProblem, withoutAt } from './check-account.ts'

const fine = { handle: 'ann', name: 'Ann', password: 'x'.repeat(limits.passwordCharsMin) }

test('[M5] what the contract would refuse is said before it is sent, as a sentence', () => {
  assert.deepEqual(checkAccount(fine), {})
  assert.match(handleProblem('-ann') ?? '', /^A handle starts with a letter/)
  assert.match(handleProblem('ann.') ?? '', /^A handle may not end/)
  assert.match(handleProblem('x'.repeat(65)) ?? '', /^This handle is longer than 64/)
  assert.equal(handleProblem(' '), 'Choose a handle.')
})

test('[M10] a reserved word is named', () => {
  assert.equal(handleProblem('Here'), '"here" is a reserved word.')
})

test('[M8] a handle that is kept in another form is shown in that form', () => {
  assert.equal(handlePreview('Ann'), 'ann')
  assert.equal(handlePreview('ann'), undefined)
  assert.equal(handlePreview('-ann'), undefined)
})

test('[PPL1] the sign before a handle may be typed along', () => {
  assert.equal(withoutAt(' @ann '), 'ann')
  assert.equal(handleProblem('@ann'), undefined)
})

test('[PPL1] every missing part of an account is named at its field', () => {
  assert.deepEqual(Object.keys(checkAccount({ handle: '', name: ' ', password: '' })), [
    'handle',
    'name',
    'password',
  ])
  assert.match(passwordProblem('short') ?? '', /at least 10/)
})
