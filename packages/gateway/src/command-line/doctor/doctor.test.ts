import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exitCodes } from '@heddle/contract'
import { openConnection } from '../../foundation/database/connection.ts'
import { makeTestFolder, runHeddle, type TestWorldOptions } from '../../../test-support/create-test-world.ts'
import type { Finding } from './finding.ts'
import { schemaFinding } from './look-at-database.ts'
import { lookAtDurability } from './look-at-durability.ts'
import { lookAtNode, lookAtWebApp } from './look-at-program.ts'

function openPlace(t: TestContext) {
  const data = join(makeTestFolder(t), 'data')
  const heddle = (args: string[], options: TestWorldOptions = {}) =>
    runHeddle([...args, '--data', data], { ...options, env: { PORT: '0', ...options.env } })
  const findings = async (options: TestWorldOptions = {}) => {
    const outcome = await heddle(['doctor', '--json'], options)
    const { findings: found } = outcome.json() as { findings: Finding[] }
    return {
      code: outcome.code,
      all: found,
      of: (what: string) => found.find((finding) => finding.what === what),
    }
  }
  return { data, heddle, findings }
}

test('[OPS1] doctor finds nothing wrong with a folder that is not there yet, and makes none', async (t) => {
  const { data, findings } = openPlace(t)
  const { code, of } = await findings()
  assert.equal(code, 0)
  assert.equal(of('data folder')?.state, 'ok')
  assert.throws(() => readFileSync(data), { code: 'ENOENT' })
})

test('[OPS1] doctor reads the whole database and says that all is well', async (t) => {
  const { heddle, findings } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  await heddle(['secret', 'set', 'a.b'], { stdin: 'x' })
  const { code, of } = await findings()
  assert.equal(code, 0)
  assert.deepEqual(
    ['database', 'schema', 'secrets', 'secret key', 'gateway'].map((what) => of(what)?.state),
    ['ok', 'ok', 'ok', 'ok', 'ok'],
  )
})

const chooseAnother = 'Name another folder under agents.list[].workspace.'

test('[OPS1] doctor says which agent has a workspace folder that cannot be used', async (t) => {
  const { data, findings } = openPlace(t)
  mkdirSync(join(data, 'there'), { recursive: true })
  writeFileSync(join(data, 'file'), '')
  const list = [
    { id: 'main' },
    { id: 'right', workspace: './there' },
    { id: 'lost', workspace: './nowhere' },
    { id: 'odd', workspace: './file' },
    { id: 'root', workspace: '/' },
    { id: 'own', workspace: '.' },
  ]
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify({ agents: { list } }))
  const { code, all } = await findings()
  assert.equal(code, 0)
  const found = all.filter(({ what }) => what === 'workspace')
  assert.ok(found.every(({ state }) => state === 'warn'))
  assert.deepEqual(
    found.map(({ text, todo }) => [text, todo]),
    [
      [`the folder of lost, ${join(data, 'nowhere')}, is not there`, `mkdir -p ${join(data, 'nowhere')}`],
      [`the folder of odd, ${join(data, 'file')}, is not a folder`, chooseAnother],
      ['the folder of root, /, is the whole disk, where no command runs', chooseAnother],
      [`the folder of own, ${data}, is Heddle's own folder, which no agent may use`, chooseAnother],
    ],
  )
})

test('[PRV3] doctor says that the default model is not there any more', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  assert.equal((await findings()).of('settings'), undefined)
  const db = openConnection(join(data, 'heddle.db'))
  db.run(
    "insert into settings (key, value, updated_at) values ('agents.defaults.model', '\"gone/x\"', 1)",
    [],
  )
  db.close()
  const { code, of } = await findings()
  assert.equal(code, 0)
  assert.equal(of('settings')?.state, 'warn')
  assert.match(of('settings')?.text ?? '', /"gone\/x" is not there any more/)
})

test('[AGT3] doctor says which vendor has no key, and where the others have theirs', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  mkdirSync(data, { recursive: true })
  const local = { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1' }
  const providers = { anthropic: { kind: 'anthropic' }, openai: { kind: 'openai' }, local }
  const defaults = { model: 'openai/gpt-5' }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify({ agents: { defaults }, models: { providers } }))
  const told = async (env: Record<string, string> = {}) => {
    const { all } = await findings({ env })
    return all.filter(({ what }) => what === 'models').map(({ state, text }) => `${state} ${text}`)
  }
  assert.deepEqual(await told({ ANTHROPIC_API_KEY: 'x' }), [
    'ok anthropic: the key comes from the variable ANTHROPIC_API_KEY',
    'warn openai has no key, so that its models cannot answer',
  ])
  await heddle(['secret', 'set', 'models.openai.apiKey'], { stdin: 'x' })
  assert.deepEqual((await told()).at(-1), 'ok openai: the key comes from a secret')
})

