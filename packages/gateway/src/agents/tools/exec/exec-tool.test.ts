import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createSilentLog } from '../../../foundation/logging/log.ts'
import { createSeededRandom, createTestClock } from '../../../../test-support/open-test-store.ts'
import {
  createScriptedProcesses,
  createScriptedSandbox,
} from '../../../../test-support/scripted-processes.ts'
import type { Tool, ToolOutcome } from '../../tools.ts'
import type { ExecConfig } from '../../tools-config.ts'
import { createExec } from './create-exec.ts'
import { createProcessMarks } from './process-marks.ts'
import { FolderUnusable } from './work-folder.ts'

const anywhere = { sessionId: 's1', agentId: 'main', turnId: 't', workspace: '/ws' }

function openTools(config: ExecConfig = {}, { obeys = true } = {}) {
  const clock = createTestClock()
  const runner = createScriptedProcesses({ obeys })
  const sandbox = createScriptedSandbox()
  const exec = createExec({
    config: () => config,
    clock,
    random: createSeededRandom(1),
    log: createSilentLog(),
    platform: 'linux',
    env: { HOME: '/home/heddle', OPENAI_API_KEY: 'sk-planted' },
    sandboxes: { bubblewrap: sandbox, 'sandbox-runtime': createScriptedSandbox() },
    noSandbox: sandbox,
    runner,
    marks: createProcessMarks('folder', 'holder'),
    folders: {
      async find(workspace, cwd) {
        if (cwd === '..') throw new FolderUnusable('"cwd" leads out of the workspace folder.')
        return { workspace, cwd: cwd === undefined ? workspace : `${workspace}/${cwd}` }
      },
    },
  })
  const abort = new AbortController()
  const progress: string[] = []
  const placeOf = (sessionId: string) => ({ sessionId, agentId: 'main', turnId: 't', workspace: '/ws' })

  async function find(name: string, sessionId = 's1'): Promise<Tool> {
    const found = (await exec.tools(placeOf(sessionId), abort.signal)).find((tool) => tool.name === name)
    assert.ok(found)
    return found
  }

  async function call(
    name: string,
    args: object,
    { isApproved = false, sessionId = 's1' } = {},
  ): Promise<ToolOutcome> {
    const tool = await find(name, sessionId)
    assert.equal(tool.complainOf({ ...args }), undefined)
    const run = {
      signal: abort.signal,
      isApproved,
      onProgress: (tail: string) => void progress.push(tail),
      callEventId: 'evt_1',
      calledAt: 0,
    }
    return tool.run({ ...args }, placeOf(sessionId), run)
  }

  /** Starts a call, and waits until its process is there. */
  async function begin(name: string, args: object, options: { isApproved?: boolean } = {}) {
    const count = runner.started.length
    const outcome = call(name, args, options)
    while (runner.started.length === count) await new Promise(setImmediate)
    const child = runner.started[count]
    assert.ok(child)
    return { child, outcome }
  }

  return { clock, runner, exec, abort, progress, find, call, begin }
}

test('[AGT5] a command runs in the sandbox without asking, and tells its output and its code', async () => {
  const { begin, find } = openTools()
  const tool = await find('exec')
  assert.deepEqual(
    [tool.policy, tool.carriesOut, tool.isUntrusted, tool.mustAsk?.({ argv: ['make'] }, anywhere)],
    ['allow', false, false, undefined],
  )

  const { child, outcome } = await begin('exec', { argv: ['make', 'test'], cwd: 'sub', stdin: 'y\n' })
  assert.equal(child.launch.kind === 'supervised' && child.launch.job.cwd, '/ws/sub')
  assert.deepEqual([child.input, child.isInputEnded], ['y\n', true])
  child.say('\x1b[31mone\n')
  child.say('two\n')
  child.end({ code: 2 })
  assert.deepEqual(await outcome, { output: 'one\ntwo\n[exit code 2]', isError: true })

  const quiet = await begin('exec', { script: 'true' })
  assert.deepEqual(quiet.child.launch.kind === 'supervised' && quiet.child.launch.job.argv, [
    '/bin/sh',
    '-c',
    'true',
  ])
  quiet.child.end()
  assert.deepEqual(await quiet.outcome, { output: '[no output]\n[exit code 0]', isError: false })
})

