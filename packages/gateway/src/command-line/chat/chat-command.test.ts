import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exitCodes, limits } from '@heddle/contract'
import { makeTestFolder, runHeddle, type TestWorldOptions } from '../../../test-support/create-test-world.ts'
import { chooseInterrupt } from './choose-interrupt.ts'
import { chooseWait } from './choose-wait.ts'
import { readUrl } from './find-gateway.ts'

function openPlace(t: TestContext) {
  const data = join(makeTestFolder(t), 'data')
  const heddle = (args: readonly string[], options: TestWorldOptions = {}) =>
    runHeddle([...args, '--data', data], options)
  return { data, heddle }
}

test('[TRM2] [TRM5] what cannot be meant is said before anything is asked, and nothing changes', async (t) => {
  const { data, heddle } = openPlace(t)
  for (const [args, words] of [
    [['chat', '--agnet', 'main'], "Unknown option '--agnet'. Did you mean --agent?"],
    [
      ['chat', '--agent', 'main', '--session', 'x'],
      'Say --agent or --session, not both: a session has its agent.',
    ],
    [['chat', '/sttaus'], 'There is no command /sttaus. Did you mean /status?'],
    [['chat', '/stop', 'it'], '/stop takes nothing behind it.'],
    [['chat', '  '], 'The message is empty.'],
    [
      ['chat', 'x'.repeat(limits.messageCharsMax + 1)],
      `The message has ${limits.messageCharsMax + 1} characters; at most ${limits.messageCharsMax} are allowed.`,
    ],
    [
      ['chat', '--url', 'https://h.example/path', 'hi'],
      '--url must be like https://heddle.example.org, without a path, not "https://h.example/path".',
    ],
    [
      ['chat', '--url', 'https://h.example', '--as', 'ada', 'hi'],
      '--as is for the gateway on this machine; elsewhere HEDDLE_TOKEN says who you are.',
    ],
    [['session', 'lits'], "Unknown command 'lits'. Did you mean list?"],
    [['session', 'list', '--all', '--limit', '3'], 'Say --limit or --all, not both.'],
    [['session', 'list', '--limit', '0'], '--limit must be at least 1, not 0.'],
    [
      ['session', 'export', 'x', '--format', 'markdwon'],
      '--format must be jsonl or markdown, not "markdwon". Did you mean markdown?',
    ],
    [
      ['session', 'export', 'x', '--format', 'markdown', '--json'],
      'Markdown is not JSON: name a file with --output, or leave --json away.',
    ],
    [['session', 'command', 'x', '/stop'], "Required option '--as <handle>' not specified."],
    [['session', 'command', 'x', 'stop', '--as', 'ada'], 'A command begins with a slash, as in /status.'],
    [['session', 'command', 'x', '/note', '--as', 'ada'], '/note needs <text>.'],
  ] as const) {
    const json = args.includes('--json' as never)
    const outcome = await heddle(args, { env: { HEDDLE_TOKEN: 'hdt_x' } })
    const said = json
      ? (JSON.parse(outcome.stderr) as { error: { message: string } }).error.message
      : outcome.stderr.trimEnd()
    assert.deepEqual([outcome.code, said, outcome.stdout], [exitCodes.usage, words, ''], args.join(' '))
  }
  assert.equal(existsSync(data), false)
})

test('[TRM2] an empty pipe and one that is too long are no message', async (t) => {
  const { heddle } = openPlace(t)
  const empty = await heddle(['chat'], { stdin: '\n' })
  assert.deepEqual([empty.code, empty.stderr], [exitCodes.usage, 'The message is empty.\n'])
  const long = await heddle(['chat'], { stdin: 'x'.repeat(limits.messageBytesMax + 1) })
  assert.equal(long.code, exitCodes.usage)
  assert.match(long.stderr, /longer than 262144 bytes/)
})

test('[TRM4] where no gateway runs, it says how to start one and makes nothing', async (t) => {
  const { data, heddle } = openPlace(t)
  const outcome = await heddle(['chat', 'hi'])
  assert.deepEqual(
    [outcome.code, outcome.stderr],
    [exitCodes.notRunning, `No Heddle runs on ${data}. Start it with: heddle start --data ${data}\n`],
  )
  const json = await heddle(['chat', 'hi', '--json'])
  assert.equal((JSON.parse(json.stderr) as { error: { code: string } }).error.code, 'not_running')
  assert.equal(existsSync(data), false)
})

test('[TRM4] elsewhere it needs a token, and says when nothing answers there', async (t) => {
  const { heddle } = openPlace(t)
  const without = await heddle(['chat', 'hi'], { env: { HEDDLE_URL: 'http://127.0.0.1:9' } })
  assert.equal(without.code, exitCodes.usage)
  assert.match(without.stderr, /Set HEDDLE_TOKEN/)
  const env = { HEDDLE_URL: 'http://127.0.0.1:9', HEDDLE_TOKEN: 'hdt_x' }
  const nobody = await heddle(['chat', 'hi'], { env })
  assert.equal(nobody.code, exitCodes.notRunning)
  assert.match(nobody.stderr, /^No Heddle answers at http:\/\/127\.0\.0\.1:9\./)
})

test('[TRM4] an address is taken without what does not belong to it', () => {
  assert.equal(readUrl('https://H.example:8443/'), 'https://h.example:8443')
  for (const wrong of ['h.example', 'ftp://h.example', 'https://u:p@h.example', 'https://h.example/?a', '']) {
    assert.throws(() => readUrl(wrong), /must be like/)
  }
})

test('[TRM5] sessions of a folder that is not there are not listed', async (t) => {
  const { data, heddle } = openPlace(t)
  for (const args of [
    ['session', 'list'],
    ['session', 'show', 'x'],
    ['session', 'export', 'x'],
  ]) {
    assert.equal((await heddle(args)).code, exitCodes.folderUnusable)
  }
  assert.equal(existsSync(data), false)
})

test('[TRM3] Ctrl-C stops what runs; twice within two seconds leaves', () => {
  assert.equal(chooseInterrupt(10_000, undefined, true), 'stop')
  assert.equal(chooseInterrupt(10_000, undefined, false), 'warn')
  assert.equal(chooseInterrupt(12_000, 10_000, true), 'leave')
  assert.equal(chooseInterrupt(12_001, 10_000, true), 'stop')
})

test('[TRM1] the wait before the next try doubles from half a second to half a minute, never quite alike', () => {
  const longest = Array.from({ length: 9 }, (_, tries) => chooseWait(tries, 1 - Number.EPSILON))
  assert.deepEqual(longest, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  assert.deepEqual([chooseWait(0, 0), chooseWait(5_000, 0)], [250, 15_000])
})
