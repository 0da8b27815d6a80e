// What can be read from a failure of any library by its shape: status, headers, codes and the provider's own words. Pure;
// nothing about a failure is certain.

import { AddressNotAllowed } from '../../foundation/egress/egress.ts'
import { TooMuchUnread } from './model-fetch.ts'

export interface Failure {
  status: number | undefined
  headers: Readonly<Record<string, string | undefined>>
  /** What the provider said, in its own words; empty when it said nothing. */
  said: string
  /** Codes, types and names, from the outermost to the innermost, for comparing only. */
  codes: string
  isUnreadable: boolean
  isForbidden: boolean
  /** The library does not know how to say what was asked of it, in its own words. */
  unsupported: string
}

// The words of OpenAI, vLLM, llama.cpp, Ollama, LM Studio and of the gateways in front of others.
export const contextWords =
  /context[_ ](?:length|window|size)|maximum context|exceeds? (?:the )?(?:available |model'?s? )?(?:context|maximum (?:input|number of tokens|prompt))|exceed_context_size|prompt is too long|input (?:is )?too long|too many (?:input |prompt )?tokens|input length and `?max_tokens|longer than the (?:model'?s )?context|reduce the length of the (?:messages|prompt|input)|request_too_large/i

const depthMax = 8

export function readFailure(error: unknown): Failure {
  const failure: Failure = {
    status: undefined,
    headers: {},
    said: '',
    codes: '',
    isUnreadable: false,
    isForbidden: false,
    unsupported: '',
  }
  let at: unknown = error
  for (let depth = 0; depth < depthMax && isRecord(at); depth++) {
    if (
      at instanceof TooMuchUnread ||
      /JSONParse|TypeValidation|InvalidResponse|EmptyResponse/.test(text(at['name']))
    ) {
      failure.isUnreadable = true
    }
    if (at instanceof AddressNotAllowed) failure.isForbidden = true
    if (/UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(text(at['name']))) {
      failure.unsupported ||= shorten(text(at['message']))
    }
    failure.status ??= readStatus(at['statusCode']) ?? readStatus(at['status']) ?? readStatus(at['code'])
    if (isRecord(at['responseHeaders']))
      failure.headers = { ...failure.headers, ...readHeaders(at['responseHeaders']) }
    failure.codes += ` ${text(at['name'])} ${text(at['code'])} ${text(at['type'])}`
    if (at instanceof TypeError) failure.codes += ` ${at.message}`
    takeWords(failure, at)
    at = at['cause']
  }
  failure.said = shorten(failure.said)
  return failure
}

function takeWords(failure: Failure, at: Record<string, unknown>): void {
  const body = isRecord(at['data']) ? at['data'] : parseBody(at['responseBody'])
  if (body) {
    const error = errorIn(body)
    failure.codes += ` ${text(error['code'])} ${text(error['type'])} ${text(error['status'])}`
    failure.headers = { ...readDelay(error['details']), ...failure.headers }
    failure.said ||= text(error['message'])
    // Recognised in whatever form, but not repeated: it may be any page or service that answers there.
    const words = contextWords.exec(text(body['message']) || text(body['detail']))
    failure.codes += ` ${words?.[0] ?? ''}`
    return
  }
  // An error that the server sent inside of its stream is no Error; a library's own words would only confuse.
  if (!(at instanceof Error)) failure.said ||= text(at['message'])
}

/** The forms in which APIs of models tell errors: OpenAI's, Ollama's, and that of Mistral and older vLLM. */
function errorIn(body: Record<string, unknown>): Record<string, unknown> {
  const { error } = body
  if (isRecord(error)) return error
  if (typeof error === 'string') return { message: error }
  return body['object'] === 'error' || body['type'] === 'error' ? body : {}
}

/** Google says in the answer how long to wait, where others do it in a header. */
function readDelay(details: unknown): Record<string, string> {
  if (!Array.isArray(details)) return {}
  for (const detail of details) {
    const seconds = isRecord(detail) ? /^(\d+(?:\.\d+)?)s$/.exec(text(detail['retryDelay']))?.[1] : undefined
    if (seconds !== undefined) return { 'retry-after': seconds }
  }
  return {}
}

function parseBody(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'string' || body.length > 65_536) return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    // Proxies answer with pages; their words are not for people who chat.
    return contextWords.test(body) ? { message: body } : undefined
  }
}

function readStatus(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  // 200 means that the trouble began after it; it says nothing about the failure.
  return typeof status === 'number' && Number.isInteger(status) && status >= 300 && status < 600
    ? status
    : undefined
}

function readHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

function shorten(said: string): string {
  const line = said.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
