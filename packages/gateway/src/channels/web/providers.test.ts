import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ProviderJson } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import { textOf } from '../../../test-support/open-test-sessions.ts'

const address = 'https://models.example.org/v1'
const key = 'sk-very-secret-0001'

async function openPlace(agents = {}) {
  const house = await openTestDoor({ agents })
  const headers = await house.cookieOf('admin')
  const ask = (method: string, path: string, body?: unknown) =>
    house.ask(method, path, { headers, ...(body !== undefined && { body }) })
  return {
    house,
    ask,
    save: (name: string, body: object) => ask('PUT', `/providers/${name}`, { baseUrl: address, ...body }),
    async list(): Promise<ProviderJson[]> {
      return (await ask('GET', '/providers')).body.items
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  }
}

const inFile = {
  models: {
    providers: {
      local: {
        kind: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:9/v1',
        apiKey: 'from-the-file',
        models: [{ id: 'first' }],
      },
    },
  },
} as const

const issueOf = (answer: { body: { error: { issues: { field: string; nearest?: string }[] } } }) =>
  answer.body.error.issues[0]

const sealed = (house: TestDoor, name: string) =>
  house.store.read((r) => house.secrets.read(r, `models.${name}.apiKey`))

test('[PRV1] [PRV3] a provider is added in the web and the next turn runs on its first model, without a restart', async () => {
  await using place = await openPlace()
  const { house } = place
  const { actor } = await house.signedIn('ann', 'member')
  const agentsNow = async () => (await place.ask('GET', '/agents')).body.items[0]
  assert.equal((await agentsNow()).isDemo, true)

  const models = [
    { id: 'gpt-big', contextTokens: 9_000, cost: { input: 2, output: 4 }, vision: true },
    { id: 'gpt-small' },
  ]
  const saved = await place.save('openai', { apiKey: key, models })
  assert.equal(saved.status, 200)
  assert.deepEqual(saved.body, {
    name: 'openai',
    kind: 'openai-compatible',
    baseUrl: address,
    models,
    source: 'web',
    keySource: 'secret',
  })
  assert.deepEqual([(await agentsNow()).model, (await agentsNow()).isDemo], ['openai/gpt-big', false])

  const id = await house.chat(actor)
  await house.say(actor, id, 'hello')
  await house.work()
  const [started] = (await house.timeline(id)).filter(({ kind }) => kind === 'turn.started')
  assert.equal(started?.payload['model'], 'openai/gpt-big')
  const listed = (await place.list()).map(({ name, source }) => [name, source])
  assert.deepEqual(listed, [
    ['openai', 'web'],
    ['demo', 'built-in'],
  ])
})

test('[PRV2] the key is sealed, replaced, kept and forgotten, and no answer, audit or log line holds it', async () => {
  await using place = await openPlace()
  const { house } = place
  const said: string[] = []
  const note = <T extends { body: unknown }>(answer: T): T => {
    said.push(JSON.stringify(answer.body ?? null))
    return answer
  }
  note(await place.save('openai', { apiKey: ` ${key}\n` }))
  assert.equal(await sealed(house, 'openai'), key)
  assert.equal(await house.models.apiKey('openai', address), key)
  note(await place.save('openai', { models: [{ id: 'x' }] }))
  assert.equal(await sealed(house, 'openai'), key, 'what is not said stays')
  note(await place.save('openai', { apiKey: 'sk-very-secret-0002' }))
  assert.equal(
    await house.models.apiKey('openai', `${address}/`),
    'sk-very-secret-0002',
    'the next call has the new one',
  )
  const forgotten = note(await place.save('openai', { apiKey: null }))
  assert.deepEqual([forgotten.body.keySource, await sealed(house, 'openai')], [null, undefined])
  note(await place.save('openai', { apiKey: 'two words' }))
  note(await place.ask('GET', '/providers'))
  const audit = note(await place.ask('GET', '/audit'))
  const lines = audit.body.items.filter(({ action }: { action: string }) => action === 'settings.change')
  assert.deepEqual(
    lines.map(({ resource, detail }: { resource: string; detail: { apiKey: string } }) => [
      resource,
      detail.apiKey,
    ]),
    ['forgotten', 'set', 'kept', 'set'].map((how) => ['models.providers.openai', how]),
  )
  said.push(JSON.stringify(house.logged))
  for (const text of said) assert.doesNotMatch(text, /very-secret|two words/)
})

test('[PRV2] a kept key does not follow to another address', async () => {
  await using place = await openPlace()
  const { house } = place
  await place.save('openai', { apiKey: key })
  const elsewhere = 'https://collector.example.net/v1'
  const moved = await place.save('openai', { baseUrl: elsewhere })
  assert.deepEqual([moved.status, issueOf(moved)?.field], [400, 'apiKey'])
  const tested = await place.ask('POST', '/models/test', { provider: 'openai', baseUrl: elsewhere })
  assert.deepEqual([tested.status, issueOf(tested)?.field], [400, 'apiKey'])
  assert.equal((await place.list())[0]?.baseUrl, address, 'nothing was changed')
  // Behind one origin there may be several services.
  const beside = await place.save('openai', { baseUrl: `${address}/other` })
  assert.deepEqual([beside.status, issueOf(beside)?.field], [400, 'apiKey'])
  assert.equal((await place.save('openai', { baseUrl: `${address}/` })).status, 200)
  assert.equal((await place.save('openai', { baseUrl: elsewhere, apiKey: 'another' })).status, 200)

  // Someone on the machine set a key for a name that is not taken yet.
  await house.store.tx((t) => house.secrets.set(t, 'models.router.apiKey', 'of-the-operator'))
  const taken = await place.save('router', {})
  assert.deepEqual([taken.status, issueOf(taken)?.field], [400, 'apiKey'])
  assert.equal((await place.save('router', { apiKey: null })).status, 200)
  assert.equal(await sealed(house, 'router'), undefined)
})

test('[PRV1] [OPS2] what the file sets is read-only, comes first, and hides one of the same name', async () => {
  await using place = await openPlace(inFile)
  const { house } = place
  const refused = await place.save('local', { apiKey: key })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'set_in_file'])
  assert.match(refused.body.error.message, /heddle\.json5/)
  assert.equal((await place.ask('DELETE', '/providers/local')).body.error.code, 'set_in_file')
  assert.equal(await sealed(house, 'local'), undefined)

  await place.save('another', { models: [{ id: 'second' }] })
  assert.deepEqual(
    (await place.list()).map(({ name, source, keySource }) => [name, source, keySource]),
    [
      ['local', 'file', 'file'],
      ['another', 'web', null],
      ['demo', 'built-in', null],
    ],
  )
  assert.doesNotMatch(JSON.stringify(await place.list()), /from-the-file/)
  assert.equal(house.agents.list()[0]?.model, 'local/first', 'the file’s before the web’s')

  const reloaded = {
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:7/v1',
    models: [{ id: 'x' }],
  } as const
  house.agentsInFile.current = { models: { providers: { another: reloaded } } }
  const [first, ...others] = await place.list()
  assert.deepEqual([first?.name, first?.source, first?.baseUrl], ['another', 'file', 'http://127.0.0.1:7/v1'])
  assert.deepEqual(
    others.map(({ name }) => name),
    ['demo'],
  )
  house.agentsInFile.current = {}
  assert.equal((await place.list())[0]?.source, 'web', 'and it is there again when the file lets go of it')
})

