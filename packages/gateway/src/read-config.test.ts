import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { settingKeys } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { configJsonSchema, settingsInFile } from './config-schema.ts'
import { ConfigInvalid, checkConfig, configKeys, readConfigFile } from './read-config.ts'

function read(t: TestContext, text: string, env: Record<string, string> = {}) {
  const path = join(makeTestFolder(t), 'heddle.json5')
  writeFileSync(path, text)
  return readConfigFile({ path, required: true, env })
}

/** What each mistake is told as, without the file's path. */
function mistakes(value: unknown, env: Record<string, string> = {}) {
  try {
    checkConfig(value, { path: 'heddle.json5', env })
  } catch (error) {
    assert(error instanceof ConfigInvalid)
    return error.issues.map(({ field, message, nearest }) => [field, message, nearest ?? null])
  }
  return []
}

test('[OPS2] a file with every key is read as it is written', (t) => {
  const file = read(
    t,
    `// comments are fine
    {
      $schema: './schema.json',
      server: { host: '0.0.0.0', port: 8080, publicUrl: 'https://heddle.example.org', trustedProxies: ['10.0.0.5', '::1/128'], },
      database: { durability: 'full' }, log: { level: 'warn' },
      team: { name: ' Weavers ' }, invites: { expireHours: 24 }, signIn: { expireDays: 7 },
    }`,
  )
  assert.deepEqual(file?.server?.trustedProxies, ['10.0.0.5', '::1/128'])
  assert.deepEqual(file && settingsInFile(file), {
    'team.name': 'Weavers',
    'server.publicUrl': 'https://heddle.example.org',
    'invites.expireHours': 24,
    'signIn.expireDays': 7,
  })
})

test('[OPS2] every setting of the web has its key in the file', () => {
  for (const key of settingKeys) assert(configKeys().includes(key), key)
})

test('[OPS2] all mistakes come at once, each with its path, the reason and the nearest right key', () => {
  assert.deepEqual(
    mistakes({
      server: { prot: 7420, host: 'localhost:80', publicUrl: 'ftp://x' },
      port: 1,
      logg: {},
      log: { level: 'verbose' },
      database: { durability: 'ful' },
      team: { name: '  ' },
      signIn: { expireDays: 1.5 },
      invites: { expireHours: 0 },
    }),
    [
      [
        'server.host',
        'must be an address or a host name without a port, such as "127.0.0.1" or "localhost", not "localhost:80"',
        null,
      ],
      [
        'server.publicUrl',
        'must be a web address without a path, such as "https://heddle.example.org", not "ftp://x"',
        null,
      ],
      ['server.prot', 'is not a key that exists', 'server.port'],
      ['database.durability', 'must be one of "group", "full", not "ful"', 'full'],
      ['log.level', 'must be one of "debug", "info", "warn", "error", not "verbose"', null],
      ['team.name', 'may not be empty', null],
      ['invites.expireHours', 'must be at least 1, not 0', null],
      ['signIn.expireDays', 'must be a whole number, not 1.5', null],
      ['port', 'is not a key that exists', 'server.port'],
      ['logg', 'is not a key that exists', 'log'],
    ],
  )
})

test('[OPS2] wrong kinds are told in words', () => {
  assert.deepEqual(mistakes({ server: [], log: null, team: { name: 5 } }), [
    ['server', 'must be a group of keys in { }', null],
    ['log', 'must be a group of keys in { }, not null', null],
    ['team.name', 'must be text in quotes, not 5', null],
  ])
  assert.deepEqual(mistakes([]), [['', 'must be a group of keys in { }', null]])
  assert.deepEqual(mistakes(JSON.parse('{"__proto__": {"server": 1}}')), [
    ['__proto__', 'is not a key that exists', null],
  ])
})

