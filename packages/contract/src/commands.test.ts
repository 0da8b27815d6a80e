import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand } from './commands.ts'

test('[CMD6] a command is a slash and a word; what stands behind it is its argument', () => {
  assert.deepEqual(parseCommand('/stop'), { kind: 'command', name: 'stop', argument: '' })
  assert.deepEqual(parseCommand('/STOP \n'), { kind: 'command', name: 'stop', argument: '' })
  assert.deepEqual(parseCommand('/note  look\nhere '), {
    kind: 'command',
    name: 'note',
    argument: 'look\nhere',
  })
})

test('[CMD6] a path, a lone slash or a slash further in is just text', () => {
  for (const text of [
    '/etc/hosts is gone',
    '/',
    '// hello',
    ' /stop',
    'a /stop',
    '/1st',
    '/stop!',
    'hello',
  ]) {
    assert.deepEqual(parseCommand(text), { kind: 'text' }, text)
  }
})

test('[CMD8] an unknown command comes with the nearest known one', () => {
  assert.deepEqual(parseCommand('/stpo'), { kind: 'unknown', name: 'stpo', nearest: 'stop' })
  assert.deepEqual(parseCommand('/xylophone now'), {
    kind: 'unknown',
    name: 'xylophone',
    nearest: undefined,
  })
  assert.deepEqual(parseCommand('/constructor'), {
    kind: 'unknown',
    name: 'constructor',
    nearest: undefined,
  })
})

test('[CMD8] a command that is written wrongly says how', () => {
  assert.deepEqual(parseCommand('/stop everything'), {
    kind: 'wrong',
    name: 'stop',
    problem: '/stop takes nothing behind it',
  })
  assert.deepEqual(parseCommand('/note'), { kind: 'wrong', name: 'note', problem: '/note needs <text>' })
})
