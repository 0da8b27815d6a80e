import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxFinding } from './look-at-sandbox.ts'

test('[AGT5] doctor says where commands run, and what to do for a better place', () => {
  assert.equal(sandboxFinding({ kind: 'bubblewrap', notes: [] }, undefined).state, 'ok')
  const open = sandboxFinding({ kind: 'approval', notes: ['bubblewrap is not installed.'] }, 'auto')
  assert.equal(open.state, 'warn')
  assert.match(open.text, /each command needs an approval\. bubblewrap is not installed\./)
  assert.match(open.todo ?? '', /apt-get install bubblewrap/)
})

test('[AGT5] doctor does not warn of what was chosen, but of a choice that does not work', () => {
  assert.equal(sandboxFinding({ kind: 'approval', notes: [] }, 'approval').state, 'ok')
  assert.equal(sandboxFinding({ kind: 'off', notes: [] }, 'off').state, 'ok')
  assert.equal(sandboxFinding({ kind: 'off', notes: [] }, undefined).state, 'ok')
  assert.equal(sandboxFinding({ kind: 'off', notes: [] }, 'bubblewrap').state, 'warn')
})
