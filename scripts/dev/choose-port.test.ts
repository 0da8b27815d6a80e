import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePort } from './choose-port.ts'

test('[REP6] the flag wins over the environment, the environment over 7420', () => {
  assert.equal(choosePort(['--data', 'x', '--port', '8000'], '9000'), 8000)
  assert.equal(choosePort(['--port=8001'], '9000'), 8001)
  assert.equal(choosePort(['--data', 'x'], '9000'), 9000)
  assert.equal(choosePort([], undefined), 7420)
})

test('[REP6] a port that cannot be known beforehand is refused by name', () => {
  for (const bad of ['0', 'web', '70000', '']) {
    assert.throws(() => choosePort(['--port', bad], undefined), /--port/)
  }
  assert.throws(() => choosePort(['--port'], undefined), /--port/)
})
