import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelMessage } from '../model.ts'
import { chooseToolStep } from './demo-tool-scenes.ts'

const all = new Set(['write', 'edit', 'read', 'exec', 'attach'])

/** Plays a scene to its end; every call is answered with this. */
function play(text: string, answer: (name: string) => { output: string; isError: boolean }) {
  const after: ModelMessage[] = []
  const called: string[] = []
  for (let steps = 0; steps < 20; steps++) {
    const step = chooseToolStep(text, after, all)
    assert.ok(step)
    if (step.calls.length === 0) return { called, end: step.text }
    for (const { name } of step.calls) {
      called.push(name)
      after.push({ role: 'tool', callId: String(after.length), name, ...answer(name) })
    }
  }
  return assert.fail('the scene has no end')
}

const works = () => ({ output: 'fine', isError: false })

test('[AGT4] the demo model works with files, runs a command and asks first', () => {
  assert.deepEqual(play('show me tools', works).called, ['write', 'edit', 'read'])
  assert.deepEqual(play('run a command', works).called, ['exec'])
  for (const said of [
    'send me a file',
    'please attach a file',
    'give me some files',
    'Hand over the file.',
  ]) {
    assert.deepEqual(play(said, works).called, ['write', 'write', 'attach'], said)
  }
  const asked = play('ask me first', works)
  assert.deepEqual(asked.called, ['exec'])
  assert.match(asked.end, /fine/)
})

test('[AGT4] what a tool answers is told, whatever it is, and stays inside its fence', () => {
  const denied = play('ask me first', () => ({ output: 'Ann denied this call. ``` hello', isError: true }))
  assert.match(denied.end, /did not do it/)
  assert.match(denied.end, /^````\n/m)
  assert.match(
    play('use files', (name) => ({ output: 'disk full', isError: name === 'edit' })).end,
    /disk full/,
  )
})

test('[AGT4] without the tools it says so; and what asks for none is not for it', () => {
  assert.match(chooseToolStep('run a command', [], new Set(['read']))?.text ?? '', /`exec`/)
  assert.equal(chooseToolStep('hello', [], all), undefined)
  assert.equal(chooseToolStep('ask me something', [], all), undefined)
})