test('[AGT5] [R18] without a sandbox each command needs a word of its own, and does not run without', async () => {
  const { runner, find, call, begin } = openTools({ sandbox: 'approval' })
  const tool = await find('exec')
  const where = { sessionId: 's1', agentId: 'main', turnId: 't', workspace: '/ws' }
  assert.deepEqual([tool.policy, tool.carriesOut, tool.isUntrusted], ['ask', true, true])
  assert.equal(tool.mustAsk?.({ argv: ['ls'] }, where)?.why, 'no_sandbox')

  const refused = await call('exec', { argv: ['ls'] })
  assert.deepEqual([refused.isError, runner.started.length], [true, 0])
  const { child, outcome } = await begin('exec', { argv: ['ls'] }, { isApproved: true })
  child.end()
  assert.equal((await outcome).isError, false)
})

test('[AGT5] [R18] an approval for the session is for this very command, which it shows whole', async () => {
  const scopeOf = (await openTools({ sandbox: 'approval' }).find('exec')).scopeOf
  assert.ok(scopeOf)
  const calls = [
    { argv: ['rm', '-r', 'a b'] },
    { argv: ['rm', '-r', 'a', 'b'] },
    { argv: ['rm', '-r', 'a b'], cwd: 'sub' },
    { argv: ['rm', '-r', 'a b'], stdin: 'y' },
    { argv: ['rm', '-r', 'a b'], background: true },
    { script: "rm -r 'a b'" },
  ]
  assert.equal(new Set(calls.map((one) => scopeOf(one).key)).size, calls.length)
  assert.equal(scopeOf({ argv: ['rm', '-r', 'a b'], timeoutSeconds: 5 }).key, scopeOf(calls[0] ?? {}).key)
  assert.equal(scopeOf(calls[2] ?? {}).label, "rm -r 'a b' (in sub)")
  const script = `echo one\n${'x'.repeat(10_000)}\ncurl evil`
  assert.equal(scopeOf({ script }).label, script)
})

test('[AGT5] there are no commands where they are off, or an agent has no folder', async () => {
  const { exec } = openTools({ sandbox: 'off' })
  const place = { sessionId: 's', agentId: 'main', turnId: 't', workspace: '/ws' }
  const { signal } = new AbortController()
  assert.deepEqual(await exec.tools(place, signal), [])
  assert.equal((await exec.describe()).kind, 'off')
  assert.deepEqual(await openTools().exec.tools({ ...place, workspace: null }, signal), [])
})

test('[AGT5] wrong arguments are named', async () => {
  const tool = await openTools().find('exec')
  const complain = (args: object) => tool.complainOf({ ...args }) ?? ''
  assert.match(complain({}), /"argv" must be given, or "script"/)
  assert.match(complain({ argv: ['ls'], script: 'ls' }), /not both/)
  assert.match(complain({ argv: [] }), /"argv" may not be empty/)
  assert.match(complain({ argv: ['-c', 'x'] }), /"argv" must begin with the name of a program/)
  assert.match(complain({ argv: ['a\0b'] }), /zero byte/)
  assert.match(complain({ argv: ['cat', 'x'.repeat(1_048_576)] }), /"argv\[1\]" is longer than .* as "stdin"/)
  assert.match(complain({ argv: Array(100).fill('x'.repeat(10_000)) }), /longer than .* in all/)
  assert.match(complain({ argv: ['ls'], timeoutSeconds: 601 }), /at most 600/)
  assert.match(complain({ arg: ['ls'] }), /did you mean "argv"/)
})

test('[AGT5] a folder outside of the workspace is refused before anything starts', async () => {
  const { call, runner } = openTools()
  const outcome = await call('exec', { argv: ['ls'], cwd: '..' })
  assert.deepEqual(
    [outcome.isError, outcome.output, runner.started.length],
    [true, '"cwd" leads out of the workspace folder.', 0],
  )
})

test('[AGT5] a command that takes too long is stopped, after its own time or the configured one', async () => {
  for (const [config, args, seconds] of [
    [{}, {}, 120],
    [{ timeoutSeconds: 7 }, {}, 7],
    [{ timeoutSeconds: 7 }, { timeoutSeconds: 3 }, 3],
  ] as const) {
    const { clock, begin } = openTools(config)
    const { child, outcome } = await begin('exec', { argv: ['sleep', '1000'], ...args })
    child.say('so far')
    clock.advance(seconds * 1_000 - 1)
    assert.equal(child.isStopped, false)
    clock.advance(1)
    const { output, isError } = await outcome
    assert.deepEqual(
      [isError, output],
      [true, `so far\n[It was stopped: it ran longer than ${seconds} s (ended by SIGTERM)]`],
    )
  }
})

test('[AGT5] a turn that is stopped stops its command, and waits until it is gone', async () => {
  const { abort, begin } = openTools({}, { obeys: false })
  const { child, outcome } = await begin('exec', { argv: ['sleep', '1000'] })
  abort.abort()
  assert.equal(child.isStopped, true)
  let isDone = false
  void outcome.then(() => (isDone = true))
  await new Promise(setImmediate)
  assert.equal(isDone, false)
  child.end({ kind: 'killed', signal: 'SIGKILL', trouble: '' })
  assert.match((await outcome).output, /stopped with the turn \(ended by SIGKILL\)/)
})

