import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseOffered, completeArgument, findArgument } from './choose-argument.ts'

const find = (text: string, caret = text.length) => findArgument(text, caret)?.typed
const linen = { name: 'linen', about: 'main · running', value: 'linen' }
const wool = [1, 2].map((i) => ({ name: 'Wool yarn', about: `begun ${i}s ago`, value: `run_${i}` }))
const names = (typed: string) => chooseOffered(typed, [linen, ...wool])?.items.map(({ value }) => value)

test('[UIC1] what names somebody behind a command is completed, at the end of the text alone', () => {
  assert.equal(find('/focus lin'), 'lin')
  assert.equal(find('/focus '), '')
  assert.equal(find('/focus'), undefined)
  assert.equal(find('/focus lin', 8), undefined)
  assert.equal(find('/subagents steer li'), 'li')
  assert.equal(find('/subagents steer "Wool y'), '"Wool y')
  assert.equal(find('/subagents steer linen go on'), undefined)
  assert.equal(find('/subagents list '), undefined)
  assert.equal(find('/model ho'), 'ho')
  assert.equal(find('/model '), undefined)
  assert.equal(find('/note lin'), undefined)
})

test('[UIC1] [CMD2] a name that means one is run as it is; of several the reader says which', () => {
  assert.deepEqual(names('li'), ['linen'])
  assert.equal(names('LINEN'), undefined)
  assert.equal(names('run_1'), undefined)
  assert.equal(names('moon'), undefined)
  assert.deepEqual(names(''), ['linen', 'run_1', 'run_2'])
  assert.deepEqual(names('"wool yarn"'), ['run_1', 'run_2'])
  assert.equal(chooseOffered('wool yarn', wool)?.isGuess, true)
})

test('[UIC1] what is taken leaves room for what has to follow', () => {
  const complete = (text: string) => completeArgument(findArgument(text, text.length)!, 'linen').text
  assert.equal(complete('/focus li'), '/focus linen')
  assert.equal(complete('/subagents steer li'), '/subagents steer linen ')
})
