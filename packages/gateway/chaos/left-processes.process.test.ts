import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { markName } from '../src/agents/tools/exec/process-marks.ts'
import { findLeftProcesses } from './left-processes.ts'

test('[R18] the rounds see a process that outlived its gateway, and not those of the one that runs', async () => {
  const folder = '/tmp/heddle-left-processes'
  const prefix = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const env = { ...process.env, [markName]: `${prefix}.4711-1.1` }
  // As a shell that a command left behind, with a session of its own.
  const orphan = spawn('sleep', ['60'], { env, detached: true, stdio: 'ignore' })
  await once(orphan, 'spawn')
  try {
    assert.match(findLeftProcesses(folder).join(), new RegExp(`the process ${orphan.pid} .*sleep 60`))
    assert.match(findLeftProcesses(folder, 4712).join(), new RegExp(`the process ${orphan.pid} `))
    assert.deepEqual(findLeftProcesses(folder, 4711), [])
    assert.deepEqual(findLeftProcesses(`${folder}-other`), [])
  } finally {
    orphan.kill('SIGKILL')
    await once(orphan, 'close')
  }
  assert.deepEqual(findLeftProcesses(folder), [])
})
