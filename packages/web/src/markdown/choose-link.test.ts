import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLink, mayLead } from './choose-link.ts'

const origin = 'https://heddle.example'

test('[UIM2] http, https and mailto lead outside', () => {
  for (const href of ['https://a.example/x?y#z', 'http://a.example/', 'mailto:ann@a.example']) {
    assert.deepEqual(chooseLink(href, origin), { kind: 'outside', href })
    assert.equal(mayLead(href), true)
  }
})

test('[UIM2] a session of this app opens within it, written with or without its host', () => {
  const session = { kind: 'session', path: '/sessions/ses_1?at=3#evt_2' }
  assert.deepEqual(chooseLink('/sessions/ses_1?at=3#evt_2', origin), session)
  assert.deepEqual(chooseLink(`${origin}/sessions/ses_1?at=3#evt_2`, origin), session)
  assert.deepEqual(chooseLink('https://other.example/sessions/ses_1', origin).kind, 'outside')
  assert.deepEqual(chooseLink(`${origin}/settings`, origin).kind, 'outside')
})

test('[UIM2] a file of this app is one', () => {
  assert.deepEqual(chooseLink('/api/v1/files/fil_1', origin), { kind: 'file', path: '/api/v1/files/fil_1' })
})

test('[UIM2] nothing else is a link', () => {
  for (const href of [
    '',
    '#here',
    '/',
    '/sessions/',
    '/settings',
    '/api/v1/tokens',
    '/sessions/../api/v1/tokens',
    '//evil.example/sessions/x',
    '/\\evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://heddle.example/x',
    'http:evil.example',
    'https://',
    'tel:123',
  ]) {
    assert.deepEqual(chooseLink(href, origin), { kind: 'none' }, href)
    assert.equal(mayLead(href), false, href)
  }
})
