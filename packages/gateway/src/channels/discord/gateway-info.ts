// Where Discord's gateway is, and how many new sessions it still gives us today.

import { z } from 'zod'
import { badTokenWords } from './close-codes.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export interface GatewayInfo {
  url: string
  startsLeft: number
  startsResetMs: number
}

export type AskedInfo =
  | { kind: 'info'; info: GatewayInfo }
  | { kind: 'fatal'; words: string }
  | { kind: 'later'; detail: string; retryAfterMs?: number }

const infoSchema = z.object({
  url: z.string(),
  session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }),
})

export async function askGatewayInfo(
  rest: DiscordRest,
  apiUrl: string,
  signal: AbortSignal,
): Promise<AskedInfo> {
  const reply = await rest.call({ method: 'GET', path: '/gateway/bot', signal })
  if (reply.kind === 'answer' && reply.status === 401) return { kind: 'fatal', words: badTokenWords }
  if (!isOk(reply)) {
    const wait = 'retryAfterMs' in reply && reply.retryAfterMs !== undefined
    return { kind: 'later', detail: tellReply(reply), ...(wait && { retryAfterMs: reply.retryAfterMs }) }
  }
  const { success, data } = infoSchema.safeParse(reply.body)
  if (!success || !isGatewayUrl(data.url, apiUrl)) {
    return { kind: 'later', detail: 'Discord does not say where its gateway is' }
  }
  const { remaining, reset_after } = data.session_start_limit
  return { kind: 'info', info: { url: data.url, startsLeft: remaining, startsResetMs: reset_after } }
}

/** The token goes there: in the open only where the API itself is on this machine. */
export function isGatewayUrl(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  if (protocol === 'wss:') return true
  const isOfThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'ws:' && isOfThisMachine && new URL(apiUrl).protocol === 'http:'
}
