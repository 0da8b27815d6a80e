// Talking with an agent from the terminal, and looking at sessions, with a real gateway: one message at a time, line by
// line, over stops, kills and restarts, and without a gateway.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type EventJson, exitCodes, type SessionJson } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { sitDown } from '../test-support/sit-at-terminal.ts'
import { launch, runProcess, startProcess } from '../test-support/run-heddle-process.ts'

/** A gateway with one owner, and commands on its folder. */
async function openPlace(t: TestContext) {
  const base = makeTestFolder(t)
  const data = join(base, 'data')
  const heddle = (args: readonly string[], stdin?: string) =>
    runProcess([...args, '--data', data], { cwd: base, ...(stdin !== undefined && { stdin }) })
  const start = () => startProcess(t, ['--data', data])
  const gateway = await start()
  assert.equal((await heddle(['user', 'create', 'ada', '--role', 'owner'])).code, 0)
  const tokens = async () =>
    (JSON.parse((await heddle(['token', 'list', 'ada', '--json'])).stdout) as { items: unknown[] }).items
  const sessions = async (...args: string[]) =>
    (JSON.parse((await heddle(['session', 'list', '--json', ...args])).stdout) as { items: SessionJson[] })
      .items
  return { base, data, heddle, start, gateway, tokens, sessions }
}

/** A talk that is under way, as a process. */
function begin(t: TestContext, data: string, ...words: string[]) {
  const child = launch(['chat', '--data', data, ...words], {})
  t.after(() => child.kill('SIGKILL'))
  child.stdin?.end()
  let stdout = ''
  let stderr = ''
  const looks = new Set<() => void>()
  const look = () => looks.forEach((fn) => fn())
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    look()
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
    look()
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code as number | null),
    /** Resolves when the answer has come that far. */
    until: (words: string) =>
      new Promise<void>((resolve, reject) => {
        const fn = () => (stdout + stderr).includes(words) && resolve()
        looks.add(fn)
        child.once('close', () => reject(new Error(`it ended before that: ${stdout}${stderr}`)))
        fn()
      }),
  }
}

test('[TRM2] [TRM4] one message is answered on the standard output, and the token that it took is gone', async (t) => {
  const { heddle, tokens, sessions, gateway } = await openPlace(t)
  const first = await heddle(['chat', 'repeat', 'good', 'morning'])
  assert.deepEqual([first.code, first.stdout], [0, 'good morning\n'], first.stderr)
  assert.equal(first.stderr, 'Main (demo model):\n')
  const piped = await heddle(['chat'], 'repeat one\n\ttwo\x1b[2J\n')
  assert.deepEqual([piped.code, piped.stdout], [0, 'one\n    two\\x1b[2J\n'])
  const json = await heddle(['chat', '--json'], 'repeat one\n\ttwo')
  const answer = JSON.parse(json.stdout) as { text: string; isDemo: boolean; sessionId: string }
  assert.deepEqual([json.code, answer.text, answer.isDemo], [0, 'one\n\ttwo', true])
  const [session, ...others] = await sessions()
  assert.deepEqual([session?.id, session?.key, others.length], [answer.sessionId, 'agent:main:main', 0])
  const named = await heddle(['chat', '--session', answer.sessionId.toLowerCase(), 'repeat', 'here'])
  assert.equal(named.stdout, 'here\n', named.stderr)
  assert.deepEqual(await tokens(), [])

  const made = await heddle(['token', 'create', 'ada', '--scopes', 'read,write'])
  const HEDDLE_TOKEN = made.stdout.trim().split(/\s+/).at(-1) ?? ''
  const from = (env: Record<string, string>) => runProcess(['chat', 'repeat', 'afar'], { env })
  assert.equal((await from({ HEDDLE_URL: gateway.url, HEDDLE_TOKEN })).stdout, 'afar\n')
  const stranger = await from({ HEDDLE_URL: gateway.url, HEDDLE_TOKEN: `${HEDDLE_TOKEN}x` })
  assert.deepEqual([stranger.code, stranger.stdout], [exitCodes.refused, ''])
  assert.equal(await gateway.end('SIGTERM'), 0)
})

