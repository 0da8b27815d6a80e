import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptOutlet } from '../../test-support/create-test-world.ts'
import { bold, createTerminal, dim } from './terminal.ts'

function openTerminal(options: { isTerminal?: boolean; json?: boolean } = {}) {
  const stdout = createKeptOutlet(options.isTerminal ?? false)
  const stderr = createKeptOutlet(options.isTerminal ?? false)
  const terminal = createTerminal({ stdout, stderr, json: options.json ?? false, canAsk: false })
  return { terminal, stdout, stderr }
}

test('[I45] words are cleaned before they are coloured', () => {
  const { terminal, stdout } = openTerminal({ isTerminal: true })
  terminal.say('plain \x1b[2J ', bold('\x1b]0;title\x07name'))
  assert.equal(stdout.text(), 'plain \\x1b[2J \x1b[1m\\x1b]0;title\\x07name\x1b[22m\n')
})

test('[OPS1] there is no colour where nobody looks', () => {
  const { terminal, stdout } = openTerminal()
  terminal.say(bold('name'), dim(' dim'))
  assert.equal(stdout.text(), 'name dim\n')
})

test('[OPS1] a table is aligned by what its cells take on the screen', () => {
  const { terminal, stdout } = openTerminal()
  terminal.table([
    ['handle', 'role'],
    [bold('@日本'), 'owner'],
    ['@a\x1b', 'viewer'],
  ])
  assert.equal(stdout.text(), 'handle  role\n@日本   owner\n@a\\x1b  viewer\n')
})

test('[OPS1] with --json only the one value is printed', () => {
  const { terminal, stdout, stderr } = openTerminal({ json: true })
  terminal.say('for people')
  terminal.note('for people')
  terminal.table([['for', 'people']])
  terminal.print({ ok: true })
  assert.equal(stdout.text(), '{"ok":true}\n')
  assert.equal(stderr.text(), '')
})
