// An MCP server at an address. Its requests go by the one way out; headers of the configuration go to that origin only, and
// its answers are bounded.

import { limits } from '@heddle/contract'
import type { McpEntry } from '../../tools-config.ts'
import type { RealMcpDeps, WatchedTransport } from './watched-transport.ts'

export function createHttpTransport(
  library: typeof import('@modelcontextprotocol/client'),
  { egress }: Pick<RealMcpDeps, 'egress'>,
  { url = '', headers = {} }: McpEntry,
): WatchedTransport {
  const transport = new library.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    // A redirect within the origin is followed by the library, any other one is an error.
    redirectPolicy: 'same-origin',
    async fetch(address, init) {
      const response = await egress(String(address), { ...init }, { reach: 'not-link-local' })
      return bounded(response)
    },
  })
  return { transport, trouble: () => '', farewell: () => transport.terminateSession() }
}

/** Messages of a stream are counted one by one, for it may last for days; anything else is one message. */
function bounded(response: Response): Response {
  if (response.body === null) return response
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  let size = 0
  let lineIsEmpty = true
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      if (isStream) {
        for (const byte of bytes) {
          size++
          if (byte === lineFeed) {
            if (lineIsEmpty) size = 0
            lineIsEmpty = true
          } else if (byte !== carriageReturn) lineIsEmpty = false
        }
      } else size += bytes.byteLength
      if (size > limits.mcpMessageBytesMax) throw new Error('it sent a message that is too long')
      controller.enqueue(bytes)
    },
  })
  return new Response(response.body.pipeThrough(count), response)
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
