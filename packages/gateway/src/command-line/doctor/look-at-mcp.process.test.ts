import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { misbehavingServer } from '@heddle/emulators/mcp/manners'
import { makeTestFolder, runHeddle } from '../../../test-support/create-test-world.ts'
import type { Finding } from './finding.ts'
import { mcpFinding } from './look-at-mcp.ts'

test('[AGT5] [OPS1] doctor tries the MCP servers of the configuration, and says what is wrong with those that do not answer', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  const mcp = {
    good: misbehavingServer('calm'),
    bad: misbehavingServer('dies'),
    odd: misbehavingServer('many'),
  }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify({ tools: { mcp } }))
  const outcome = await runHeddle(['doctor', '--json', '--data', data], { env: { PORT: '0' } })
  const { findings } = outcome.json() as { findings: Finding[] }
  const of = (what: string) => findings.find((finding) => finding.what === what)
  assert.deepEqual([of('mcp good')?.state, of('mcp good')?.text], ['ok', '15 tools, misbehaving 0.0.1'])
  assert.deepEqual(
    [of('mcp bad')?.state, of('mcp bad')?.text],
    ['warn', 'The MCP server "bad" ended (code 3): Cannot open the thing: ENOTHING'],
  )
  assert.match(of('mcp odd')?.text ?? '', /^128 tools.*Of its 5000 tools/)
})

test('[AGT5] what a running gateway says of its servers is told the same way', () => {
  const server = { name: 'x', serverName: null, serverVersion: null, message: null, tools: [] }
  assert.equal(mcpFinding({ ...server, state: 'ready' }).text, '0 tools')
  assert.equal(mcpFinding({ ...server, state: 'connecting' }).state, 'warn')
  assert.deepEqual(mcpFinding({ ...server, state: 'failed', message: 'it ended' }).text, 'it ended')
})
