import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaceRules } from './choose-place-rules.ts'
import { maskConfigValue } from './command-line/mask-config-value.ts'
import { chooseConfig } from './config.ts'
import { configJsonSchema } from './config-schema.ts'
import { ConfigInvalid, checkConfig } from './read-config.ts'
import { assertBindingsOn } from './routing/bindings/make-binding.ts'

const account = { apiUrl: 'http://127.0.0.1:7500', token: 'a-good-token' }

const read = (value: unknown, env = {}) => checkConfig(value, { path: 'heddle.json5', env })

function mistakes(value: unknown): (string | null)[][] {
  try {
    read(value)
    return []
  } catch (error) {
    assert(error instanceof ConfigInvalid)
    return error.issues.map((issue) => [issue.field, issue.message, issue.nearest ?? null])
  }
}

const ofAccount = (more: object) => ({
  channels: { loopback: { accounts: { main: { ...account, ...more } } } },
})
const under = (key: string) => `channels.loopback.accounts.main.${key}`

function rulesOf(value: unknown) {
  const { config } = chooseConfig({ flags: {}, env: {} }, read(value), '/data')
  return createPlaceRules(
    () => config.places,
    () => '',
  )
}

test('[BND11] without a word about places: conversations can be bound, for a day; sub-agents have pages on the web alone', () => {
  const rules = rulesOf({})
  const day = { enabled: true, idleMs: 86_400_000, maxAgeMs: 0, archiveOnUnbind: true, failClosed: undefined }
  const none = { spawnSubagentSessions: false, spawnAcpSessions: false }
  assert.deepEqual(rules.threadBindings('loopback', 'main'), { ...day, ...none })
  assert.deepEqual(rules.threadBindings('web', 'web'), { ...day, ...none, spawnSubagentSessions: true })
  assert.equal(rules.account('loopback', 'main'), undefined)
  assert.equal(rules.account('web', 'web'), undefined)
  assert.deepEqual(rules.revival(), { messages: 50, tokens: 8_000 })
})

test('[BND11] the account’s word comes before its channel’s, and that before everyone’s', () => {
  const rules = rulesOf({
    channels: {
      web: { threadBindings: { spawnSubagentSessions: false, failClosed: true } },
      loopback: {
        threadBindings: { ttlHours: 2, archiveOnUnbind: false },
        accounts: {
          main: { ...account, threadBindings: { ttlHours: 0.5, spawnSubagentSessions: true } },
          other: account,
        },
      },
    },
    session: {
      threadBindings: { enabled: false, ttlHours: 1, maxAgeHours: 48 },
      revival: { messages: 10, tokens: 900 },
    },
  })
  const all = { enabled: false, maxAgeMs: 172_800_000, failClosed: undefined, spawnAcpSessions: false }
  assert.deepEqual(rules.threadBindings('loopback', 'main'), {
    ...all,
    idleMs: 1_800_000,
    archiveOnUnbind: false,
    spawnSubagentSessions: true,
  })
  assert.equal(rules.threadBindings('loopback', 'other').idleMs, 7_200_000)
  assert.deepEqual(rules.threadBindings('web', 'web'), {
    ...all,
    idleMs: 3_600_000,
    archiveOnUnbind: true,
    failClosed: true,
    spawnSubagentSessions: false,
  })
  assert.deepEqual(rules.revival(), { messages: 10, tokens: 900 })
})

test('[BND10] [BND11] a refusal names the setting that decides, not one that would change nothing', () => {
  const off = { threadBindings: { enabled: false, spawnSubagentSessions: false } }
  const named = (value: object) => rulesOf(value).bindingSettings('loopback', 'main')
  const at = (path: string) => ({
    enabled: `${path}.threadBindings.enabled`,
    spawnSubagentSessions: `${path}.threadBindings.spawnSubagentSessions`,
  })
  const [ofMain, ofChannel] = ['channels.loopback.accounts.main', 'channels.loopback']
  assert.deepEqual(named({ ...ofAccount(off), session: off }), at(ofMain))
  assert.deepEqual(named({ channels: { loopback: off }, session: off }), at(ofChannel))
  assert.deepEqual(named({ session: off }), at('session'))
  assert.deepEqual(named({}), at(ofChannel), 'what nobody says')
  const place = { channel: 'loopback', accountId: 'main', conversationId: 'c' }
  assert.throws(
    () => assertBindingsOn({ placeRules: rulesOf({ session: off }) }, place),
    /: session\.threadBindings\.enabled is false\.$/,
  )
})

test('[CHN4] an account that says nothing hears nobody but linked members, directly', () => {
  assert.deepEqual(rulesOf(ofAccount({})).account('loopback', 'main'), {
    agentId: 'main',
    requireMention: true,
    allow: { people: [], dms: 'allowed', bots: 'never', places: {} },
    streaming: { mode: 'final', coalesceChars: 1_500, coalesceIdleMs: 1_000 },
  })
})

