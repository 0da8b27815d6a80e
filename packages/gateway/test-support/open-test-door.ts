// The web door in front of the real people room and a real store, asked in-process. Every answer is held against the
// contract before it leaves, and anything in it that the contract does not name fails the test.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import {
  apiPrefix,
  type Role,
  type RouteName,
  routes,
  type Scope,
  type SettingValues,
  type ChannelAccountJson,
  type ToolServerJson,
} from '@heddle/contract'
import type { DoorEnv } from '../src/channels/web/door-env.ts'
import { createWebDoor, type WebDoor, type WebDoorDeps } from '../src/channels/web/web-door.ts'
import { createBox } from '../src/foundation/secrets/box.ts'
import { createSecrets, type Secrets } from '../src/foundation/secrets/secrets.ts'
import { createRealModelFetch } from '../src/agents/providers/real-model-fetch.ts'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import { type Models, openModels } from '../src/open-models.ts'
import { openSettings, type Settings } from '../src/settings.ts'
import {
  createListLog,
  openTestSessions,
  type TestSessions,
  type TestSessionsOptions,
} from './open-test-sessions.ts'

export interface TestDoor extends TestSessions {
  door: WebDoor
  /** Errors that the door wrote down. A test that expects none asserts that there are none. */
  logged: { message: string; fields: unknown }[]
  inFile: Partial<SettingValues>
  /** Of the sections `agents` and `models`; another value is a reload. */
  agentsInFile: { current: AgentsConfig }
  models: Models
  secrets: Secrets
  /** Asks the API; `path` is what follows /api/v1. */
  ask(method: string, path: string, request?: TestRequest): Promise<TestAnswer>
  /** Asks for anything. */
  fetch(path: string, init?: RequestInit, peer?: string): Promise<Response>
  /** The headers by which someone of that role, signed in, is known. */
  cookieOf(role: Role): Promise<Record<string, string>>
  bearerOf(role: Role, scopes: readonly Scope[]): Promise<Record<string, string>>
  /** Another door on the same store, as after a restart. */
  reopen(more?: Partial<WebDoorDeps>): TestDoor
}

export interface TestRequest {
  body?: unknown
  headers?: Record<string, string>
  peer?: string
}

export interface TestAnswer {
  status: number
  headers: Headers
  body: TestJson
}

/** What JSON gives: a test asks for whatever field it expects, and the answer was held against the contract before. */
export type TestJson = ReturnType<typeof JSON.parse>

export const testPeer = '192.0.2.7'

export async function openTestDoor(
  options: TestSessionsOptions = {},
  more: Partial<WebDoorDeps> = {},
): Promise<TestDoor> {
  const base = await openTestSessions(options)
  const inFile: Partial<SettingValues> = {}
  const settings: Settings = await base.store.read((r) =>
    openSettings(r, {
      inFile: () => inFile,
      fileName: 'heddle.json5',
      gate: base.people,
      judge: (name, value) =>
        name === 'agents.defaults.model' ? models.judgeDefaultModel(String(value)) : undefined,
      warn: (name) => (name === 'agents.defaults.model' ? models.defaultModelTrouble() : undefined),
    }),
  )
  const key = base.random.bytes(32)
  const secrets = createSecrets({ ...base, keys: keyThatStays(key) })
  const agentsInFile = { current: options.agents ?? {} }
  const models: Models = await base.store.read((r) =>
    openModels(r, {
      ...base,
      inFile: () => agentsInFile.current,
      fileName: 'heddle.json5',
      defaultModel: () => settings.value('agents.defaults.model'),
      gate: base.people,
      secrets,
      env: {},
      log: createListLog(base.logged),
      fetch: createRealModelFetch(),
    }),
  )
  base.useConfig(models.config)
  let joined = 0

  function open(others: Partial<WebDoorDeps>): TestDoor {
    const logged: TestDoor['logged'] = []
    const door = createWebDoor({
      ...base,
      settings,
      models,
      ...fakeTools,
      log: createListLog(logged),
      box: createBox(key, base.random),
      version: '0.0.0-test',
      host: '127.0.0.1',
      trustedProxies: () => [],
      webFolder: join(base.folder, 'web'),
      readiness: () => ({ ready: true }),
      work: () => [],
      inspectAnswer,
      ...others,
    })
    const fetch = (path: string, init: RequestInit = {}, peer = testPeer) =>
      Promise.resolve(door.app.request(path, init, bindingsOf(peer)))

    return {
      ...base,
      door,
      logged,
      inFile,
      agentsInFile,
      models,
      secrets,
      fetch,
      async ask(method, path, { body, headers = {}, peer } = {}) {
        const init: RequestInit = { method, headers: { ...(body !== undefined && json), ...headers } }
        if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
        const response = await fetch(apiPrefix + path, init, peer)
        const text = await response.text()
        return {
          status: response.status,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
        }
      },
      async cookieOf(role) {
        const { secret } = await base.signedIn(`${role}-${++joined}`, role)
        return { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' }
      },
      async bearerOf(role, scopes) {
        const { actor } = await base.signedIn(`${role}-${++joined}`, role)
        return { Authorization: `Bearer ${(await base.tokenOf(actor, scopes)).secret}` }
      },
      reopen: (again = {}) => open({ ...others, ...again }),
    }
  }

  return open(more)
}

const json = { 'Content-Type': 'application/json' }

const fakeServer: ToolServerJson = {
  name: 'local',
  transport: 'stdio',
  target: 'local-server',
  state: 'ready',
  message: null,
  serverName: 'Local',
  serverVersion: '1',
  tools: [],
  since: '2026-01-05T09:00:00.000Z',
}
const fakeAccount: ChannelAccountJson = {
  channel: 'loopback',
  accountId: 'main',
  state: 'heard',
  message: null,
  since: '2026-01-05T09:00:00.000Z',
  agentId: 'main',
  requireMention: true,
  servers: 1,
  canBeChecked: true,
}
/** One server, one account and nothing more; what they are really made of stands elsewhere. */
const fakeTools: Pick<WebDoorDeps, 'toolCatalogue' | 'toolServers' | 'channelAccounts'> = {
  toolCatalogue: {
    list: async () => ({ items: [], sandbox: { kind: 'off', message: 'Commands are off.' } }),
  },
  toolServers: { list: async () => [fakeServer], restart: async () => fakeServer },
  channelAccounts: {
    list: () => [fakeAccount],
    check: async () => ({ findings: [{ state: 'good', about: 'token', text: 'is taken' }] }),
  },
}

function keyThatStays(key: Uint8Array): Parameters<typeof createSecrets>[0]['keys'] {
  const keep = async () => undefined
  return { key, fixedBecause: undefined, keepNext: keep, adoptNext: keep }
}

function bindingsOf(peer: string): DoorEnv['Bindings'] {
  // Of the connection the door looks at nothing but where it comes from.
  return { incoming: { socket: { remoteAddress: peer } } } as unknown as DoorEnv['Bindings']
}

function inspectAnswer(name: RouteName, body: unknown): void {
  assert.deepEqual(
    routes[name].answer.parse(body),
    body,
    `the answer of ${name} is not what the contract says`,
  )
}