test('[PRV1] what the file would not take is refused by its field', async () => {
  await using place = await openPlace()
  const cases: [path: string, body: object, field: string][] = [
    ['demo', {}, 'name'],
    ['Open_AI', {}, 'name'],
    ['9router', {}, 'name'],
    ['x'.repeat(41), {}, 'name'],
    ['openai', { baseUrl: 'ftp://example.org' }, 'baseUrl'],
    ['openai', { baseUrl: 'https://me:secret@example.org/v1' }, 'baseUrl'],
    ['openai', { baseUrl: 'https://example.org/v1?key=1' }, 'baseUrl'],
    ['openai', { baseUrl: undefined }, 'baseUrl'],
    ['openai', { kind: 'opnai' }, 'kind'],
    ['openai', { apiKey: '' }, 'apiKey'],
    ['openai', { apiKey: 'schlüssel' }, 'apiKey'],
    ['openai', { models: [{ id: 'a' }, { id: 'a' }] }, 'models[1]'],
    ['openai', { models: [{ id: 'two words' }] }, 'models[0].id'],
    ['openai', { models: [{ id: 'a', cost: { input: 9_999_999, output: 1 } }] }, 'models[0].cost.input'],
    ['openai', { modles: [] }, 'modles'],
  ]
  for (const [name, body, field] of cases) {
    const answer = await place.save(name, body)
    assert.deepEqual(
      [answer.status, answer.body.error.issues?.[0]?.field],
      [400, field],
      JSON.stringify([name, answer.body]),
    )
    assert.doesNotMatch(JSON.stringify(answer.body), /me:secret/)
  }
  const many = Array.from({ length: limits.modelsPerProviderMax + 1 }, (_, i) => ({ id: `m${i}` }))
  assert.equal((await place.save('openai', { models: many })).status, 400)
  assert.deepEqual(
    (await place.list()).map(({ name }) => name),
    ['demo'],
  )
})

