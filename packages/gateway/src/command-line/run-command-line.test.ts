import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exitCodes } from '@heddle/contract'
import { makeTestFolder, runHeddle, type TestWorldOptions } from '../../test-support/create-test-world.ts'
import { chooseSocketPath } from '../data-folder.ts'
import { createSilentLog } from '../foundation/logging/log.ts'
import { commands } from './commands.ts'
import { serveOperations } from './serve-operations.ts'

/** Commands on one data folder on which no gateway runs. */
function openPlace(t: TestContext) {
  const data = join(makeTestFolder(t), 'data')
  const heddle = (args: string[], options: TestWorldOptions = {}) =>
    runHeddle([...args, '--data', data], options)
  return { data, heddle }
}

test('[OPS1] an unknown command, verb or option names the nearest and changes nothing', async (t) => {
  const { data, heddle } = openPlace(t)
  for (const [args, words] of [
    [['strat'], "Unknown command 'strat'. Did you mean start?"],
    [['user', 'craete', 'ada'], "Unknown command 'craete'. Did you mean create?"],
    [['user', 'list', '--txt', 'a'], "Unknown option '--txt'. Did you mean --text?"],
    [['start', '--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    [
      ['start', '--port', 'many'],
      "Option '--port <port>' argument 'many' is invalid. It must be a whole number.",
    ],
    [['start', '--port', '70000'], '--port must be from 0 to 65535, not 70000.'],
    [['start', '--host', 'a:1'], '--host must be an address or a host name without a port, not "a:1".'],
    [['user', 'create'], "Required option '--role <role>' not specified."],
    [['token', 'revoke', 'ada'], 'Name one token, or say --all.'],
    [
      ['logs', '--level', 'wran'],
      '--level must be debug, info, warn or error, not "wran". Did you mean warn?',
    ],
    [['logs', '--since', 'yesterday'], '--since must be like 30s, 10m, 2h, 3d or a time, not "yesterday".'],
  ] as const) {
    const outcome = await heddle([...args])
    assert.deepEqual([outcome.code, outcome.stderr, outcome.stdout], [exitCodes.usage, `${words}\n`, ''])
  }
  assert.equal(existsSync(data), false)
})

test('[OPS1] every command has help with an example, and a summary in the list', async () => {
  const list = await runHeddle(['--help'])
  assert.equal(list.code, 0)
  for (const [name, { summary, load }] of Object.entries(commands)) {
    assert(list.stdout.includes(name) && list.stdout.includes(summary), name)
    const definition = await load()
    const leaves = 'verbs' in definition ? definition.verbs : [definition]
    for (const leaf of leaves) {
      const words = 'verbs' in definition ? [name, leaf.usage.split(' ')[0]!] : [name]
      const help = await runHeddle([...words, '--help'])
      assert.equal(help.code, 0)
      assert(help.stdout.includes(`Example:\n  heddle ${words.join(' ')}`), words.join(' '))
      assert(help.stdout.includes('--json') && help.stdout.includes('--data <dir>'), words.join(' '))
    }
  }
})

test('[OPS1] --json prints one value on stdout, and an error as one on stderr', async (t) => {
  const { heddle } = openPlace(t)
  const made = await heddle(['user', 'create', 'ada', '--role', 'owner', '--json'])
  assert.deepEqual((made.json() as { handle: string; role: string }).handle, 'ada')
  const refusedOne = await heddle(['user', 'role', 'ada', 'ownr', '--json'])
  assert.equal(refusedOne.code, exitCodes.usage)
  assert.equal(refusedOne.stdout, '')
  assert.deepEqual(JSON.parse(refusedOne.stderr), {
    error: {
      code: 'bad_input',
      message: 'role must be one of "viewer", "member", "admin", "owner"; did you mean owner?',
      issues: [
        {
          field: 'role',
          message: 'must be one of "viewer", "member", "admin", "owner"',
          nearest: 'owner',
        },
      ],
    },
  })
  const unknown = await heddle(['usr', '--json'])
  assert.equal((JSON.parse(unknown.stderr) as { error: { code: string } }).error.code, 'usage')
})

test('[OPS1] a scripted set-up works without a gateway; the token is the last word', async (t) => {
  const { heddle } = openPlace(t)
  assert.equal((await heddle(['user', 'create', 'ada', '--role', 'owner'])).code, 0)
  const made = await heddle(['token', 'create', 'ada', '--name', 'laptop'])
  assert.match(made.stdout.trim().split(/\s+/).at(-1) ?? '', /^hdt_[A-Za-z0-9_-]{40,}$/)
  assert.equal(made.stdout.trim().split('\n').length, 1)
  const list = await heddle(['token', 'list', 'ada'])
  assert.match(list.stdout, /laptop/)
  assert.doesNotMatch(list.stdout, /hdt_/)
})

test('[PPL1] members are made, shown, changed and removed', async (t) => {
  const { heddle } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  await heddle(['user', 'create', 'kim', '--role', 'member', '--name', 'Kim K.'])
  assert.match(
    (await heddle(['user', 'list'])).stdout,
    /^handle.*\n@ada .*owner.*\n@kim .*member.* Kim K\.\n$/,
  )
  assert.match((await heddle(['user', 'role', 'kim', 'admin'])).stdout, /^@kim is admin now\.\n$/)
  assert.match(
    (await heddle(['user', 'rename', 'kim', 'kimberly', '--name', 'K.'])).stdout,
    /^@kimberly \(K\.\)\n$/,
  )
  assert.equal((await heddle(['user', 'rename', 'kimberly'])).code, exitCodes.usage)
  assert.match((await heddle(['user', 'show', 'kimberly'])).stdout, /role +admin/)
  assert.equal((await heddle(['user', 'remove', 'kimberly'])).code, 0)
  const gone = await heddle(['user', 'show', 'kimberley'])
  assert.equal(gone.code, exitCodes.refused)
  const last = await heddle(['user', 'remove', 'ada'])
  assert.deepEqual([last.code, last.stderr.includes('last owner')], [exitCodes.refused, true])
})

test('[PPL1] a password comes from stdin and is never shown', async (t) => {
  const { heddle } = openPlace(t)
  const password = 'correct horse battery staple'
  const made = await heddle(['user', 'create', 'ada', '--role', 'owner', '--password-stdin'], {
    stdin: `${password}\n`,
  })
  assert.equal(made.code, 0)
  const set = await heddle(['user', 'password', 'ada', '--json'], { stdin: password })
  assert.equal(set.code, 0)
  assert.doesNotMatch(made.stdout + made.stderr + set.stdout + set.stderr, /correct horse/)
  const refusedOne = await heddle(['user', 'create', 'eve', '--role', 'member', '--password-stdin'], {
    stdin: 'hunter2',
  })
  assert.equal(refusedOne.code, exitCodes.usage)
  assert.doesNotMatch(refusedOne.stdout + refusedOne.stderr, /hunter2/)
  assert.equal((await heddle(['user', 'password', 'ada'], { stdin: 'short' })).code, exitCodes.usage)
  assert.equal((await heddle(['user', 'password', 'ada'], { stdin: '' })).code, exitCodes.usage)
})

test('[SEC1] secrets go in by stdin, are listed by name, rotated and removed, and never come out', async (t) => {
  const { data, heddle } = openPlace(t)
  const outputs = [
    await heddle(['secret', 'set', 'openai.key'], { stdin: 'sk-very-secret\n' }),
    await heddle(['secret', 'list']),
    await heddle(['secret', 'list', '--json']),
  ]
  const keyBefore = readFileSync(join(data, 'secret.key'), 'utf8')
  outputs.push(await heddle(['secret', 'rotate']))
  assert.notEqual(readFileSync(join(data, 'secret.key'), 'utf8'), keyBefore)
  const listed = await heddle(['secret', 'list', '--json'])
  const { items } = listed.json() as { items: { name: string; opens: boolean }[] }
  assert.deepEqual(
    items.map(({ name, opens }) => [name, opens]),
    [['openai.key', true]],
  )
  outputs.push(listed)
  outputs.push(await heddle(['secret', 'remove', 'openai.key']))
  for (const { code, stdout, stderr } of outputs) {
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stdout + stderr, /sk-very-secret/)
  }
  for (const name of readdirSync(data)) {
    if (!name.endsWith('.db')) continue
    assert.equal(readFileSync(join(data, name)).includes('sk-very-secret'), false, name)
  }
  assert.equal((await heddle(['secret', 'remove', 'openai.key'])).code, exitCodes.refused)
  assert.equal((await heddle(['secret', 'set', '9bad name'], { stdin: 'x' })).code, exitCodes.usage)
})