test('[AGT7] [AGT3] doctor says which agent has no key of its own, or one that nobody asks for', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  mkdirSync(data, { recursive: true })
  const list = [
    { id: 'main', auth: { profiles: { anthropic: { apiKey: 'x' } } } },
    { id: 'slip', auth: { profiles: { antropic: { apiKey: 'x' } } } },
    { id: 'auditor', auth: { isolated: true } },
  ]
  const file = {
    agents: { defaults: { model: 'anthropic/claude' }, list },
    models: { providers: { anthropic: { kind: 'anthropic' } } },
  }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify(file))
  const told = async () => {
    const { all } = await findings()
    return all.filter(({ what }) => what === 'models').map(({ text, todo }) => [text, todo])
  }
  const known = ['anthropic: the key comes from profiles of agents', undefined]
  const slip = ['the agent slip has a key for antropic, which is no provider', 'Did you mean anthropic?']
  assert.deepEqual(await told(), [
    known,
    slip,
    [
      'the agent auditor is isolated and has no key for anthropic',
      'heddle secret set agents.auditor.anthropic.apiKey',
    ],
  ])
  await heddle(['secret', 'set', 'agents.auditor.anthropic.apiKey'], { stdin: 'x' })
  assert.deepEqual((await told()).slice(1), [slip])
})

test('[SEC1] doctor finds a key that others can read, one that is none, and one that opens nothing', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  await heddle(['secret', 'set', 'a.b'], { stdin: 'x' })
  const path = join(data, 'secret.key')
  chmodSync(path, 0o644)
  const open = await findings()
  assert.deepEqual([open.code, open.of('secret key')?.todo], [exitCodes.checkFailed, `chmod 600 ${path}`])
  chmodSync(path, 0o600)
  const another = Buffer.alloc(32, 7).toString('base64')
  const wrong = await findings({ env: { HEDDLE_SECRET_KEY: another } })
  assert.equal(wrong.of('secrets')?.state, 'fail')
  const none = await findings({ env: { HEDDLE_SECRET_KEY: 'short' } })
  assert.equal(none.of('secret key')?.state, 'fail')
  rmSync(path)
  const missing = await findings()
  assert.equal(missing.of('secrets')?.state, 'fail')
  assert.throws(() => readFileSync(path), { code: 'ENOENT' }, 'looking makes no new key')
})

test('[SEC1] doctor leaves a rotation that was cut off as it is', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  await heddle(['secret', 'set', 'a.b'], { stdin: 'x' })
  const next = join(data, 'secret.key.next')
  writeFileSync(next, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  assert.equal((await findings()).of('secrets')?.state, 'ok')
  assert(readFileSync(next).length > 0)
})

test('[OPS2] doctor tells a wrong configuration and a port that is taken', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  writeFileSync(join(data, 'heddle.json5'), '{ lgo: {} }')
  const wrong = await findings()
  assert.match(wrong.of('configuration')?.text ?? '', /lgo is not a key that exists; did you mean log\?/)
  rmSync(join(data, 'heddle.json5'))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const taken = await findings({ env: { PORT: port } })
  assert.deepEqual([taken.of('port')?.state, taken.code], ['fail', exitCodes.checkFailed])
})

test('[OPS1] doctor tells a damaged database, and a file in the folder’s place', async (t) => {
  const { data, heddle, findings } = openPlace(t)
  await heddle(['user', 'create', 'ada', '--role', 'owner'])
  const path = join(data, 'heddle.db')
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4_096 * 2, 4_096 * 3)
  writeFileSync(path, bytes)
  const { code, of } = await findings()
  assert.deepEqual([code, of('database')?.state], [exitCodes.checkFailed, 'fail'])
  writeFileSync(path, 'no database')
  assert.match((await findings()).of('database')?.text ?? '', /does not begin like a database/)

  const elsewhere = openPlace(t)
  writeFileSync(elsewhere.data, '')
  assert.equal((await elsewhere.findings()).of('data folder')?.state, 'fail')
})

test('[OPS1] doctor tells rights that are too wide', async (t) => {
  const { data, findings } = openPlace(t)
  mkdirSync(data)
  chmodSync(data, 0o755)
  const { code, of } = await findings()
  assert.deepEqual([code, of('data folder')?.todo], [0, `chmod go= ${data}`])
})

test('[OPS5] an older schema is a warning, a newer one a failure', () => {
  assert.equal(schemaFinding(2, 2).state, 'ok')
  assert.equal(schemaFinding(1, 2).state, 'warn')
  assert.equal(schemaFinding(3, 2).state, 'fail')
})

test('[OPS2] doctor tells the durability in force, and warns when it is not the one asked for', () => {
  assert.deepEqual(lookAtDurability(null, 'group'), [])
  assert.deepEqual(lookAtDurability('group', 'group'), [
    { what: 'durability', state: 'ok', text: 'group, in force' },
  ])
  assert.match(lookAtDurability('full', 'group')[0]?.text ?? '', /^full is in force, though group/)
  assert.equal(lookAtDurability('full', 'group')[0]?.state, 'warn')
  assert.equal(lookAtDurability('group', 'full')[0]?.state, 'warn')
})

test('[OPS1] an old Node fails, a web app that is not built is a warning', () => {
  assert.equal(lookAtNode('24.15.0').state, 'ok')
  assert.equal(lookAtNode('26.1.0').state, 'ok')
  assert.equal(lookAtNode('24.14.9').state, 'fail')
  assert.equal(lookAtNode('20.19.0').state, 'fail')
  assert.equal(lookAtWebApp('/nonexistent/index.html').state, 'warn')
})
