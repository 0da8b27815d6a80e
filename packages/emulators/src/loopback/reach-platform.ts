// The two ways to the platform: over HTTP, so that it outlives whoever asks, and within one process, for simulations.
// Both answer with the same values, and neither throws.

import type { Platform } from './platform.ts'
import type { CallKind } from './platform-words.ts'

export type Reply =
  | { kind: 'answer'; status: number /** Undefined: it was no JSON. */; body: unknown }
  /** Nothing left us, so nothing was done. */
  | { kind: 'unreachable'; detail: string }
  /** It may have been done. */
  | { kind: 'lost'; detail: string }

export interface Reach {
  call(kind: CallKind, body: object, signal: AbortSignal): Promise<Reply>
}

/** Where, and as whom; asked for each call. */
export interface ReachSettings {
  apiUrl: string
  token: string
}

/** Within this process. The address is not looked at. */
export function reachInProcess(platform: Pick<Platform, 'handle'>, settings: () => ReachSettings): Reach {
  return {
    async call(kind, body, signal) {
      if (signal.aborted) return { kind: 'unreachable', detail: 'given up before it began' }
      const reply = await platform.handle({ kind, token: settings().token, body }, signal)
      switch (reply.kind) {
        case 'answer':
          // What came in time after the asker had gone is not read by anybody.
          if (signal.aborted) return { kind: 'lost', detail: 'no answer in time' }
          return reply
        case 'garbage':
          return { kind: 'answer', status: reply.status, body: undefined }
        case 'reset':
          return { kind: 'lost', detail: 'the connection broke' }
        case 'left':
          return { kind: 'lost', detail: 'no answer in time' }
        case 'unreachable':
          return { kind: 'unreachable', detail: 'nobody answers there' }
      }
    },
  }
}

/** Before a connection stands, no byte of a request can have left. */
const beforeConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export function reachByHttp(settings: () => ReachSettings): Reach {
  return {
    async call(kind, body, signal) {
      if (signal.aborted) return { kind: 'unreachable', detail: 'given up before it began' }
      const { apiUrl, token } = settings()
      try {
        const response = await fetch(`${apiUrl.replace(/\/+$/, '')}/v1/${kind}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
          signal,
        })
        return { kind: 'answer', status: response.status, body: parseJson(await response.text()) }
      } catch (error) {
        const code = codeOf(error)
        if (beforeConnection.has(code))
          return { kind: 'unreachable', detail: `nobody answers there (${code})` }
        const detail = signal.aborted
          ? 'no answer in time'
          : `the connection broke (${code ?? String(error)})`
        return { kind: 'lost', detail }
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What fetch throws hides the error of the socket in its cause, and several of those in a list. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.cause instanceof AggregateError) return codeOf(error.cause.errors[0])
  return codeOf(error.cause)
}