test('[SEC1] a rotation names the secrets that it had to leave', async (t) => {
  const { data, heddle } = openPlace(t)
  await heddle(['secret', 'set', 'lost.key'], { stdin: 'x' })
  rmSync(join(data, 'secret.key'))
  await heddle(['secret', 'set', 'new.key'], { stdin: 'y' })
  const rotated = await heddle(['secret', 'rotate'])
  assert.equal(rotated.code, 0, rotated.stderr)
  assert.match(rotated.stdout, /^Sealed 1 secret with a new key\.\nLeft as they were, .*: lost\.key\n/)
  const again = await heddle(['secret', 'rotate', '--json'])
  assert.deepEqual(again.json(), { secrets: 1, left: ['lost.key'] })
})

test('[OPS4] logs shows as many lines as asked for, and none of none', async (t) => {
  const { data, heddle } = openPlace(t)
  mkdirSync(join(data, 'logs'), { recursive: true })
  writeFileSync(join(data, 'logs', 'heddle.log'), 'one\ntwo\n')
  assert.equal((await heddle(['logs', '--lines', '1'])).stdout, 'two\n')
  const none = await heddle(['logs', '--lines', '0'])
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, '', ''])
})

test('[OPS2] config show says which durability the running gateway has', async (t) => {
  const { data, heddle } = openPlace(t)
  mkdirSync(data)
  const server = await serveOperations({
    socketPath: chooseSocketPath(data, tmpdir()),
    run: async (name) => (name === 'about' ? { durability: 'full' } : { items: [] }),
    log: createSilentLog(),
  })
  t.after(() => server.close())
  assert.match(
    (await heddle(['config', 'show'])).stdout,
    /database\.durability +"group" \(in force: "full"\)/,
  )
  const { items } = (await heddle(['config', 'show', '--json'])).json() as {
    items: Record<string, unknown>[]
  }
  const durability = items.find((item) => item['key'] === 'database.durability')
  assert.deepEqual([durability?.['value'], durability?.['inForce']], ['group', 'full'])
})

