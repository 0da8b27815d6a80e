import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideCredentials, hideSecrets } from './hide-secrets.ts'

test('[I43] what a server was given is not repeated, whole or in part', () => {
  const entry = { headers: { authorization: 'Bearer abc-123-def' }, env: { TOKEN: 'tok-987654', SHORT: 'a' } }
  assert.equal(
    hideSecrets('no: "Bearer abc-123-def", abc-123-def, tok-987654, a', entry),
    'no: "••••••", ••••••, ••••••, a',
  )
  assert.equal(hideSecrets('as it is', {}), 'as it is')
})

test('[I43] of what a tool answered the credentials are hidden, and nothing else', () => {
  const entry = {
    headers: { Authorization: 'Bearer abc-123-def', 'Accept-Language': 'de-DE,de' },
    env: { API_TOKEN: 'tok-987654', ROOT: '/srv/shared' },
  }
  assert.equal(
    hideCredentials('tok-987654 and abc-123-def under /srv/shared in de-DE,de', entry),
    '•••••• and •••••• under /srv/shared in de-DE,de',
  )
})
