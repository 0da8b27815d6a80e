// Tools and MCP servers, made up for the gallery and for tests.

import type { ToolJson, ToolServerJson } from '@heddle/contract'
import { ago, longName } from './sample-people.ts'

export function tool(over: Partial<ToolJson> = {}): ToolJson {
  return {
    name: 'read',
    description: 'Read a text file of the workspace.',
    group: 'files',
    source: 'built-in',
    untrusted: false,
    carriesOut: false,
    policies: [{ agentId: 'main', policy: 'allow', isDefault: true }],
    ...over,
  }
}

const both = (policy: 'allow' | 'ask' | 'deny', isDefault = true): ToolJson['policies'] =>
  ['main', 'reviewer'].map((agentId) => ({ agentId, policy, isDefault }))

export const tools: ToolJson[] = [
  tool({ policies: both('allow') }),
  tool({ name: 'write', description: 'Write a file.', policies: both('ask', false) }),
  tool({
    name: 'exec',
    group: 'exec',
    description: 'Run a command in a sandbox: it sees the workspace and the programs of the system.',
    policies: [
      { agentId: 'main', policy: 'allow', isDefault: true },
      { agentId: 'reviewer', policy: 'deny', isDefault: false },
    ],
  }),
  tool({
    name: 'fetch_url',
    group: 'fetch',
    description: 'Fetch a public page.',
    untrusted: true,
    carriesOut: true,
    policies: both('allow'),
  }),
  tool({
    name: 'mcp__tracker__close_issue',
    group: 'mcp:tracker',
    source: 'mcp',
    description: `Close an issue. ${longName}`,
    untrusted: true,
    carriesOut: true,
    policies: both('ask'),
  }),
]

export function server(over: Partial<ToolServerJson> = {}): ToolServerJson {
  return {
    name: 'tracker',
    transport: 'http',
    target: 'https://tracker.example.org/mcp',
    state: 'ready',
    message: null,
    serverName: 'Issue Tracker',
    serverVersion: '2.1.0',
    tools: [
      { name: 'mcp__tracker__close_issue', remoteName: 'close_issue', description: 'Close an issue.' },
      { name: 'mcp__tracker__list_issues', remoteName: 'list_issues', description: 'List issues.' },
    ],
    since: ago(42),
    ...over,
  }
}

export const servers: ToolServerJson[] = [
  server(),
  server({ name: 'slow', state: 'connecting', serverName: null, serverVersion: null, tools: [] }),
  server({
    name: 'files',
    transport: 'stdio',
    target: `npx -y @modelcontextprotocol/server-filesystem /srv/shared/${'x'.repeat(120)}`,
    state: 'failed',
    message:
      'The program ended with code 1: npx is not installed. Install Node, or give the whole path of the program.',
    serverName: null,
    serverVersion: null,
    tools: [],
  }),
  server({ name: 'off', state: 'stopped', tools: [] }),
]