test('[PRV1] [OPS6] there can be 32 of them; changing one of those is not one more', async () => {
  await using place = await openPlace()
  for (let i = 0; i < limits.providersMax; i++) assert.equal((await place.save(`p${i}`, {})).status, 200)
  const more = await place.save('more', {})
  assert.deepEqual([more.status, more.body.error.code], [409, 'limit_reached'])
  assert.equal((await place.save('p0', { models: [{ id: 'a' }] })).status, 200)
})

test('[PRV2] [PRV3] removing a provider forgets its key, and a turn on its model says what is wrong', async () => {
  await using place = await openPlace()
  const { house } = place
  const { actor } = await house.signedIn('ann', 'member')
  await place.save('openai', { apiKey: key, models: [{ id: 'gpt-big' }] })
  house.clock.advance(1)
  await place.save('opanai', { models: [{ id: 'gpt-big' }] })
  const id = await house.chat(actor)
  const gate = Promise.withResolvers<void>()
  // The turn has begun on it, and needs it once more after its first step.
  house.model.script(
    { type: 'tool_call', call: { id: 'c', name: 'look', arguments: '{}' } },
    { type: 'wait', until: gate.promise },
  )
  await house.say(actor, id, 'hello')
  while (house.model.running === 0) await house.breathe()
  const agent = house.agents.list()[0]
  assert.equal(agent?.model, 'openai/gpt-big')
  assert.equal((await place.ask('DELETE', '/providers/openai')).status, 204)
  gate.resolve()
  await house.work()
  const failed = (await house.timeline(id)).find(({ kind }) => kind === 'turn.failed')
  assert.equal(
    failed?.payload['message'],
    'No provider has a model "openai/gpt-big". Did you mean "opanai/gpt-big"?',
  )
  assert.equal(await sealed(house, 'openai'), undefined)
  const again = await place.ask('DELETE', '/providers/openai')
  assert.deepEqual([again.status, again.body.error.code], [404, 'unknown_provider'])
  assert.equal(issueOf(again)?.nearest, 'opanai')
  assert.equal((await place.ask('DELETE', '/providers/demo')).status, 400)
  await house.say(actor, id, 'and now?')
  await house.work()
  assert.equal(
    textOf((await house.timeline(id)).findLast(({ kind }) => kind === 'message.agent')) !== '',
    true,
  )
})

test('[PRV3] an admin chooses the default model; one that nobody has is refused with the nearest', async () => {
  await using place = await openPlace()
  const { house } = place
  await place.save('openai', { models: [{ id: 'gpt-big' }, { id: 'gpt-small' }] })
  const choose = (model: string | null) => place.ask('PUT', '/settings', { 'agents.defaults.model': model })
  const wrong = await choose('openai/gpt-smal')
  assert.deepEqual([wrong.status, issueOf(wrong)?.field], [400, 'agents.defaults.model'])
  assert.equal(issueOf(wrong)?.nearest, 'openai/gpt-small')
  assert.equal(issueOf(await choose('opnai/gpt-small'))?.nearest, 'openai/gpt-small')
  assert.equal((await choose('gpt-small')).status, 400)
  assert.equal((await choose('openai/gpt-small')).status, 200)
  assert.equal(house.agents.list()[0]?.model, 'openai/gpt-small')

  const unlisted = await place.save('openai', { models: [{ id: 'gpt-big' }] })
  assert.deepEqual([unlisted.status, issueOf(unlisted)?.field], [400, 'agents.defaults.model'])
  assert.equal((await place.ask('DELETE', '/providers/openai')).status, 400)
  assert.equal((await choose('')).status, 200)
  assert.equal(house.agents.list()[0]?.model, 'openai/gpt-big', 'the first that is listed')
  assert.equal((await place.ask('DELETE', '/providers/openai')).status, 204)
  assert.equal(house.agents.list()[0]?.model, 'demo/demo')

  house.inFile['agents.defaults.model'] = 'demo/demo'
  assert.equal((await choose('demo/demo')).body.error.code, 'set_in_file')
})