test('[SEC1] the value of a secret is not taken from the arguments', async (t) => {
  const { heddle } = openPlace(t)
  const outcome = await heddle(['secret', 'set', 'a.b', 'sk-very-secret'])
  assert.equal(outcome.code, exitCodes.usage)
})

test('[OPS1] a command that only reads does not make a folder', async (t) => {
  const { data, heddle } = openPlace(t)
  for (const args of [
    ['user', 'list'],
    ['token', 'create', 'ada'],
    ['backup'],
    ['secret', 'list'],
    ['logs'],
    ['logs', '--follow'],
  ]) {
    const outcome = await heddle(args)
    assert.equal(outcome.code, exitCodes.folderUnusable)
    assert.match(
      outcome.stderr,
      /^There is no Heddle data in .*; name another folder with --data, or make one/,
    )
  }
  assert.equal(existsSync(data), false)
})

test('[OPS5] a backup and a restore by command', async (t) => {
  const { data, heddle } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  const made = await heddle(['backup', '--json'])
  const { path } = made.json() as { path: string }
  await heddle(['user', 'create', 'kim', '--role', 'member'])
  const left = await heddle(['restore', path])
  assert.equal(left.code, exitCodes.refused)
  assert.equal((await heddle(['restore', join(data, 'nowhere')])).code, exitCodes.refused)
  const restored = await heddle(['restore', path, '--force'])
  assert.match(restored.stdout, /^Restored the backup of .*\nKept what was there as .*before-restore-/)
  const list = await heddle(['user', 'list', '--json'])
  assert.deepEqual(
    (list.json() as { items: { handle: string }[] }).items.map(({ handle }) => handle),
    ['ada'],
  )
  assert(readdirSync(data).some((name) => name.startsWith('heddle.db.before-restore-')))
})

