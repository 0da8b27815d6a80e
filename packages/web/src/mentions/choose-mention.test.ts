import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNamed, completeMention, findMention, type Named } from './choose-mention.ts'

const person = (handle: string, name: string, isOutside = false): Named => ({
  handle,
  name,
  what: 'person',
  ...(isOutside && { isOutside }),
})
const everyone = [
  person('ann', 'Ann Lee'),
  person('bob', 'Bob Okafor', true),
  person('mei', 'Mei Tanaka'),
  person('zoe', 'Zoë Bobrova'),
  { handle: 'main', name: 'Main', what: 'agent' } as const,
]
const handles = (typed: string) => chooseNamed(typed, everyone).map(({ handle }) => handle)
const at = (text: string) => findMention(text, text.length)

test('[UID6] a name is looked for from the sign on, where one may begin', () => {
  assert.deepEqual(at('@'), { start: 0, typed: '' })
  assert.deepEqual(at('thanks @an'), { start: 7, typed: 'an' })
  assert.deepEqual(at('(@an'), { start: 1, typed: 'an' })
  assert.deepEqual(at('@ann/@b'), { start: 5, typed: 'b' })
  assert.deepEqual(at('谢谢@mei'), { start: 2, typed: 'mei' })
  assert.deepEqual(findMention('@an and more', 3), { start: 0, typed: 'an' })
})

test('[UID6] no name is looked for in an address, behind a backslash, in code or after the name has ended', () => {
  for (const text of ['ann@ex', '@@an', '\\@an', '`@an', '```\n@an', '@ann ', 'nothing', '_@an'])
    assert.equal(at(text), undefined, text)
  // A pair of them protects nothing, and code that has ended neither.
  for (const text of ['\\\\@an', '`x` @an', '```\nx\n```\n@an']) assert.notEqual(at(text), undefined, text)
})

test('[UID6] whoever begins like it comes first, whoever may not see the session last; case and accents do not count', () => {
  assert.deepEqual(handles('b'), ['zoe', 'bob'])
  assert.deepEqual(handles('ZÓ'), ['zoe'])
  assert.deepEqual(handles('zoë'), [])
  assert.deepEqual(handles('m'), ['mei', 'main'])
  assert.deepEqual(handles('nobody'), [])
  assert.deepEqual(handles(''), ['ann', 'mei', 'zoe', 'main', 'bob'])
})

test('[UID6] what was typed to its end and means one alone is offered no more: Enter sends', () => {
  assert.deepEqual(handles('ann'), [])
  assert.deepEqual(
    chooseNamed('ann', [...everyone, person('anna', 'Anna')]).map(({ handle }) => handle),
    ['ann', 'anna'],
  )
})

test('[UID6] what is taken stands in place of what was typed, with a space behind it', () => {
  const typed = { start: 3, typed: 'an' }
  assert.deepEqual(completeMention('to @an', typed, 'ann'), { text: 'to @ann ', caret: 8 })
  assert.deepEqual(completeMention('to @an now', typed, 'ann'), { text: 'to @ann now', caret: 8 })
  assert.deepEqual(completeMention('to @an, now', typed, 'ann'), { text: 'to @ann, now', caret: 7 })
  assert.deepEqual(completeMention('to @an!', typed, 'ann'), { text: 'to @ann!', caret: 7 })
})
