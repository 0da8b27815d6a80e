import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import { scanMentions } from '@heddle/contract/mentions'
import { chooseMentions, chooseNamedInTurn, handlesIn, type Named } from './choose-mentions.ts'

const id = (name: string) => name as PersonId
const named: Named = {
  people: new Map([
    ['kim', { id: id('p1'), maySee: true }],
    ['kimmy', { id: id('p1'), maySee: true }],
    ['lou', { id: id('p2'), maySee: false }],
    ['王芳', { id: id('p3'), maySee: true }],
  ]),
  agents: new Map([['main', 'main']]),
}

const chooseIn = (text: string) => chooseMentions(scanMentions(text), named)

test('[MEN1] people and agents are named in the order of the text, each once', () => {
  assert.deepEqual(chooseIn('@main: @kim, @KIM and @kimmy.'), {
    mentions: ['main', 'kim', 'kimmy'],
    rejected: [],
    people: ['p1'],
    agents: ['main'],
  })
})

test('[MEN2] who may not see it is not a member of it, who is not here is unknown; nobody else is named', () => {
  assert.deepEqual(chooseIn('@lou @nobody @kim.x `@main`'), {
    mentions: [],
    rejected: [
      { handle: 'lou', reason: 'not_a_member' },
      { handle: 'nobody', reason: 'unknown' },
      { handle: 'kim.x', reason: 'unknown' },
    ],
    people: [],
    agents: [],
  })
})

test('[MEN1] every handle that could be meant is looked up, whoever turns out to be here', () => {
  assert.deepEqual(handlesIn(scanMentions('no one, a@b.c, `@x`')), [])
  const asked = handlesIn(scanMentions('@kim. and @王芳你好'))
  for (const handle of ['kim', '王芳', '王芳你好']) assert.ok(asked.includes(handle), handle)
  assert.deepEqual(chooseIn('@王芳你好').mentions, ['王芳'])
})

test('[MEN1] of those whom an agent names, so many in a turn are told, and nobody twice', () => {
  const people = ['a', 'b', 'c', 'd'].map(id)
  assert.deepEqual(chooseNamedInTurn(people, [], 5), people)
  assert.deepEqual(chooseNamedInTurn(people, [id('x'), id('b'), id('y')], 5), ['a', 'c'])
  assert.deepEqual(chooseNamedInTurn(people, ['v', 'w', 'x', 'y', 'z'].map(id), 5), [])
})
