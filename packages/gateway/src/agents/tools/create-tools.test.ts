import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createListLog } from '../../../test-support/open-test-sessions.ts'
import type { Tool } from '../tools.ts'
import { createTools } from './create-tools.ts'
import { createReadTool } from './files/read-tool.ts'
import { createWriteTool } from './files/write-tool.ts'

const scene = { sessionId: 's', agentId: 'main', turnId: 't' }

test('[AGT5] of what may be made again, only what looks and is our own is made side by side', async () => {
  // Neither is called.
  const read = createReadTool(undefined as never)
  const write = createWriteTool(undefined as never, undefined as never)
  const remote: Tool = { ...read, name: 'mcp__a__read', group: 'mcp:a' }
  const source = createTools({
    config: () => ({}),
    findAgent: () => undefined,
    origins: [{ tools: async () => [read, write, remote] }],
    log: createListLog([]),
  })
  const tools = await source.open(scene, new AbortController().signal)
  const names = [read, write, remote].map(({ name }) => name)
  assert.deepEqual(names.map(tools.isIdempotent), [true, true, true])
  assert.deepEqual(names.map(tools.looks), [true, false, false])
})
