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

test('[I43] what an MCP server is given in its environment and its headers is not told', () => {
  const servers = {
    web: { url: 'https://x/mcp', headers: { Authorization: 'Bearer t' } },
    own: { env: { GH: 'g' }, args: ['-v'] },
  }
  assert.deepEqual(maskConfigValue('tools.mcp', servers), {
    web: { url: 'https://x/mcp', headers: { Authorization: '••••••' } },
    own: { env: { GH: '••••••' }, args: ['-v'] },
  })
  assert.deepEqual(maskConfigValue('tools.exec', { env: ['LANG'] }), { env: ['LANG'] })
})
