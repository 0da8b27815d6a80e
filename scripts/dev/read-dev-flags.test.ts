import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDevFlags } from './read-dev-flags.ts'

test('[REP12] without flags it works in a folder of its own and keeps what is there', () => {
  assert.deepEqual(readDevFlags([]), {
    isFresh: false,
    data: '.heddle-dev',
    discordPort: 7_600,
    start: ['--data', '.heddle-dev'],
  })
})

test('[REP12] its own flag is not handed on, every other one is', () => {
  assert.deepEqual(readDevFlags(['--port', '8000', '--fresh']), {
    isFresh: true,
    data: '.heddle-dev',
    discordPort: 7_600,
    start: ['--data', '.heddle-dev', '--port', '8000'],
  })
  for (const args of [
    ['--data', 'x', '--fresh'],
    ['--fresh', '--data=x'],
  ]) {
    const { data, start } = readDevFlags(args)
    assert.equal(data, 'x')
    assert.deepEqual(
      start,
      args.filter((arg) => arg !== '--fresh'),
    )
  }
})

test('[REP12] where the emulated Discord listens is its own flag, and must be a port', () => {
  for (const flag of [['--discord-port', '7700'], ['--discord-port=7700']]) {
    const { discordPort, start } = readDevFlags([...flag, '--port', '8000'])
    assert.deepEqual([discordPort, start], [7_700, ['--data', '.heddle-dev', '--port', '8000']])
  }
  for (const bad of [['--discord-port'], ['--discord-port=0'], ['--discord-port', 'web']]) {
    assert.throws(() => readDevFlags(bad), /--discord-port/, bad.join(' '))
  }
})

test('[REP12] a data folder without a name is refused by its flag', () => {
  for (const args of [['--data'], ['--data='], ['--data', '--fresh', '--port', '1']]) {
    assert.throws(() => readDevFlags(args), /--data/, args.join(' '))
  }
})