test('[TRM2] a turn that fails says why and ends with its code', async (t) => {
  const { heddle } = await openPlace(t)
  const failed = await heddle(['chat', 'fail'])
  assert.deepEqual([failed.code, failed.stdout], [exitCodes.turnFailed, ''])
  assert.match(failed.stderr, /The demo model was asked to fail, and did\.\n$/)
  const json = await heddle(['chat', 'fail', '--json'])
  assert.equal(json.stdout, '')
  assert.deepEqual(JSON.parse(json.stderr), {
    error: { code: 'turn_failed', message: 'The demo model was asked to fail, and did.' },
  })
  const unknown = await heddle(['chat', '--agent', 'mian', 'hi'])
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [exitCodes.refused, 'There is no agent "mian". Did you mean main?\n'],
  )
  const stranger = await heddle(['chat', '--as', 'adda', 'hi'])
  assert.deepEqual(
    [stranger.code, stranger.stderr],
    [exitCodes.refused, 'There is no member "adda". Did you mean ada?\n'],
  )
})

test('[TRM2] [CMD6] a command goes to the session; Ctrl-C stops the turn', async (t) => {
  const { data, heddle, tokens } = await openPlace(t)
  // The personal session is there for whoever asks for it, before anything was said.
  assert.match((await heddle(['chat', '/status'])).stdout, /idle/)
  const talk = begin(t, data, 'count to 60')
  await talk.until('1, 2')
  assert.match((await heddle(['chat', '/status'])).stdout, /running/)
  talk.child.kill('SIGINT')
  assert.equal(await talk.ended, exitCodes.turnFailed)
  assert.match(talk.stderr(), /Stopping the turn/)
  assert.match(talk.stderr(), /The turn was stopped by ada\.\n$/)
  assert.match((await heddle(['chat', '/status'])).stdout, /idle/)
  assert.deepEqual(await tokens(), [])
})

test('[TRM1] an answer goes on over a gateway that was killed and started again, and nothing is told twice', async (t) => {
  const { data, gateway, start, tokens } = await openPlace(t)
  const talk = begin(t, data, 'count to 10')
  await talk.until('3, 4')
  assert.equal(await gateway.end('SIGKILL'), 'SIGKILL')
  await talk.until('The connection is lost; connecting again…')
  // Listens elsewhere than the first did.
  await start()
  assert.equal(await talk.ended, 0, talk.stderr())
  const numbers = Array.from({ length: 10 }, (_, i) => i + 1)
  assert.equal(talk.stdout(), `${numbers.join(', ')}.\n`)
  assert.equal(talk.stderr().match(/The connection is lost/g)?.length, 1)
  assert.deepEqual(await tokens(), [])
})

test('[TRM3] [TRM1] a talk line by line: the past, answers, commands, a stop, a restart, a fresh session', async (t) => {
  const { data, heddle, gateway, start, sessions, tokens } = await openPlace(t)
  await heddle(['chat', 'repeat', 'before'])
  const seat = await sitDown(t, data)
  await seat.until('Main (demo model) · you are @ada')
  await seat.until('  before\n')
  await seat.type('repeat hello')
  await seat.until('Main (demo model)\n  hello\n')
  assert.equal(seat.screen().match(/repeat hello/g), null, 'what was typed stands there already')

  await seat.type('/whoami')
  await seat.until('You are ada')
  await seat.type('/nwe')
  await seat.until('There is no command /nwe. Did you mean /new?')
  await seat.type('/focus somebody')
  await seat.until('Here you talk with one session.')
  await seat.type('/history 2')
  await seat.until('— the last 2 —')
  assert.match(seat.screen(), /repeat hello\n.*\n {2}hello\n— the last 2 —/)
  await seat.type('/history all')
  await seat.until('/history takes a number from 1 to 200.')

  await seat.type('count to 60')
  await seat.until('1, 2')
  seat.interrupt()
  await seat.until('Stopped by ada.')
  assert.match(seat.screen(), /Stopping…/)

  await seat.type('count to 10')
  await seat.until('  1, 2')
  await gateway.end('SIGKILL')
  await seat.until('The connection is lost')
  await start()
  await seat.until('Connected again.')
  await seat.until('10.\n')
  const counted = seat.screen().slice(seat.screen().lastIndexOf('  1, 2'))
  assert.equal(counted.match(/\b7\b/g)?.length, 1)

  await seat.type('/new')
  await seat.until('A fresh session begins here')
  await seat.type('repeat fresh')
  await seat.until('  fresh\n')
  assert.equal((await sessions()).length, 2)
  assert.equal((await tokens()).length, 1)
  await seat.type('/quit')
  await seat.left
  assert.deepEqual(await tokens(), [])
})