test('[PRV3] a default model whose provider went from the file gives way to the first that is listed, visibly, and blocks nothing', async () => {
  await using place = await openPlace(inFile)
  const { house } = place
  const choose = (model: string | null) => place.ask('PUT', '/settings', { 'agents.defaults.model': model })
  const warning = async () => {
    const { body } = await place.ask('GET', '/settings')
    const items: { key: string; warning?: string }[] = body.items
    assert.ok(items.every((item) => item.key === 'agents.defaults.model' || item.warning === undefined))
    return items.find((item) => item.key === 'agents.defaults.model')?.warning
  }
  assert.equal((await choose('local/first')).status, 200)
  assert.equal(await warning(), undefined)
  house.agentsInFile.current = {}
  assert.equal(house.agents.list()[0]?.model, 'demo/demo')
  assert.match((await warning()) ?? '', /"local\/first" is not there any more; "demo\/demo" answers/)
  const { actor } = await house.signedIn('ann', 'member')
  const id = await house.chat(actor)
  await house.say(actor, id, 'hello')
  await house.work()
  assert.equal((await house.timeline(id)).at(-1)?.kind, 'turn.finished')
  // What has nothing to do with it can be saved and removed.
  assert.equal((await place.save('openai', { models: [{ id: 'a' }] })).status, 200)
  assert.equal(house.agents.list()[0]?.model, 'openai/a')
  assert.equal((await place.ask('DELETE', '/providers/openai')).status, 204)
  house.agentsInFile.current = inFile
  assert.deepEqual([house.agents.list()[0]?.model, await warning()], ['local/first', undefined])
})

test('[PRV1] [R11] an address at which clouds keep secrets is refused, however it is written', async () => {
  await using place = await openPlace()
  const hosts = [
    '169.254.169.254',
    '2852039166',
    '0xa9.254.1.1',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[64:ff9b::a9fe:a9fe]',
    '100.100.100.200',
  ]
  for (const host of hosts) {
    const saved = await place.save('cloud', { baseUrl: `http://${host}/v1` })
    assert.deepEqual([saved.status, issueOf(saved)?.field], [400, 'baseUrl'], host)
    const tested = await place.ask('POST', '/models/test', { baseUrl: `http://${host}/v1` })
    assert.deepEqual([tested.status, issueOf(tested)?.field], [400, 'baseUrl'], host)
  }
  for (const host of ['127.0.0.1:11434', '[::1]:1', '10.0.0.7', '192.168.1.9', '[fd12::1]']) {
    assert.equal((await place.save('near', { baseUrl: `http://${host}/v1` })).status, 200, host)
  }
})

test('[PRV4] a test of nothing, of an unknown provider or with a wrong address is refused by its field', async () => {
  await using place = await openPlace()
  await place.save('openai', {})
  const ask = (body: object) => place.ask('POST', '/models/test', body)
  assert.equal(issueOf(await ask({}))?.field, 'provider')
  const unknown = await ask({ provider: 'opanai' })
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'unknown_provider'])
  assert.equal(issueOf(unknown)?.nearest, 'openai')
  assert.equal(issueOf(await ask({ baseUrl: 'https://a:b@example.org' }))?.field, 'baseUrl')
})

test('[PRV1] a provider of a vendor needs no address, and its models have the prices of the list', async () => {
  await using place = await openPlace()
  const saved = await place.ask('PUT', '/providers/claude', {
    kind: 'anthropic',
    apiKey: key,
    models: [{ id: 'claude-opus-5-5' }],
  })
  assert.deepEqual([saved.status, saved.body.kind, saved.body.baseUrl], [200, 'anthropic', null])
  const { items } = (await place.ask('GET', '/models')).body
  const opus = items.find(({ name }: { name: string }) => name === 'claude/claude-opus-5-5')
  assert.deepEqual(opus.cost, { input: 4, output: 20, cachedInput: 0.2 })
  assert.deepEqual([opus.contextTokens, opus.vision], [1_000_000, true])
})

test('[PRV2] a kept key does not go to another vendor or address', async () => {
  await using place = await openPlace()
  const put = (body: object) => place.ask('PUT', '/providers/claude', body)
  await put({ kind: 'anthropic', apiKey: key })
  assert.equal(issueOf(await put({ kind: 'openai' }))?.field, 'apiKey')
  assert.equal(issueOf(await put({ kind: 'anthropic', baseUrl: address }))?.field, 'apiKey')
  assert.equal((await put({ kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1/' })).status, 200)
  assert.equal((await put({ kind: 'openai', apiKey: 'another' })).status, 200)
})
