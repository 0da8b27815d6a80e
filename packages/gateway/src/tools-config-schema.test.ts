import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigInvalid, checkConfig } from './read-config.ts'

function mistakes(tools: unknown): string[][] {
  try {
    checkConfig({ tools }, { path: 'heddle.json5', env: {} })
    return []
  } catch (error) {
    assert(error instanceof ConfigInvalid)
    return error.issues.map(({ field, message }) => [field, message])
  }
}

test('[AGT5] [R11] hosts that may be fetched are whole names or addresses, and never link-local', () => {
  const right = ['wiki.internal', 'localhost', '10.0.0.7', '::1']
  assert.deepEqual(mistakes({ fetch: { allowHosts: right } }), [])
  const form = 'must be a whole host name or an address, without port or path, such as "wiki.internal"'
  const wrong = ['http://wiki.internal/', '*.internal', 'wiki:8080', '', '169.254.169.254', 'fe80::1']
  assert.deepEqual(mistakes({ fetch: { allowHosts: wrong } }), [
    ...wrong.slice(0, 4).map((host, i) => [`tools.fetch.allowHosts[${i}]`, `${form}, not "${host}"`]),
    ...[4, 5].map((i) => [
      `tools.fetch.allowHosts[${i}]`,
      'is link-local, and such addresses are never reached',
    ]),
  ])
})

test('[AGT5] an MCP server is a program or an address, and each slip says what belongs there', () => {
  const mcp = {
    files: { command: 'npx', args: ['-y', 'a-server'] },
    none: {},
    both: { command: 'x', url: 'http://127.0.0.1:3001/mcp' },
    line: { command: 'npx -y a-server' },
    'Two Words': { command: 'x' },
    heads: { url: 'http://127.0.0.1:3001/mcp', headers: { 'X Key': 'sk-1' } },
  }
  assert.deepEqual(mistakes({ mcp }), [
    ['tools.mcp.none.command', 'is missing; say it, or a url'],
    ['tools.mcp.both.command', 'stands beside a url; say one of them'],
    ['tools.mcp.line.command', 'is a program alone; what comes after its name belongs into args'],
    ['tools.mcp.Two Words', 'has a name that must begin with a letter and hold only a-z, 0-9 and "-"'],
    [
      'tools.mcp.heads.headers.X Key',
      'has a name that must be the name of a header, such as "Authorization"',
    ],
  ])
})

test('[AGT5] variables that commands see are names, and times are more than nothing', () => {
  assert.deepEqual(mistakes({ exec: { env: ['CI', 'TOKEN=sk-1'], timeoutSeconds: 0 } }), [
    ['tools.exec.env[1]', 'must be the name of a variable, such as "CI"'],
    ['tools.exec.timeoutSeconds', 'must be more than 0, not 0'],
  ])
})

test('[SUB7] the tools of sub-agents are two lists of names that are there', () => {
  const right = { allow: ['read', 'files', 'sessions_spawn'], deny: ['exec', 'sessions'] }
  assert.deepEqual(mistakes({ subagents: { tools: right } }), [])
  assert.deepEqual(mistakes({ subagents: { tools: { allow: [], deny: [] } } }), [])
  assert.deepEqual(mistakes({ subagents: { tools: { deny: ['sesions_spawn'] } } }), [
    [
      'tools.subagents.tools.deny[0]',
      'is not the name of a tool, of a group, or "mcp:<server>", "sesions_spawn"',
    ],
  ])
  assert.equal(mistakes({ subagents: { tools: { policy: {} } } })[0]?.[0], 'tools.subagents.tools.policy')
  assert.equal(mistakes({ subagents: { deny: [] } })[0]?.[0], 'tools.subagents.deny')
})
