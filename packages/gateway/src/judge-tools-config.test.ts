import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { openTestSessions } from '../test-support/open-test-sessions.ts'
import { builtInToolNames, toolGroups } from './agents/tools-config.ts'
import { createSilentLog } from './foundation/logging/log.ts'
import { createRealClock } from './foundation/real-clock.ts'
import { createRealRandom } from './foundation/real-random.ts'
import { judgeToolsConfig } from './judge-tools-config.ts'
import { openTools } from './open-tools.ts'
import { createAttachTool } from './routing/message-tool/attach-tool.ts'
import { createMessageTool } from './routing/message-tool/create-message-tool.ts'

const mistakes = (file: { agents?: unknown; tools?: unknown }) =>
  judgeToolsConfig(file).map(({ field, message, nearest }) => [field, message, nearest ?? null])

const mcp = { files: { command: 'x' }, tracker: { url: 'http://127.0.0.1:3001/mcp' } }

test('[AGT5] a policy names tools, groups and servers that are there', () => {
  const policy = {
    exec: 'deny',
    files: 'ask',
    fetch_url: 'allow',
    'mcp:files': 'ask',
    mcp__files__write_file: 'deny',
  }
  assert.deepEqual(mistakes({ tools: { mcp, policy } }), [])
  assert.deepEqual(
    mistakes({ tools: { mcp, policy: { excec: 'deny', 'mcp:file': 'ask', mcp__tracer__x: 'ask' } } }),
    [
      ['tools.policy.excec', 'is not the name of a tool, of a group, or "mcp:<server>"', 'exec'],
      ['tools.policy.mcp:file', 'names an MCP server that tools.mcp does not have', 'mcp:files'],
      ['tools.policy.mcp__tracer__x', 'names an MCP server that tools.mcp does not have', 'mcp__tracker__x'],
    ],
  )
})

test('[AGT5] so do the tools of an agent, and a server names agents that are there', () => {
  const tools = { allow: ['files', 'raed'], deny: ['mcp:trackr'], policy: { proces: 'ask' } }
  assert.deepEqual(mistakes({ agents: { list: [{ id: 'weaver', tools }] }, tools: { mcp } }), [
    [
      'agents.list[0].tools.allow[1]',
      'is not the name of a tool, of a group, or "mcp:<server>", "raed"',
      'read',
    ],
    [
      'agents.list[0].tools.deny[0]',
      'names an MCP server that tools.mcp does not have, "mcp:trackr"',
      'mcp:tracker',
    ],
    [
      'agents.list[0].tools.policy.proces',
      'is not the name of a tool, of a group, or "mcp:<server>"',
      'process',
    ],
  ])
  const only = (agents: string[]) => ({ mcp: { files: { command: 'x', agents } } })
  assert.deepEqual(mistakes({ tools: only(['main']) }), [], 'the one that is there without a list')
  assert.deepEqual(mistakes({ agents: { list: [{ id: 'Weaver' }] }, tools: only(['weaver', 'waever']) }), [
    ['tools.mcp.files.agents[1]', 'names an agent that agents.list does not have, "waever"', 'Weaver'],
  ])
})

test('[AGT5] the names that a policy knows are those of the tools that there are', async (t) => {
  const path = makeTestFolder(t)
  const tools = openTools({
    config: () => ({}),
    folder: { path, workspaces: join(path, 'workspaces') },
    configPath: join(path, 'heddle.json5'),
    clock: createRealClock(),
    random: createRealRandom(),
    log: createSilentLog(),
    env: {},
    version: '0',
  })
  t.after(() => tools.close())
  const place = { sessionId: '', turnId: '', agentId: 'main', workspace: path }
  await using world = await openTestSessions()
  const gathered = await Promise.all(
    [...tools.origins, world.sessions.sessionTools].map((origin) =>
      origin.tools(place, AbortSignal.timeout(10_000)),
    ),
  )
  // What writes elsewhere is there only where there is an elsewhere.
  const told = [createMessageTool({} as never), createAttachTool({} as never, { isOutside: false })]
  const all = [...gathered.flat(), ...told]
  assert.deepEqual(
    all.map(({ name }) => name),
    builtInToolNames,
  )
  assert.deepEqual([...new Set(all.map(({ group }) => group))], toolGroups)
})
