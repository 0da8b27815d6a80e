import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames } from '@heddle/contract'
import { chooseCompletion, complete } from './choose-completion.ts'

const names = (text: string, caret = text.length) =>
  chooseCompletion(text, caret)?.items.map(({ name }) => name)

test('[UIC1] a slash at the start offers every command, and more letters fewer', () => {
  assert.deepEqual(names('/'), commandNames)
  assert.deepEqual(names('/st'), ['stop', 'status'])
  assert.deepEqual(names('/ST'), ['stop', 'status'])
  assert.deepEqual(names('/no'), ['note'])
})

test('[UIC1] a word that begins like none offers the nearest as a guess, and nothing when none is near', () => {
  assert.deepEqual(chooseCompletion('/sttaus', 7)?.isGuess, true)
  assert.deepEqual(names('/sttaus'), ['status'])
  assert.equal(names('/weather'), undefined)
  assert.equal(chooseCompletion('/st', 3)?.isGuess, false)
})

test('[UIC1] nothing is offered for a slash further on, a path, behind the word, or a command that is complete', () => {
  assert.equal(names('and /st'), undefined)
  assert.equal(names('/etc/hosts'), undefined)
  assert.equal(names('/note hello'), undefined)
  assert.equal(names('/st', 0), undefined)
  assert.equal(names('/stop'), undefined)
  assert.deepEqual(names('/note'), ['note'])
})

test('[UIC1] taking one writes its name, leaves a space where something follows, and keeps what stood behind', () => {
  const [stop] = chooseCompletion('/sto', 4)?.items ?? []
  const [note] = chooseCompletion('/no', 3)?.items ?? []
  assert.ok(stop && note)
  assert.deepEqual(complete('/sto', stop), { text: '/stop', caret: 5 })
  assert.deepEqual(complete('/no', note), { text: '/note ', caret: 6 })
  assert.deepEqual(complete('/no  the tide turns', note), { text: '/note the tide turns', caret: 6 })
})
