import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom, createTestClock } from '../../../../test-support/open-test-store.ts'
import { createSilentLog } from '../../../foundation/logging/log.ts'
import type { McpEntry } from '../../tools-config.ts'
import { createMcpServers } from './mcp-servers.ts'

const never = new AbortController().signal
const at = (agentId: string) => ({ agentId, sessionId: 's', turnId: 't', workspace: null })

function openServers(mcp: Record<string, McpEntry>) {
  const config = { tools: { mcp } }
  const opened: string[] = []
  const closed: string[] = []
  const servers = createMcpServers({
    clock: createTestClock(),
    random: createSeededRandom(1),
    log: createSilentLog(),
    config: () => config,
    async openLink({ name }) {
      opened.push(name)
      return {
        serverName: `the ${name}`,
        serverVersion: '1',
        listTools: async () => [{ name: 'go', inputSchema: {} }],
        callTool: async () => ({ content: [{ type: 'text', text: name }] }),
        close: async () => void closed.push(name),
      }
    },
  })
  return { servers, config, opened, closed }
}

const entry: McpEntry = { command: 'x', args: ['--key', 'k'], env: { SECRET: 's' } }

test('[AGT5] agents have the tools of servers, or of those that are for them', async () => {
  const { servers } = openServers({
    all: entry,
    some: { ...entry, agents: ['Main'] },
    none: { ...entry, agents: [] },
  })
  const names = async (agent: string) => (await servers.tools(at(agent), never)).map(({ name }) => name)
  assert.deepEqual(await names('main'), ['mcp__all__go', 'mcp__some__go'])
  assert.deepEqual(await names('other'), ['mcp__all__go'])
})

test('[AGT5] [AGT9] what a server answers is somebody else’s, and a call of it is a way out', async () => {
  const { servers } = openServers({ a: entry })
  const [tool] = await servers.tools(at('main'), never)
  assert.deepEqual(
    [tool?.group, tool?.policy, tool?.carriesOut, tool?.isUntrusted, tool?.isIdempotent],
    ['mcp:a', 'allow', true, true, false],
  )
  const outcome = await tool?.run({}, at('main'), {
    signal: never,
    isApproved: false,
    onProgress: () => undefined,
    callEventId: 'evt_1',
    calledAt: 0,
  })
  assert.deepEqual(outcome, { output: 'a', isError: false, isUntrusted: true })
})

test('[AGT5] [OPS2] after a reload only those whose entry changed are started anew', async () => {
  const { servers, config, opened, closed } = openServers({ stays: entry, changes: entry, goes: entry })
  await servers.tools(at('main'), never)
  assert.deepEqual(opened, ['stays', 'changes', 'goes'])
  config.tools = { mcp: { stays: { ...entry }, changes: { ...entry, args: [] }, comes: entry } }
  servers.follow()
  await servers.tools(at('main'), never)
  assert.deepEqual(opened.slice(3), ['changes', 'comes'])
  assert.deepEqual(closed, ['changes', 'goes'])
  assert.deepEqual(
    servers
      .list()
      .map(({ name }) => name)
      .toSorted(),
    ['changes', 'comes', 'stays'],
  )
})

test('[AGT5] [I43] the list says how each is, without its environment, its headers or what an address hides', async () => {
  const { servers } = openServers({
    program: entry,
    web: { url: 'https://ann:pass@example.org/mcp?key=k', headers: { authorization: 'Bearer t' } },
  })
  await servers.tools(at('main'), never)
  const [program, web] = servers.list()
  assert.deepEqual(
    [program?.transport, program?.target, program?.state, program?.message, program?.serverName],
    ['stdio', 'x --key k', 'ready', null, 'the program'],
  )
  assert.deepEqual([web?.transport, web?.target], ['http', 'https://example.org/mcp'])
  assert.doesNotMatch(JSON.stringify(servers.list()), /SECRET|Bearer|pass|key=k/)
})

test('[AGT5] one is restarted by name, and all of them end with the place', async () => {
  const { servers, opened, closed } = openServers({ a: entry, b: entry })
  await servers.tools(at('main'), never)
  assert.equal((await servers.restart('a'))?.state, 'ready')
  assert.equal(await servers.restart('nobody'), undefined)
  assert.deepEqual([opened, closed], [['a', 'b', 'a'], ['a']])
  await servers.close()
  assert.deepEqual(closed, ['a', 'a', 'b'])
  assert.deepEqual(await servers.tools(at('main'), never), [])
})