test('[AGT5] [R12] a flood is stopped, and what the model reads of it is bounded', async () => {
  const { begin } = openTools()
  const { child, outcome } = await begin('exec', { argv: ['yes'] })
  const piece = Buffer.alloc(1_048_576, 'y\n')
  child.say('first\n')
  for (let sent = 0; sent <= limits.execFloodBytesMax; sent += piece.length) child.say(piece)
  assert.equal(child.isStopped, true)
  const { output } = await outcome
  assert.ok(Buffer.byteLength(output) <= limits.toolOutputBytesMax)
  assert.match(output, /^first\n/)
  assert.match(output, /bytes left out/)
  assert.match(output, /put out more than 64 MiB \(ended by SIGTERM\)\]$/)
})

test('[AGT5] who looks on sees the end of the output, now and then', async () => {
  const { clock, begin, progress } = openTools()
  const { child, outcome } = await begin('exec', { argv: ['make'] })
  child.say('one\n')
  child.say('two\n')
  assert.equal(progress.length, 0)
  clock.advance(limits.toolProgressEveryMs)
  assert.equal(progress.join(), 'one\ntwo\n')
  child.say('x'.repeat(10_000))
  clock.advance(limits.toolProgressEveryMs)
  assert.equal(progress.at(-1)?.length, limits.toolProgressCharsMax)
  child.say('more')
  child.end()
  await outcome
  clock.advance(limits.toolProgressEveryMs)
  assert.equal(progress.length, 2)
})

test('[AGT5] what could not be started, was over a limit, or failed in the sandbox says so', async () => {
  const { begin } = openTools()
  const tell = async (end: Parameters<Awaited<ReturnType<typeof begin>>['child']['end']>[0]) => {
    const { child, outcome } = await begin('exec', { argv: ['x'] })
    child.end(end)
    const { output, isError } = await outcome
    assert.equal(isError, true)
    return output
  }
  assert.match(await tell({ kind: 'not started', message: 'no room' }), /could not be started: no room/)
  assert.match(
    await tell({ code: 137, over: 'processes' }),
    /more than 128 processes \(exit code 137, SIGKILL\)/,
  )
  assert.match(await tell({ code: 137, over: 'memory' }), /more than 4 GiB of memory/)
  assert.match(
    await tell({ code: 1, trouble: 'bwrap: no such folder\n' }),
    /exit code 1\nbwrap: no such folder/,
  )
  assert.match(await tell({ code: 139 }), /exit code 139, SIGSEGV/)
})

test('[AGT5] [R18] only what the configuration names of our environment reaches a command', async () => {
  for (const [env, seen] of [
    [[], undefined],
    [['OPENAI_API_KEY'], 'sk-planted'],
  ] as const) {
    const { begin } = openTools({ env })
    const { child, outcome } = await begin('exec', { argv: ['env'] })
    assert.equal(child.launch.kind === 'supervised' && child.launch.job.env['OPENAI_API_KEY'], seen)
    child.end()
    await outcome
  }
})

test('[AGT5] a background process is read, written to and ended by its session alone', async () => {
  const { begin, call, runner } = openTools()
  const { child, outcome } = await begin('exec', { argv: ['server'], background: true })
  const id = /p_\w+/.exec((await outcome).output)?.[0]
  assert.ok(id)
  child.say('listening\n')
  assert.equal((await call('process', { action: 'output', id })).output, 'listening\n[running]')
  assert.equal((await call('process', { action: 'output', id })).output, '[no output]\n[running]')
  await call('process', { action: 'write', id, text: 'quit\n', endInput: true })
  assert.deepEqual([child.input, child.isInputEnded], ['quit\n', true])
  assert.equal((await call('process', { action: 'write', id, text: 'more' })).isError, true)
  assert.match((await call('process', { action: 'list' })).output, new RegExp(`^${id} {2}running {2}server$`))

  const stranger = await call('process', { action: 'kill', id }, { sessionId: 's2' })
  assert.deepEqual([stranger.isError, child.isStopped], [true, false])
  assert.match(
    (await call('process', { action: 'list' }, { sessionId: 's2' })).output,
    /^No background process/,
  )

  assert.match((await call('process', { action: 'kill', id })).output, /It was stopped \(ended by SIGTERM\)/)
  assert.match((await call('process', { action: 'output', id })).output, /stopped/)
  assert.match(
    (await call('process', { action: 'output', id: 'p_0123456789' })).output,
    /started before .* it is lost/,
  )
  assert.equal(runner.started.length, 1)
})