test('[OPS2] a proxy is an address or a network, and never everyone', () => {
  const judge = (proxy: string) => mistakes({ server: { trustedProxies: [proxy] } })[0]?.[1] ?? 'fine'
  for (const fine of ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '10.1.2.3/32'])
    assert.equal(judge(fine), 'fine', fine)
  assert.match(String(judge('proxy.local')), /^must be an address or a network/)
  assert.match(String(judge('10.0.0.0/33')), /^must end with a network length from 1 to 32/)
  assert.match(String(judge('::/129')), /^must end with a network length from 1 to 128/)
  assert.match(String(judge('10.0.0.0/8/8')), /^must be an address or a network/)
  assert.match(String(judge('0.0.0.0/0')), /^would trust everyone/)
})

test('[OPS2] ${NAME} takes a value from the environment that is handed in', () => {
  const env = { TEAM: 'Weavers', HOST: 'h.example', P: '8080' }
  const file = checkConfig(
    { team: { name: '${TEAM} & $${co}' }, server: { publicUrl: 'https://${HOST}/', port: '${P}' } },
    { path: 'heddle.json5', env },
  )
  assert.equal(file.team?.name, 'Weavers & ${co}')
  assert.equal(file.server?.publicUrl, 'https://h.example/')
  assert.equal(file.server?.port, 8080)
})

test('[OPS2] a variable that is missing is named with the key that wants it, once', () => {
  assert.deepEqual(mistakes({ server: { port: '${PROT}' }, team: { name: '${}' } }, { PORT: '1' }), [
    ['server.port', 'uses ${PROT}, and the environment has no variable PROT', 'PORT'],
    ['team.name', 'has "${" without a variable\'s name after it; write "$${" for the signs themselves', null],
  ])
  assert.deepEqual(mistakes({ team: { name: '${constructor}' } })[0]?.[0], 'team.name')
})

test('[OPS2] a number from the environment must be one', () => {
  assert.deepEqual(mistakes({ server: { port: '${P}' } }, { P: 'many' }), [
    ['server.port', 'must be a number, not "many"', null],
  ])
  assert.deepEqual(mistakes({ server: { port: '8080' } }), [
    ['server.port', 'must be a number, not "8080"', null],
  ])
})

test('[OPS2] a syntax error is told with file, line and column', (t) => {
  assert.throws(() => read(t, '{\n  server: {\n    port: 1 host: 2 } }'), {
    name: 'ConfigInvalid',
    message: /heddle\.json5:3:13: invalid character 'h'\.$/,
  })
})

test('[OPS2] one mistake is one sentence, several are a list', () => {
  const tell = (value: unknown) => {
    try {
      checkConfig(value, { path: 'heddle.json5', env: {} })
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }
  assert.equal(tell({ sever: {} }), 'heddle.json5: sever is not a key that exists; did you mean server?')
  assert.equal(
    tell({ sever: {}, zzzzzz: 1 }),
    'heddle.json5 has 2 mistakes:\n  sever is not a key that exists; did you mean server?\n  zzzzzz is not a key that exists.',
  )
})

test('[OPS2] the default file may be missing, a named one may not; a folder or a huge file is none', (t) => {
  const folder = makeTestFolder(t)
  const path = join(folder, 'heddle.json5')
  assert.equal(readConfigFile({ path, required: false, env: {} }), undefined)
  assert.throws(() => readConfigFile({ path, required: true, env: {} }), /There is no configuration file/)
  mkdirSync(path)
  assert.throws(() => readConfigFile({ path, required: false, env: {} }), /is a folder/)
  const large = join(folder, 'large.json5')
  writeFileSync(large, ' '.repeat(1_048_577))
  assert.throws(() => readConfigFile({ path: large, required: false, env: {} }), /is larger than/)
})

test('[OPS2] a file that nests without end is refused, not followed', () => {
  let deep: unknown = 1
  for (let i = 0; i < 50_000; i++) deep = [deep]
  assert.match(String(mistakes({ server: deep })[0]?.[1]), /nested too deeply/)
})

test('[OPS2] the JSON Schema knows every key, with its description', () => {
  const schema = JSON.stringify(configJsonSchema())
  for (const key of configKeys()) assert(schema.includes(`"${key.split('.').at(-1)}"`), key)
  assert(schema.includes('"additionalProperties":false'))
  assert(schema.includes('X-Forwarded-For'))
})
