// Connections to MCP servers, with the official client. It is loaded with the first server, because most places have none.
// The client only carries messages: lists and results are read by us, so that one broken tool does not take the others
// along, and no schema of a stranger is compiled.

import { limits } from '@heddle/contract'
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { hideSecrets } from './hide-secrets.ts'
import {
  McpGone,
  type McpLink,
  type McpLinkEvents,
  type McpTarget,
  type McpTrouble,
  type OpenMcpLink,
} from './mcp-link.ts'
import { createHttpTransport } from './real-http-transport.ts'
import { createStdioTransport } from './real-stdio-transport.ts'
import { McpRefusal, notStarted, troubleOf } from './tell-mcp-trouble.ts'
import type { RealMcpDeps, WatchedTransport } from './watched-transport.ts'

type Library = typeof import('@modelcontextprotocol/client')

const listSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })
const resultSchema = z.looseObject({})

export function createRealMcpLinks(deps: RealMcpDeps): OpenMcpLink {
  return async (target, events, signal) => {
    const library = await import('@modelcontextprotocol/client')
    signal.throwIfAborted()
    try {
      return await open(library, deps, target, events, signal, 'legacy')
    } catch (error) {
      // A server that knows only the newer handshake answers the older one with an error.
      if (!(error instanceof McpRefusal)) throw error
      return await open(library, deps, target, events, signal, 'auto').catch(() => {
        throw error
      })
    }
  }
}

async function open(
  library: Library,
  deps: RealMcpDeps,
  target: McpTarget,
  events: McpLinkEvents,
  signal: AbortSignal,
  mode: 'legacy' | 'auto',
): Promise<McpLink> {
  const watched =
    target.entry.command === undefined
      ? createHttpTransport(library, deps, target.entry)
      : createStdioTransport(library, deps, target.entry)
  const client = createClient(library, deps.version, mode, events)
  let isClosing = false
  client.onclose = () => {
    if (!isClosing) events.onLost(hideSecrets(watched.trouble() || 'closed the connection.', target.entry))
  }
  const trouble = (error: unknown, what: string) => {
    const found = troubleOf(library, error, watched, what)
    found.message = hideSecrets(found.message, target.entry)
    return found
  }
  // What it says out of turn; whatever matters ends a request or the connection too.
  client.onerror = () => undefined

  const close = async () => {
    if (!isClosing) await sayFarewell(watched)
    isClosing = true
    await client.close().catch(() => undefined)
  }
  // Time is kept by whoever asks, who ends it by the signal.
  const options = { signal, timeout: limits.toolTimeMsMax }
  try {
    await client.connect(watched.transport, options)
  } catch (error) {
    isClosing = true
    // The way in which it ended may not be known before it has.
    await close()
    signal.throwIfAborted()
    throw trouble(error, notStarted)
  }
  const lose = (why: string) => {
    if (isClosing) return
    events.onLost(why)
    void close()
  }
  return linkOf(client, { trouble, close, lose })
}

function createClient(
  library: Library,
  version: string,
  mode: 'legacy' | 'auto',
  events: McpLinkEvents,
): Client {
  const client = new library.Client(
    { name: 'heddle', version },
    {
      capabilities: {},
      versionNegotiation: { mode },
      // What a server asks for in the middle of a call is not given: no model, no person, no folder is lent to it.
      inputRequired: { autoFulfill: false },
    },
  )
  client.fallbackRequestHandler = async ({ method }) => {
    throw new library.ProtocolError(library.METHOD_NOT_FOUND, `Heddle does not do ${method} for servers.`)
  }
  client.setNotificationHandler('notifications/tools/list_changed', () => events.onToolsChanged())
  return client
}

interface LinkEnd {
  trouble(error: unknown, what: string): McpTrouble
  close(): Promise<void>
  /** It is not there any more, although nothing closed. */
  lose(why: string): void
}

function linkOf(client: Client, { trouble, close, lose }: LinkEnd): McpLink {
  const server = client.getServerVersion()
  return {
    serverName: server?.name.slice(0, 200) ?? null,
    serverVersion: server?.version.slice(0, 100) ?? null,
    async listTools(signal) {
      try {
        return await listAll(client, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw trouble(error, 'did not list its tools')
      }
    },
    async callTool(name, args, { signal, onProgress }) {
      try {
        return await client.request(
          { method: 'tools/call', params: { name, arguments: args } },
          resultSchema,
          {
            signal,
            timeout: limits.toolTimeMsMax,
            onprogress: ({ progress, total, message }) =>
              onProgress(
                (message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`).slice(
                  0,
                  limits.toolProgressCharsMax,
                ),
              ),
          },
        )
      } catch (error) {
        signal.throwIfAborted()
        const why = trouble(error, 'did not do it')
        if (why instanceof McpGone) lose(why.message)
        throw why
      }
    },
    close,
  }
}

async function listAll(client: Client, signal: AbortSignal): Promise<unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < limits.mcpListPagesMax; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const options = { signal, timeout: limits.toolTimeMsMax }
    const listed = await client.request({ method: 'tools/list', params }, listSchema, options)
    tools.push(...listed.tools)
    cursor = listed.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

const farewellMs = 1_000

async function sayFarewell({ farewell }: WatchedTransport): Promise<void> {
  if (!farewell) return
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, farewellMs)
  })
  await Promise.race([farewell().catch(() => undefined), enough])
  clearTimeout(timer)
}
