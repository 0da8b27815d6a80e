// Tool calls that wait for a word, decided in the terminal, and what a session used: with a real gateway.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionJson } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { launch, runProcess, startProcess } from '../test-support/run-heddle-process.ts'
import { sitDown } from '../test-support/sit-at-terminal.ts'

/** A gateway with one owner, whose agent has to ask before it writes a file. */
async function openPlace(t: TestContext) {
  const base = makeTestFolder(t)
  const data = join(base, 'data')
  mkdirSync(data, { mode: 0o700 })
  const config = "{ tools: { policy: { write: 'ask' } }, budgets: { tree: { tokens: 1000000 } } }"
  writeFileSync(join(data, 'heddle.json5'), config)
  const heddle = (args: readonly string[]) => runProcess([...args, '--data', data], { cwd: base })
  await startProcess(t, ['--data', data])
  assert.equal((await heddle(['user', 'create', 'ada', '--role', 'owner'])).code, 0)
  const sessionId = async () => {
    const { stdout } = await heddle(['session', 'list', '--json'])
    return (JSON.parse(stdout) as { items: SessionJson[] }).items[0]?.id ?? ''
  }
  return { data, heddle, sessionId }
}

test('[TRM6] [AGT6] a call is shown whole at the terminal, decided there, and the turn goes on', async (t) => {
  const { data, heddle, sessionId } = await openPlace(t)
  const seat = await sitDown(t, data)
  await seat.until('Nothing has been said here yet.')
  await seat.type('show me tools')
  await seat.until('A tool call waits for approval: write')
  await seat.until('This file was written by a tool.')
  await seat.until('allow write? once/session/deny> ')
  // Whoever comes later is asked, too; the first word counts, and everyone sees whose it was.
  const other = await sitDown(t, data)
  await other.until('allow write? once/session/deny> ')
  await seat.type('deny not today')
  await seat.until('ada denied the call. not today')
  await other.until('ada denied the call. not today')
  await other.until('you> ')

  await seat.type('show me tools')
  await seat.until('allow write? once/session/deny> ')
  await seat.type('once')
  await seat.until('ada allowed the call once.')
  await seat.until('← write')
  await seat.until('← edit')

  const shown = await heddle(['session', 'show', await sessionId(), '--limit', '100'])
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /Approval was asked for: write\n {2}\{"path":"demo\/greetings\.md"/)
  assert.match(shown.stdout, /ada denied the call\. not today/)
  assert.match(shown.stdout, /\n {2}\+.*Warm greetings from/)
  for (const one of [seat, other]) {
    one.end()
    await one.left
  }
})

test('[TRM6] [TRM2] one message whose turn waits for a word says where it can be given, and goes on with it', async (t) => {
  const { data, heddle } = await openPlace(t)
  // Opens the session, which the seat could not follow otherwise.
  await heddle(['chat', 'repeat', 'hello'])
  const child = launch(['chat', 'show me tools', '--data', data], {})
  t.after(() => child.kill('SIGKILL'))
  child.stdin?.end()
  const ended = once(child, 'close')
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  const told = Promise.withResolvers<string>()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
    if (/Decide it .*\n/.test(stderr)) told.resolve(stderr)
  })
  const before = await told.promise
  assert.match(before, /A tool call waits for approval: write\n {2}\{"path"/)
  assert.match(before, /Decide it in the browser, or with: heddle chat --session ses_/)

  const seat = await sitDown(t, data)
  await seat.until('allow write? once/session/deny> ')
  await seat.type('session')
  await seat.until('ada allowed the call, and such calls in this session.')
  seat.end()
  await seat.left
  assert.deepEqual(await ended, [0, null], stderr)
  assert.match(stderr, /ada allowed the call/)
  assert.doesNotMatch(stdout, /waits for approval/, 'the answer and nothing else')
})

test('[TRM5] [CMD6] [BUD1] heddle session command tells what a session used and what is left', async (t) => {
  const { heddle, sessionId } = await openPlace(t)
  await heddle(['chat', 'repeat', 'hello'])
  const id = await sessionId()
  const usage = await heddle(['session', 'command', id, '/usage', '--as', 'ada'])
  assert.equal(usage.code, 0, usage.stderr)
  assert.match(usage.stdout, /^This session: \d+ in, \d+ out/)
  assert.match(
    usage.stdout,
    /Budget of this session and everything below it: \d+ of 1000000 model tokens used, \d+ left/,
  )
  const wrong = await heddle(['session', 'command', id, '/model demo/dmeo', '--as', 'ada'])
  assert.equal(wrong.stderr, 'There is no model "demo/dmeo". Did you mean "demo/demo"?\n')
})
