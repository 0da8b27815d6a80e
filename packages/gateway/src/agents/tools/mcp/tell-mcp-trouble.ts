// What went wrong with an MCP server, as the rest of a sentence about it, from whatever the library threw.

import type { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client'
import { AddressNotAllowed } from '../../../foundation/egress/egress.ts'
import { McpGone, McpTrouble } from './mcp-link.ts'
import type { WatchedTransport } from './watched-transport.ts'

type Library = typeof import('@modelcontextprotocol/client')

export const notStarted = 'did not start'

/** It answered, and said no. */
export class McpRefusal extends McpTrouble {}

export function troubleOf(
  library: Library,
  error: unknown,
  watched: WatchedTransport,
  what: string,
): McpTrouble {
  if (error instanceof McpTrouble) return error
  if (library.ProtocolError.isInstance(error)) {
    return new McpRefusal(`${what}: ${shorten((error as ProtocolError).message)}`)
  }
  if (library.SdkHttpError.isInstance(error)) return httpTroubleOf(error as SdkHttpError, what)
  const own = watched.trouble()
  if (own !== '') return new McpTrouble(own)
  if (error instanceof AddressNotAllowed) return new McpTrouble(`is not reached: ${error.message}.`)
  const { message, code } = readError(error)
  // No connection came about, so that nothing can have been done.
  const Trouble = code === 'ECONNREFUSED' && what !== notStarted ? McpGone : McpTrouble
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return new Trouble(`${what}: ${shorten(code === '' ? message : `${known ?? message} (${code})`)}`)
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host cannot be looked up right now',
  ETIMEDOUT: 'it does not answer',
}

/** After the beginning it may know nothing of us any more: most often it was started anew. */
function httpTroubleOf(error: SdkHttpError, what: string): McpTrouble {
  const message = `${what}: ${tellHttp(error)}`
  // 404 is how it is to be said, and 400 how some say it.
  const isUnknown = error.status === 404 || (error.status === 400 && /session/i.test(error.message))
  return isUnknown && what !== notStarted ? new McpGone(message) : new McpRefusal(message)
}

function tellHttp({ status, message }: SdkHttpError): string {
  if (status === 401 || status === 403)
    return `it wants other credentials (${status}). Set tools.mcp.*.headers.`
  if (status === 404 || status === 405) return `there is no MCP server at that address (${status}).`
  return status === undefined ? shorten(message) : `${shorten(message)} (${status})`
}

function readError(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' }
  const inner = error.cause instanceof Error ? error.cause : error
  return { message: inner.message || error.message, code: 'code' in inner ? String(inner.code) : '' }
}

function shorten(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 500 ? `${line.slice(0, 499)}…` : line
}