test('[OPS2] config check lists every mistake; show says where each value comes from', async (t) => {
  const { data, heddle } = openPlace(t)
  await heddle(['init', '--yes', '--team-name', 'Weavers', '--port', '9000'])
  const shown = await heddle(['config', 'show', '--json'], { env: { PORT: '9001' } })
  const items = (shown.json() as { items: { key: string; value: unknown; from: string }[] }).items
  const of = (key: string) => items.find((item) => item.key === key)
  assert.deepEqual([of('server.port')?.value, of('server.port')?.from], [9001, 'environment'])
  assert.deepEqual([of('team.name')?.value, of('team.name')?.from], ['Weavers', 'file'])
  assert.deepEqual([of('log.level')?.value, of('log.level')?.from], ['info', 'default'])
  assert.equal((await heddle(['config', 'check'])).code, 0)
  writeFileSync(join(data, 'heddle.json5'), '{ server: { prot: 1 }, lgo: {} }')
  const wrong = await heddle(['config', 'check'])
  assert.equal(wrong.code, exitCodes.configuration)
  assert.match(wrong.stderr, /has 2 mistakes:\n {2}server\.prot .*server\.port\?\n {2}lgo .*log\?\n$/)
  const schema = await heddle(['config', 'schema'])
  assert.equal((JSON.parse(schema.stdout) as { title: string }).title, 'heddle.json5')
})

test('[OPS2] init writes a file that is right, and never over one without asking', async (t) => {
  const { data, heddle } = openPlace(t)
  const path = join(data, 'heddle.json5')
  assert.equal((await heddle(['init'])).code, exitCodes.usage)
  assert.equal((await heddle(['init', '--yes', '--port', '70000'])).code, exitCodes.usage)
  assert.equal((await heddle(['init', '--yes', '--public-url', 'nonsense'])).code, exitCodes.usage)
  assert.equal(existsSync(path), false)
  assert.equal(
    (await heddle(['init', '--yes', '--public-url', 'https://h.example', '--team-name', 'a"b\\'])).code,
    0,
  )
  assert.equal((await heddle(['config', 'check'])).code, 0)
  const before = readFileSync(path, 'utf8')
  const again = await heddle(['init', '--yes'])
  assert.deepEqual(
    [again.code, again.stderr],
    [exitCodes.refused, `${path} is there already and was left as it is.\n`],
  )
  assert.equal(readFileSync(path, 'utf8'), before)
})

test('[I45] what others wrote reaches the terminal with its control characters shown', async (t) => {
  const { data, heddle } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  await heddle(['token', 'create', 'ada', '--name', 'x\x1b[2Jy'])
  const log =
    '{"level":"info","time":"2026-11-15T20:00:00.000Z","msg":"hi\\u001b[31m\\u009b","who":"\\u001b]0;t\\u0007"}\n'
  writeFileSync(join(data, 'logs', 'heddle.log'), `${log}raw \x1b[31m line\n`)
  for (const args of [['token', 'list', 'ada'], ['logs'], ['logs', '--json'], ['user', 'list', '--json']]) {
    const plain = await heddle(args)
    assert.equal(plain.code, 0)
    assert.doesNotMatch(plain.stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/, args.join(' '))
  }
})

test('[OPS1] no stack is shown, unless HEDDLE_DEBUG asks for it', async (t) => {
  const { heddle } = openPlace(t)
  const house = {
    startGateway: () => Promise.reject(new TypeError('x is not a function')),
    openGround: () => Promise.reject(new TypeError('x is not a function')),
  }
  const plain = await heddle(['user', 'create', 'ada', '--role', 'owner'], { house })
  assert.deepEqual(
    [plain.code, plain.stderr],
    [
      exitCodes.unexpected,
      'Something unexpected happened: x is not a function\nSet HEDDLE_DEBUG=1 to see where.\n',
    ],
  )
  const debug = await heddle(['user', 'create', 'ada', '--role', 'owner'], {
    house,
    env: { HEDDLE_DEBUG: '1' },
  })
  assert.match(debug.stderr, /run-command-line\.test\.ts/)
})
