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

test('[UIC1] [CMD1] behind a command that is written in several ways these are offered, narrowed by what is typed', () => {
  const all = ['list', 'info', 'log', 'send', 'steer', 'kill', 'spawn'].map((word) => `subagents ${word}`)
  assert.deepEqual(names('/subagents '), all)
  assert.deepEqual(names('/SUBAGENTS  s'), ['subagents send', 'subagents steer', 'subagents spawn'])
  assert.equal(chooseCompletion('/subagents ki', 13)?.items[0]?.usage, '<id|#|all>')
  assert.deepEqual(
    [names('/subagents kll'), chooseCompletion('/subagents kll', 14)?.isGuess],
    [['subagents kill'], true],
  )
  assert.deepEqual(names('/subagents kill'), ['subagents kill'], 'something has to come behind it')
  for (const text of [
    '/subagents list',
    '/subagents kill #1',
    '/subagents send a li',
    '/note li',
    '/subagents weather',
  ]) {
    assert.equal(names(text), undefined, text)
  }
})

test('[UIC1] taking a form writes the command with it, and keeps what stood behind', () => {
  const [info] = chooseCompletion('/subagents in', 13)?.items ?? []
  const [list] = chooseCompletion('/subagents ', 11)?.items ?? []
  assert.ok(info && list)
  assert.deepEqual(complete('/subagents in', info), { text: '/subagents info ', caret: 16 })
  assert.deepEqual(complete('/subagents in #2', info), { text: '/subagents info #2', caret: 16 })
  assert.deepEqual(complete('/subagents ', list), { text: '/subagents list', caret: 15 })
})