test('[TRM3] Ctrl-D leaves, and so does Ctrl-C twice', async (t) => {
  const { data, tokens } = await openPlace(t)
  const first = await sitDown(t, data)
  await first.until('Nothing has been said here yet.')
  first.end()
  await first.left
  const second = await sitDown(t, data)
  await second.until('Nothing has been said here yet.')
  second.interrupt()
  await second.until('Ctrl-C again leaves')
  second.interrupt()
  await second.left
  assert.deepEqual(await tokens(), [])
})

test('[TRM5] [I45] sessions are listed, shown and exported alike with and without a gateway', async (t) => {
  const { base, heddle, gateway, sessions } = await openPlace(t)
  await heddle(['chat'], 'repeat one\x1b]0;title\x07\ntwo')
  await heddle(['chat', 'fail'])
  const look = async () => {
    const [session] = await sessions('--agent', 'main')
    assert(session)
    const outcomes = await Promise.all([
      heddle(['session', 'list', '--text', 'repeat']),
      heddle(['session', 'show', session.id]),
      heddle(['session', 'show', session.id, '--limit', '2', '--json']),
      heddle(['session', 'export', session.id]),
      heddle(['session', 'export', session.id, '--format', 'markdown']),
      heddle(['session', 'command', session.id, '/whoami', '--as', 'ada']),
    ])
    for (const { code, stdout, stderr } of outcomes) {
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }
    return { id: session.id, printed: outcomes.map(({ stdout }) => stdout) }
  }
  const online = await look()
  const [list = '', shown = '', , lines = '', markdown = ''] = online.printed
  assert.match(list, /agent:main:main +repeat one/)
  assert.match(shown, /people +@ada\n/)
  assert.match(shown, /Main \(demo model\) .*\n {2}one\\x1b\]0;title\\x07\n {2}two\n/)
  assert.match(shown, /The turn failed: The demo model was asked to fail, and did\.\n$/)
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as EventJson)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    [
      ['message.user', 'turn.started', 'message.agent', 'turn.finished'],
      ['message.user', 'turn.started', 'turn.failed'],
    ].flat(),
  )
  assert.equal(events[2]?.payload['text'], 'one\x1b]0;title\x07\ntwo')
  assert.match(markdown, /^# repeat one.*\n/)
  assert.match(markdown, /\*\*Main\*\* · .* · demo model\n\n> one\\x1b\]0;title\\x07\n> two\n/)

  const file = join(base, 'talk.jsonl')
  const write = (...more: string[]) =>
    heddle(['session', 'export', online.id, '--output', 'talk.jsonl', ...more])
  assert.equal((await write()).code, 0)
  assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, events.length)
  const again = await write('--json')
  assert.equal(again.code, exitCodes.usage)
  assert.match(again.stderr, /Replace it with --force/)
  const forced = await write('--force', '--json')
  assert.deepEqual((JSON.parse(forced.stdout) as { events: number }).events, events.length)
  assert.equal(await gateway.end('SIGTERM'), 0)

  assert.deepEqual(await look(), online)
  assert.equal((await heddle(['session', 'export', online.id, '--output', 'talk.md'])).code, 0)
  assert.equal(readFileSync(join(base, 'talk.md'), 'utf8'), markdown)
  const missing = await heddle(['session', 'export', 'ses_none', '--output', 'none.md'])
  assert.equal(missing.code, exitCodes.refused)
  assert.equal(existsSync(join(base, 'none.md')), false)
  const alone = await heddle(['chat', 'hi'])
  assert.equal(alone.code, exitCodes.notRunning)
})
