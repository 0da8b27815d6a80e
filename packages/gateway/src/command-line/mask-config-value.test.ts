import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskConfigValue } from './mask-config-value.ts'

test('[I43] what config shows has no secret in it', () => {
  assert.equal(maskConfigValue('models.providers.x.apiKey', 'sk-1'), '••••••')
  assert.equal(maskConfigValue('channels.x.token', 'abc'), '••••••')
  assert.deepEqual(maskConfigValue('channels', { a: [{ botToken: 'abc', name: 'b' }] }), {
    a: [{ botToken: '••••••', name: 'b' }],
  })
  assert.equal(
    maskConfigValue('server.publicUrl', 'https://u:pw@h.example/x'),
    'https://u:••••••@h.example/x',
  )
  assert.equal(maskConfigValue('channels.x.password', 12_345_678), '••••••')
  assert.equal(maskConfigValue('server.port', 7420), 7420)
  assert.equal(maskConfigValue('team.name', 'Monkey'), 'Monkey')
})
