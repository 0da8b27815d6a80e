// How a call of Discord's API is said here, and what can become of one. Nothing of it throws.

export interface RestCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Behind the version: `/channels/1/messages`. */
  path: `/${string}`
  query?: Readonly<Record<string, string>>
  body?: unknown
  files?: readonly RestFile[]
  /** False: what stands in the path says who we are (webhooks, interactions). Default: true. */
  withToken?: boolean
  signal: AbortSignal
}

export interface RestFile {
  name: string
  mediaType: string
  content: Uint8Array
}

export type Reply =
  | Answer
  /** Nothing left us, so nothing was done. */
  | { kind: 'unreachable'; detail: string }
  /** We kept it back ourselves, because of what Discord said before. */
  | { kind: 'held'; detail: string; retryAfterMs: number; scope: 'place' | 'account' }
  /** It may have been done. */
  | { kind: 'lost'; detail: string }

export interface Answer {
  kind: 'answer'
  status: number
  /** Undefined: it was no JSON. */
  body: unknown
  /** Of a 429. */
  retryAfterMs?: number
  /** This was the last for so long: the next one would be refused. */
  spentForMs?: number
  /** Of a 429: `edge` is what stands before Discord, which counts by address and knows no routes. */
  scope?: 'user' | 'global' | 'shared' | 'edge'
}

export interface DiscordRest {
  call(call: RestCall): Promise<Reply>
}

declare const said: unique symbol
/** Discord did it. */
export type Yes = Answer & { readonly [said]: 'yes' }

export function isOk(reply: Reply): reply is Yes {
  return reply.kind === 'answer' && reply.status >= 200 && reply.status < 300
}

/** Discord's own number for what was wrong; 0 where it gave none. */
export function codeOf(reply: Reply): number {
  if (reply.kind !== 'answer' || isOk(reply)) return 0
  const { body } = reply
  return isRecord(body) && typeof body['code'] === 'number' ? body['code'] : 0
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}
