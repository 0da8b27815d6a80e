import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import { personaOf } from './choose-persona.ts'

const main = { id: 'main', name: 'Main', avatar: null }
const ops = { id: 'ops', name: 'Ops', avatar: 'https://pictures.example/ops.png' }

test("[PER1] the account's own agent speaks as the account, every other one under its name", () => {
  assert.deepEqual(personaOf({ agent: main, label: null, accountAgentId: 'main' }), {
    name: 'Main',
    agentId: 'main',
    isAccount: true,
  })
  assert.deepEqual(personaOf({ agent: ops, label: null, accountAgentId: 'main' }), {
    name: 'Ops',
    avatarUrl: 'https://pictures.example/ops.png',
    agentId: 'ops',
    isAccount: false,
  })
})

test("[PER1] a sub-agent speaks under its label, also that of the account's own agent", () => {
  const persona = personaOf({ agent: main, label: 'deep  dig\n', accountAgentId: 'main' })
  assert.deepEqual([persona.name, persona.isAccount], ['Main · deep dig', false])
})

test('[PER1] a picture that platforms could not show is left out', () => {
  for (const avatar of ['🦊', 'http://pictures.example/a.png', '/a.png']) {
    const persona = personaOf({ agent: { ...ops, avatar }, label: null, accountAgentId: 'main' })
    assert.equal(persona.avatarUrl, undefined, avatar)
  }
})

test('[PER1] a name is never longer than 80 signs, and no sign is cut in half', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (label) => {
      const { name } = personaOf({ agent: ops, label, accountAgentId: 'main' })
      assert.ok(name.length <= limits.personaCharsMax)
      assert.ok(name.isWellFormed())
    }),
  )
})
