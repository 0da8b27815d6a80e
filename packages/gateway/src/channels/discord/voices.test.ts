import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Persona } from '../channel.ts'
import { inOwnVoice, nameInFrontCharsMax } from './fallback-voice.ts'
import { avatarUrlOf, usernameOf } from './voices.ts'

const named = (name: string): Persona => ({ name, agentId: 'poet', isAccount: false })

test('[PER1] whatever an agent is called, Discord takes its name', () => {
  assert.equal(usernameOf(named('Poet · sums')), 'Poet · sums')
  assert.equal(usernameOf(named('  My\nDISCORD  clyde ')), 'My disc·ord cly·de')
  assert.equal(usernameOf(named('everyone')), 'everyone·')
  assert.equal(usernameOf(named('')), '·')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
      const username = usernameOf(named(name))
      assert.ok(username.length >= 1 && username.length <= 81 && username.isWellFormed())
      assert.doesNotMatch(username, /discord|clyde/i)
    }),
  )
})

test('[DSC1] a name in front stays within the room that is left for it, and is no markup', () => {
  const room = (name: string) => inOwnVoice(named(name), 'x').length - 'x'.length
  assert.equal(inOwnVoice(named('a*b_c'), 'hello'), '**a\\*b\\_c**: hello')
  assert.equal(inOwnVoice(named('Poet'), ''), '**Poet**:')
  assert.ok(room('x'.repeat(80)) <= nameInFrontCharsMax)
  assert.ok(room('*'.repeat(80)) <= nameInFrontCharsMax)
  for (const block of ['# a', '- a', '1. a', '> a', '```\na\n```', '-# a']) {
    assert.equal(inOwnVoice(named('Poet'), block), `**Poet**:\n${block}`)
  }
  assert.equal(inOwnVoice({ ...named('Poet'), isAccount: true }, 'hello'), 'hello')
})

test('[PER1] only what the whole world can fetch is given as a picture', () => {
  const at = (url: string | undefined) => ({ publicUrl: () => url })
  const own = { ...named('Poet'), avatarUrl: 'https://x.io/a.png' }
  assert.equal(avatarUrlOf(own, at(undefined)), 'https://x.io/a.png')
  assert.equal(avatarUrlOf({ ...own, avatarUrl: 'http://x.io/a.png' }, at(undefined)), undefined)
  assert.equal(avatarUrlOf(named('Poet'), at('http://localhost:7')), undefined)
  const made = avatarUrlOf(named('Poet'), at('https://h.example'))
  assert.match(made ?? '', /^https:\/\/h\.example\/avatars\/[0-9a-f]{32}\.png$/)
  assert.notEqual(made, avatarUrlOf(named('Other'), at('https://h.example')))
})