test('[CHN4] who is heard where is read by immutable ids, and a place may have an agent of its own', () => {
  const allow = {
    people: ['u1'],
    dms: 'linked',
    bots: 'mention',
    places: {
      s1: { channels: { c1: { agent: 'weaver', requireMention: false }, '*': {} } },
      s2: { people: ['*'] },
    },
  }
  const value = { ...ofAccount({ agent: 'Weaver', allow }), agents: { list: [{ id: 'weaver' }] } }
  const rules = rulesOf(value).account('loopback', 'main')
  assert.equal(rules?.agentId, 'Weaver')
  assert.deepEqual(rules?.allow, {
    ...allow,
    places: { s1: { ...allow.places.s1, people: [] }, s2: { people: ['*'], channels: {} } },
  })
})

test('[OPS2] each wrong key of a channel is named, with the nearest right one', () => {
  const wrong: [value: object, field: string, message: string, nearest: string | null][] = [
    [{ channels: { loopbak: {} } }, 'channels.loopbak', 'is not a key that exists', 'channels.loopback'],
    [
      { session: { threadBinding: {} } },
      'session.threadBinding',
      'is not a key that exists',
      'session.threadBindings',
    ],
    [
      { session: { revival: { messages: 201 } } },
      'session.revival.messages',
      'must be at most 200, not 201',
      null,
    ],
    [
      { session: { revival: { token: 5 } } },
      'session.revival.token',
      'is not a key that exists',
      'session.revival.tokens',
    ],
    [
      { channels: { web: { threadBindings: { ttlHours: -1 } } } },
      'channels.web.threadBindings.ttlHours',
      'must be at least 0, not -1',
      null,
    ],
    [
      { channels: { web: { threadBindings: { maxAgeHours: 0.001 } } } },
      'channels.web.threadBindings.maxAgeHours',
      'must be 0, for never, or at least 10 seconds, not 0.001',
      null,
    ],
    [
      { channels: { web: { threadBindings: { ttl: 3 } } } },
      'channels.web.threadBindings.ttl',
      'is not a key that exists',
      'channels.web.threadBindings.ttlHours',
    ],
    [ofAccount({ tokn: 'x' }), under('tokn'), 'is not a key that exists', under('token')],
    [ofAccount({ token: '' }), under('token'), 'may not be empty', null],
    [
      ofAccount({ apiUrl: 'http://10.0.0.1' }),
      under('apiUrl'),
      'must be an address of this machine, such as "http://127.0.0.1:7500", not "http://10.0.0.1"',
      null,
    ],
    [
      ofAccount({ allow: { dms: 'alowed' } }),
      under('allow.dms'),
      'must be one of "linked", "allowed", "nobody", not "alowed"',
      'allowed',
    ],
    [ofAccount({ allow: { people: 'u1' } }), under('allow.people'), 'must be a list in [ ], not "u1"', null],
    [ofAccount({ allow: { places: ['w'] } }), under('allow.places'), 'must be a group of keys in { }', null],
    [
      ofAccount({ allow: { places: { s1: { chanels: {} } } } }),
      under('allow.places.s1.chanels'),
      'is not a key that exists',
      under('allow.places.s1.channels'),
    ],
    [
      ofAccount({ streaming: { mode: 'live' } }),
      under('streaming.mode'),
      'must be one of "edit", "final", not "live"',
      null,
    ],
    [
      ofAccount({ agent: 'mian' }),
      under('agent'),
      'names an agent that agents.list does not have, "mian"',
      'main',
    ],
    [
      ofAccount({ allow: { places: { s1: { channels: { c1: { agent: 'x' } } } } } }),
      under('allow.places.s1.channels.c1.agent'),
      'names an agent that agents.list does not have, "x"',
      null,
    ],
  ]
  for (const [value, ...expected] of wrong) assert.deepEqual(mistakes(value), [expected])
  const named = mistakes({ channels: { loopback: { accounts: { 'Not Good': account } } } })
  assert.match(String(named[0]?.[1]), /has a name that must be of a-z, 0-9/)
  assert.deepEqual(
    mistakes({ channels: { loopback: { accounts: { main: {} } } } }).map(([field]) => field),
    [under('apiUrl'), under('token')],
  )
})

test('[SEC1] the token of an account may come from the environment, and is shown to nobody', () => {
  const file = read(ofAccount({ token: '${LOOPBACK_TOKEN}' }), { LOOPBACK_TOKEN: 'very-secret' })
  const { config, entries } = chooseConfig({ flags: {}, env: {} }, file, '/data')
  assert.equal(config.places.channels?.loopback?.accounts?.['main']?.token, 'very-secret')
  const shown = JSON.stringify(entries.map(({ key, value }) => maskConfigValue(key, value)))
  assert(shown.includes('http://127.0.0.1:7500') && !shown.includes('very-secret'))
})

test('[OPS2] the schema for editors knows every key of a channel, with words', () => {
  const text = JSON.stringify(configJsonSchema())
  for (const key of [
    'threadBindings',
    'spawnSubagentSessions',
    'requireMention',
    'coalesceIdleMs',
    'revival',
  ]) {
    assert(text.includes(`"${key}":{"description"`) || text.includes(`"${key}":{`), key)
  }
})
