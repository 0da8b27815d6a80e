// One call of a tool of a server, within its time. Whatever goes wrong is an outcome in a sentence; only a stop is thrown.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { ToolArguments, ToolOutcome, ToolRun } from '../../tools.ts'
import { type GivenToServer, hideCredentials } from './hide-secrets.ts'
import { McpGone, McpTrouble } from './mcp-link.ts'
import type { McpServer } from './mcp-server.ts'
import { readRemoteResult } from './read-remote-result.ts'

export interface RemoteCallInput {
  server: string
  remoteName: string
  args: ToolArguments
  /** Absent: the usual time. */
  timeoutSeconds: number | undefined
  /** What the server was given, and must not give on. */
  given: GivenToServer
}

export async function callRemoteTool(
  { clock, server }: { clock: Clock; server: McpServer },
  input: RemoteCallInput,
  { signal, onProgress }: Pick<ToolRun, 'signal' | 'onProgress'>,
): Promise<ToolOutcome> {
  const timeMs = input.timeoutSeconds === undefined ? limits.mcpCallMs : input.timeoutSeconds * 1_000
  const abort = new AbortController()
  const leave = () => abort.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const seconds = Math.round(timeMs / 1_000)
  const late = new McpTrouble(
    `did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, and the call was given up.`,
  )
  const cancel = clock.timer(timeMs, () => abort.abort(late))
  try {
    signal.throwIfAborted()
    const outcome = readRemoteResult(await callOnce(server, input, { signal: abort.signal, onProgress }))
    return { ...outcome, output: hideCredentials(outcome.output, input.given) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof McpTrouble)) throw error
    return { output: `The MCP server "${input.server}" ${error.message}`, isError: true }
  } finally {
    cancel()
    signal.removeEventListener('abort', leave)
  }
}

/** Again, over a new connection, if the old one turns out to be none any more. */
async function callOnce(
  server: McpServer,
  { remoteName, args }: RemoteCallInput,
  call: Pick<ToolRun, 'signal' | 'onProgress'>,
): Promise<unknown> {
  const { link } = await server.connect(call.signal)
  try {
    return await link.callTool(remoteName, args, call)
  } catch (error) {
    if (!(error instanceof McpGone)) throw error
    const { link: next } = await server.connect(call.signal)
    return next.callTool(remoteName, args, call)
  }
}
