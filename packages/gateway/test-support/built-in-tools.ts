// Every tool that comes with Heddle, and one of an MCP server, to be judged and never called; with arguments that fit.

import type { ToolCall } from '../src/agents/model.ts'
import type { Tool, ToolOrigin } from '../src/agents/tools.ts'
import { createExecTool } from '../src/agents/tools/exec/exec-tool.ts'
import { createProcessTool } from '../src/agents/tools/exec/process-tool.ts'
import { createFetchTool } from '../src/agents/tools/fetch/fetch-url.ts'
import { createFileTools } from '../src/agents/tools/files/create-file-tools.ts'
import { createAttachTool } from '../src/routing/message-tool/attach-tool.ts'
import { createMessageTool } from '../src/routing/message-tool/create-message-tool.ts'
import { createSessionTools } from '../src/sessions/subagents/tools/create-session-tools.ts'

// Nothing of it is touched before a tool is called.
const nothing = {} as never

export function builtInOrigins({ isOpen = false } = {}): ToolOrigin[] {
  const fetch = createFetchTool(nothing)
  const remote: Tool = { ...fetch, name: remoteName, group: 'mcp:tides' }
  const process = createProcessTool({ clock: nothing, background: nothing, isOpen })
  const told = [createAttachTool(nothing, { isOutside: isOpen }), createMessageTool(nothing)]
  const others = [createExecTool(nothing, { sandbox: nothing, isOpen }), process, fetch, remote, ...told]
  return [
    createSessionTools(nothing),
    createFileTools({ folders: nothing, search: nothing }),
    { tools: async () => others },
  ]
}

export const remoteName = 'mcp__tides__get'

const fitting: Readonly<Record<string, object>> = {
  read: { path: 'a.txt' },
  write: { path: 'a.txt', content: 'a' },
  edit: { path: 'a.txt', edits: [{ oldText: 'a', newText: 'b' }] },
  list: {},
  search: { query: 'a' },
  exec: { argv: ['true'] },
  process: { action: 'list' },
  fetch_url: { url: 'https://example.org/' },
  [remoteName]: { url: 'https://example.org/' },
  sessions_spawn: { task: 'a' },
  subagents: { action: 'list' },
  sessions_list: {},
  sessions_history: { session: 'a' },
  sessions_send: { session: 'a', text: 'a' },
  agents_list: {},
  attach: { attachments: ['a.txt'] },
  message: { action: 'send', text: 'a', attachments: ['a.txt'] },
}

export function callOf(name: string): ToolCall {
  return { id: 'call', name, arguments: JSON.stringify(fitting[name]) }
}