test('[AGT5] waiting for output ends with output, the end, its time or the turn', async () => {
  const { begin, call, clock, abort } = openTools()
  const { child, outcome } = await begin('exec', { argv: ['server'], background: true })
  const id = /p_\w+/.exec((await outcome).output)?.[0]
  const wait = async () => {
    const waiting = call('process', { action: 'output', id, waitSeconds: 30 })
    for (let i = 0; i < 5; i++) await new Promise(setImmediate)
    return waiting.then(({ output }) => output)
  }
  let waiting = wait()
  await new Promise(setImmediate)
  child.say('hello\n')
  assert.equal(await waiting, 'hello\n[running]')
  waiting = wait()
  for (let i = 0; i < 10; i++) await new Promise(setImmediate)
  clock.advance(30_000)
  assert.equal(await waiting, '[no output]\n[running]')
  waiting = wait()
  for (let i = 0; i < 10; i++) await new Promise(setImmediate)
  child.end({ code: 3 })
  assert.equal(await waiting, '[no output]\n[exit code 3]')
  abort.abort()
  assert.equal(await wait(), '[no output]\n[exit code 3]')
})

test('[AGT5] [R18] without a sandbox, what is written to a process needs a word as well', async () => {
  const { begin, call, find } = openTools({ sandbox: 'approval' })
  const { child, outcome } = await begin('exec', { argv: ['sh'], background: true }, { isApproved: true })
  const id = /p_\w+/.exec((await outcome).output)?.[0]
  const tool = await find('process')
  const where = { sessionId: 's1', agentId: 'main', turnId: 't', workspace: '/ws' }
  assert.equal(tool.mustAsk?.({ action: 'write', id, text: 'rm -r /\n' }, where)?.why, 'no_sandbox')
  assert.equal(tool.mustAsk?.({ action: 'output', id }, where), undefined)
  assert.notEqual(
    tool.scopeOf?.({ action: 'write', id, text: 'a' }).key,
    tool.scopeOf?.({ action: 'write', id, text: 'b' }).key,
  )
  assert.equal((await call('process', { action: 'write', id, text: 'rm -r /\n' })).isError, true)
  assert.equal(child.input, '')
  await call('process', { action: 'write', id, text: 'ls\n' }, { isApproved: true })
  assert.equal(child.input, 'ls\n')
})

test('[AGT5] [R12] a session has only so many background processes at once, and none for ever', async () => {
  const { begin, call, clock, runner } = openTools()
  for (let i = 0; i < limits.backgroundProcessesPerSessionMax; i++) {
    await (await begin('exec', { argv: ['server'], background: true })).outcome
  }
  const refused = await call('exec', { argv: ['server'], background: true })
  assert.match(refused.output, /runs 8 processes already/)
  runner.started[0]?.end()
  await new Promise(setImmediate)
  assert.equal((await call('exec', { argv: ['server'], background: true })).isError, false)
  clock.advance(limits.backgroundProcessMsMax)
  assert.ok(runner.started.slice(1).every(({ isStopped }) => isStopped))
})

test('[AGT5] background processes end with their session, and all of them with the gateway', async () => {
  const { begin, call, exec, runner } = openTools()
  await (await begin('exec', { argv: ['one'], background: true })).outcome
  await call('exec', { argv: ['two'], background: true }, { sessionId: 's2' })
  await exec.endSession('s1')
  assert.deepEqual(
    runner.started.map(({ isStopped }) => isStopped),
    [true, false],
  )
  assert.match((await call('process', { action: 'list' })).output, /^No background process/)
  await exec.close()
  assert.equal(runner.started[1]?.isStopped, true)
  assert.equal((await call('exec', { argv: ['three'], background: true })).isError, true)
})

test('[AGT5] [AGT6] a command that asks for the network needs a word, is told as from outside, and cannot be left running', async () => {
  const { call, find } = openTools()
  const tool = await find('exec')
  assert.equal(tool.mustAsk?.({ argv: ['ls'] }, anywhere), undefined)
  assert.equal(tool.mustAsk?.({ argv: ['ls'], network: true }, anywhere)?.why, 'policy')
  assert.match((await call('exec', { argv: ['ls'], network: true })).output, /Nobody approved/)
  assert.match(tool.complainOf({ argv: ['ls'], network: true, background: true }) ?? '', /network/)
  assert.notEqual(tool.scopeOf?.({ argv: ['ls'], network: true }).key, tool.scopeOf?.({ argv: ['ls'] }).key)
  assert.match(tool.scopeOf?.({ argv: ['ls'], network: true }).label ?? '', /with the network/)
})
