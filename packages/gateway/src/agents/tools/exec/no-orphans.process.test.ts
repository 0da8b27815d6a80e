// What is left of commands when the gateway dies in the middle of them: nothing, on any rung.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { createSilentLog } from '../../../foundation/logging/log.ts'
import { createRealClock } from '../../../foundation/real-clock.ts'
import { createRealRandom } from '../../../foundation/real-random.ts'
import { makeExecPlace, startExecProgram, watchLives } from '../../../../test-support/exec-place.ts'
import type { Exec } from './create-exec.ts'
import { markName } from './process-marks.ts'
import { createRealExec } from './real-exec.ts'

/** Holds the pipe in four ways: as itself, as a child, in another session, and twice away from its parent. */
const script = `
  exec 9>alive
  trap '' TERM HUP
  (trap '' TERM; sleep 600) &
  setsid sleep 600 &
  (setsid sh -c 'setsid sleep 600 & exit' &)
  echo ready >&9
  sleep 600`

for (const sandbox of ['bubblewrap', 'approval'] as const) {
  test(`[R18] [AGT5] a gateway that is killed leaves no process behind (${sandbox})`, async (t) => {
    const place = makeExecPlace(t)
    const { begun, gone } = watchLives(t, place)
    const { child, line } = startExecProgram(t, {
      sandbox,
      dataFolder: place.data,
      workspace: place.workspace,
      calls: [{ script, background: true }],
      stays: true,
    })
    const { kind, message } = (await line()) as { kind: string; message: string }
    if (kind !== sandbox) return t.skip(`NOTHING OF THIS IS PROVEN HERE: ${message}`)
    await begun
    child.kill('SIGKILL')
    await gone
    await openExec(place.data).sweep()
  })
}

test('[R18] the next start ends what carries the mark of its folder, and nobody else', async (t) => {
  const { data } = makeExecPlace(t)
  const folder = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const start = (mark: string) => {
    const child = spawn('sleep', ['600'], {
      env: { PATH: process.env['PATH'], [markName]: mark },
      stdio: 'ignore',
    })
    t.after(() => void child.kill('SIGKILL'))
    return child
  }
  const [left, stranger] = [start(`${folder}.4711-x.1`), start('0123456789abcdef.4711-x.1')]
  await Promise.all([once(left, 'spawn'), once(stranger, 'spawn')])
  const exec = openExec(data)
  const ended = once(left, 'exit')
  const own = spawn('sleep', ['600'], {
    env: { PATH: process.env['PATH'], ...exec.processMark() },
    stdio: 'ignore',
  })
  t.after(() => void own.kill('SIGKILL'))
  await once(own, 'spawn')
  await exec.sweep()
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  assert.deepEqual(
    [stranger.exitCode, stranger.signalCode, own.exitCode, own.signalCode],
    [null, null, null, null],
  )
})

function openExec(dataFolder: string): Exec {
  return createRealExec({
    config: () => ({ sandbox: 'approval' }),
    clock: createRealClock(),
    random: createRealRandom(),
    log: createSilentLog(),
    env: {},
    dataFolder,
  })
}
