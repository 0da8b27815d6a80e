// The routes of tools and MCP servers.

import type { Route } from './route.ts'
import { pageOf } from './shapes.ts'
import * as tool from './tool-shapes.ts'

export const toolRoutes = {
  listTools: {
    method: 'GET',
    path: '/tools',
    action: 'tool.read',
    status: 200,
    answer: tool.toolsShape,
    summary: 'The tools that agents can have, what the policy says of each, and where exec runs.',
  },
  listToolServers: {
    method: 'GET',
    path: '/mcp',
    action: 'settings.read',
    status: 200,
    answer: pageOf(tool.toolServerShape),
    summary: 'The MCP servers of the configuration, whether they answer, and their tools.',
  },
  restartToolServer: {
    method: 'POST',
    path: '/mcp/{name}/restart',
    action: 'settings.change',
    status: 200,
    answer: tool.toolServerShape,
    summary: 'Connect to an MCP server anew.',
  },
} as const satisfies Record<string, Route>
