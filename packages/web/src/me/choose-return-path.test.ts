import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseReturnPath, signInPath } from './choose-return-path.ts'

test('[PPL1] sign-in leads back to where one wanted to go', () => {
  const path = '/members?text=a&x=1'
  assert.equal(chooseReturnPath(new URL(signInPath(path), 'http://h').search), path)
  assert.equal(signInPath('/'), '/sign-in')
  assert.equal(chooseReturnPath(''), '/')
})

test('[R15] sign-in never leads to another site', () => {
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\\b',
  ]) {
    assert.equal(chooseReturnPath(`?to=${encodeURIComponent(bad)}`), '/', bad)
  }
})

test('[PPL1] sign-in does not lead to itself, nor to a used link', () => {
  for (const path of ['/sign-in', '/sign-in?to=%2F', '/join']) {
    assert.equal(chooseReturnPath(`?to=${encodeURIComponent(path)}`), '/', path)
  }
  assert.equal(chooseReturnPath('?to=%2Fjoined'), '/joined')
})
