import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableText } from './readable-text.ts'

const names = {
  ownId: '1',
  ownRoleIds: new Set(['11']),
  user: (id: string) => ({ '2': 'bob.b' })[id],
  role: (id: string) => ({ '12': 'weavers' })[id],
  channel: (id: string) => ({ '3': 'general' })[id],
}

const read = (text: string) => readableText(text, names)

test('[CNV3] our own name is taken out, as a user and as a role, wherever it stands', () => {
  assert.equal(read('<@1> hello'), 'hello')
  assert.equal(read('<@!1>: hello'), 'hello')
  assert.equal(read('<@1> <@&11>, hello'), 'hello')
  assert.equal(read('hello <@1>, how\nare <@1>you'), 'hello, how\nareyou')
  assert.equal(read('<@1> /stop'), '/stop')
  assert.equal(read('<@1>'), '')
})

test('[PPL4] people, roles and channels are called by name; what is not known stays as it is', () => {
  assert.equal(read('<@2> and <@!2>, <@&12> in <#3>'), '@bob.b and @bob.b, @weavers in #general')
  assert.equal(read('<@99> <@&99> <#99>'), '<@99> <@&99> <#99>')
  assert.equal(read('@everyone <@12'), '@everyone <@12')
})

test('[CNV3] emoji, times and commands are read as people see them', () => {
  assert.equal(read('<:yes:123> <a:party_time:124>'), ':yes: :party_time:')
  assert.equal(read('at <t:1700000000:R> or <t:0>'), 'at 2023-11-14 22:13 UTC or 1970-01-01 00:00 UTC')
  assert.equal(read('<t:9999999999999>'), '<t:9999999999999>')
  assert.equal(read('try </session ttl:55>'), 'try /session ttl')
})
