import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { collaborationDefaults } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { chooseConfig, chooseConfigPath, loadConfig } from './config.ts'

const from = (entries: { key: string; value: unknown; from: string }[], key: string) => {
  const entry = entries.find((candidate) => candidate.key === key)
  return [entry?.value, entry?.from]
}

test('[OPS2] flag wins over environment, environment over file, file over default', () => {
  const file = { server: { port: 3, host: '10.0.0.3' } }
  const all = chooseConfig({ flags: { port: 1, host: '10.0.0.1' }, env: { PORT: '2' } }, file, '/data')
  assert.deepEqual(from(all.entries, 'server.port'), [1, 'flag'])
  assert.deepEqual(from(all.entries, 'server.host'), ['10.0.0.1', 'flag'])
  const two = chooseConfig({ flags: {}, env: { PORT: '2' } }, file, '/data')
  assert.deepEqual(from(two.entries, 'server.port'), [2, 'environment'])
  assert.deepEqual(from(two.entries, 'server.host'), ['10.0.0.3', 'file'])
  const three = chooseConfig({ flags: {}, env: { PORT: '' } }, file, '/data')
  assert.deepEqual(from(three.entries, 'server.port'), [3, 'file'])
  const none = chooseConfig({ flags: {}, env: {} }, {}, '/data')
  assert.deepEqual(none.config, {
    server: { host: '127.0.0.1', port: 7420, trustedProxies: [] },
    database: { durability: 'group' },
    log: { level: 'info' },
    settings: {},
    agents: {},
    work: {},
    places: {},
    collaboration: collaborationDefaults,
  })
})

test('[OPS2] a PORT that is none is named', () => {
  for (const PORT of ['abc', '70000', '-1', '1.5', ' 80']) {
    assert.throws(() => chooseConfig({ flags: {}, env: { PORT } }, {}, '/data'), {
      name: 'ConfigInvalid',
      message: `The environment variable PORT must be a port from 0 to 65535, not ${JSON.stringify(PORT)}.`,
    })
  }
})

test('[OPS2] the file is the one that is named, by flag or environment, or the folder’s own', () => {
  const around = { dataFolder: '/data', cwd: '/here' }
  assert.deepEqual(
    chooseConfigPath({ ...around, flags: { config: 'a.json5' }, env: { HEDDLE_CONFIG: '/b' } }),
    {
      path: '/here/a.json5',
      required: true,
    },
  )
  assert.deepEqual(chooseConfigPath({ ...around, flags: {}, env: { HEDDLE_CONFIG: '/b' } }), {
    path: '/b',
    required: true,
  })
  assert.deepEqual(chooseConfigPath({ ...around, flags: {}, env: { HEDDLE_CONFIG: '' } }), {
    path: '/data/heddle.json5',
    required: false,
  })
})

test('[OPS2] a reload takes over what changed, and says what needs a restart', (t) => {
  const dataFolder = makeTestFolder(t)
  const path = join(dataFolder, 'heddle.json5')
  const config = loadConfig({ flags: {}, env: {}, dataFolder, cwd: dataFolder })
  assert.equal(config.fileExists, false)
  assert.deepEqual(config.reloadConfig(), { kind: 'unchanged' })
  writeFileSync(path, `{ server: { port: 9000, trustedProxies: ['10.0.0.1'] }, team: { name: 'Weavers' } }`)
  assert.deepEqual(config.reloadConfig(), {
    kind: 'changed',
    keys: ['server.port', 'server.trustedProxies', 'team.name'],
    needRestart: ['server.port'],
  })
  assert.equal(config.current().settings['team.name'], 'Weavers')
  rmSync(path)
  assert.deepEqual(config.reloadConfig(), {
    kind: 'changed',
    keys: ['server.port', 'server.trustedProxies', 'team.name'],
    needRestart: ['server.port'],
  })
})

test('[OPS2] an invalid file keeps the old configuration and says why', (t) => {
  const dataFolder = makeTestFolder(t)
  const path = join(dataFolder, 'heddle.json5')
  writeFileSync(path, '{ log: { level: "warn" } }')
  const config = loadConfig({ flags: {}, env: {}, dataFolder, cwd: dataFolder })
  writeFileSync(path, '{ log: { levle: "error" } }')
  const outcome = config.reloadConfig()
  assert.equal(outcome.kind, 'invalid')
  assert.match(
    outcome.kind === 'invalid' ? outcome.reason : '',
    /log\.levle is not a key.*did you mean log\.level\?/,
  )
  assert.equal(config.current().log.level, 'warn')
})

test('[OPS2] a flag still wins after a reload', (t) => {
  const dataFolder = makeTestFolder(t)
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder, cwd: dataFolder })
  writeFileSync(join(dataFolder, 'heddle.json5'), '{ server: { port: 1 } }')
  assert.deepEqual(config.reloadConfig(), { kind: 'unchanged' })
  assert.equal(config.current().server.port, 0)
})

test('[COL1] all of collaboration is on, but for what the file turns off', () => {
  const { config, entries } = chooseConfig(
    { flags: {}, env: {} },
    { collaboration: { mentions: false } },
    '/data',
  )
  assert.deepEqual(config.collaboration, { ...collaborationDefaults, mentions: false })
  assert.deepEqual(from(entries, 'collaboration.mentions'), [false, 'file'])
  assert.deepEqual(from(entries, 'collaboration.threads'), [undefined, undefined])
})
