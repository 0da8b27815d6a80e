// The words of tools and MCP servers in the settings. A part of the catalogue that comes with its pages.

import type { SandboxKind, ToolJson, ToolPolicy, ToolServerJson } from '@heddle/contract'

const policies: Record<ToolPolicy, string> = { allow: 'allowed', ask: 'asks first', deny: 'denied' }

const groups: Partial<Record<string, string>> = {
  files: 'Files of the workspace',
  exec: 'Commands',
  fetch: 'The web',
  sessions: 'Sessions',
}

const sandboxes: Record<SandboxKind, string> = {
  bubblewrap: 'Commands run in a sandbox (bubblewrap)',
  'sandbox-runtime': 'Commands run in a sandbox (sandbox-runtime)',
  approval: 'There is no sandbox: each command asks first',
  off: 'Commands are off',
}

const sources: Record<ToolJson['source'], string> = { 'built-in': 'Built in', mcp: 'MCP' }

const states: Record<ToolServerJson['state'], string> = {
  connecting: 'Connecting',
  ready: 'Ready',
  failed: 'Failed',
  stopped: 'Stopped',
}

export const toolStrings = {
  title: 'Tools',
  about:
    'What agents can do, and for whom the policy says what. It is set in heddle.json5 under tools.policy.',
  loading: 'Reading the tools',
  none: 'There are no tools here.',
  guide: 'How policies and sandboxes are set up stands in the guide:',
  guidePath: 'docs/guides/tools.md',
  sandboxes,
  group: (group: string) =>
    groups[group] ?? (group.startsWith('mcp:') ? `MCP server ${group.slice(4)}` : group),
  sources,
  policies,
  policy: (agent: string, policy: string) => `${agent}: ${policy}`,
  everyone: (policy: string) => `Every agent: ${policy}`,
  byDefault: 'by default',
  carriesOut: 'can carry data out',
  untrusted: 'brings text from outside',
}

export const serverStrings = {
  title: 'MCP servers',
  about:
    'Programs and addresses that bring tools of their own. They are set in heddle.json5 under tools.mcp.',
  loading: 'Reading the MCP servers',
  none: 'No MCP server is set. One that reads a tracker would be four lines in heddle.json5:',
  example: '{ tools: { mcp: { tracker: {\n  url: "https://tracker.example.org/mcp",\n} } } }',
  states,
  transports: { stdio: 'program', http: 'address' } satisfies Record<ToolServerJson['transport'], string>,
  since: 'since',
  calls: (name: string, version: string | null) =>
    `calls itself ${name}${version === null ? '' : ` ${version}`}`,
  tools: (count: number, written: string) => (count === 1 ? '1 tool' : `${written} tools`),
  noTools: 'no tools',
  toolsOf: (name: string) => `Tools of ${name}`,
  restart: 'Connect anew',
  restartNamed: (name: string) => `Connect anew: ${name}`,
  restarted: (name: string, state: string) => `${name}: ${state.toLowerCase()}.`,
}
