// Which of the few kinds of ModelError a failure is. Pure: takes whatever was thrown or sent as an error, and knows no
// library by name. A key never comes through, whoever put it into a message.

import type { ModelError } from '../model.ts'
import { AddressNotAllowed, TooMuchUnread } from './model-fetch.ts'
import { readRetryAfter } from './read-retry-after.ts'

export interface FailureContext {
  /** As the configuration calls it. */
  provider: string
  /** What was sent, if anything. */
  apiKey: string | undefined
  now: number
}

export function classifyModelError(error: unknown, context: FailureContext): ModelError {
  const failure = readFailure(error)
  const { status } = failure
  const said = withoutKey(failure.said, context.apiKey)
  return {
    ...choose({ ...failure, said }, context),
    ...(status !== undefined && { status }),
    ...(said !== '' && { said }),
  }
}

interface Failure {
  status: number | undefined
  headers: Readonly<Record<string, string | undefined>>
  /** What the provider said, in its own words; empty when it said nothing. */
  said: string
  /** Codes, types and names, from the outermost to the innermost, for comparing only. */
  codes: string
  isUnreadable: boolean
  isForbidden: boolean
}

function choose(failure: Failure, { provider, apiKey, now }: FailureContext): ModelError {
  const { status } = failure
  const told = failure.said === '' ? '' : ` It said: ${failure.said}`
  if (failure.isForbidden) {
    const message = `${provider} has a link-local address, and those are not reached for a provider that is set in the web. Set it in the file if it is really there.`
    return { kind: 'refused', message }
  }
  // Before the status: servers send it with 400, 413, 500 or none at all.
  if (isContextTooLong(failure)) {
    return {
      kind: 'context_too_long',
      message: `The conversation is too long for this model of ${provider}. Begin a new session or choose a model with more context.`,
    }
  }
  if (status === 401 || status === 403) {
    return apiKey === undefined
      ? {
          kind: 'key_missing',
          message: `${provider} wants a key, and none is set. Set the secret models.${provider}.apiKey.`,
        }
      : { kind: 'refused', message: `${provider} did not accept the key or its rights.${told}` }
  }
  if (status === 429 || (status === undefined && /rate_?limit/i.test(failure.codes))) {
    const retryAfterMs = readRetryAfter(failure.headers, now)
    const wait = retryAfterMs === undefined ? 'a while' : `${Math.ceil(retryAfterMs / 1_000)} seconds`
    return {
      kind: 'rate_limited',
      message: `${provider} takes no more requests right now. Wait ${wait} and try again.${told}`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  if (status === 408 || isNetwork(failure)) {
    return {
      kind: 'network',
      message: `${provider} cannot be reached${reason(failure)}. Check that it runs and that its address is right.`,
    }
  }
  if (
    (status !== undefined && status >= 500) ||
    (status === undefined && /overloaded|server_error|unavailable/i.test(failure.codes))
  ) {
    const retryAfterMs = readRetryAfter(failure.headers, now)
    return {
      kind: 'overloaded',
      message: `${provider} is overloaded or broken right now. Try again in a moment.${told}`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  if (status !== undefined && status >= 300 && status < 400) {
    return {
      kind: 'refused',
      message: `${provider} sends us to another address, which Heddle does not follow. Set its address to the final one.`,
    }
  }
  if (status !== undefined && status >= 400) {
    return { kind: 'refused', message: `${provider} refused the request (${status}).${told}` }
  }
  if (failure.isUnreadable || failure.said === '') {
    return {
      kind: 'bad_answer',
      message: `What ${provider} answered could not be understood. Check that its address is that of an OpenAI-compatible API.`,
    }
  }
  return { kind: 'refused', message: `${provider} ended the answer.${told}` }
}

// The words of OpenAI, vLLM, llama.cpp, Ollama, LM Studio and of the gateways in front of others.
const contextWords =
  /context[_ ](?:length|window|size)|maximum context|exceeds? (?:the )?(?:available |model'?s? )?(?:context|maximum (?:input|number of tokens|prompt))|exceed_context_size|prompt is too long|input (?:is )?too long|too many (?:input |prompt )?tokens|input length and `?max_tokens|longer than the (?:model'?s )?context|reduce the length of the (?:messages|prompt|input)|request_too_large/i

function isContextTooLong({ status, said, codes }: Failure): boolean {
  if (status === 401 || status === 403 || status === 429) return false
  return status === 413 || contextWords.test(codes) || contextWords.test(said)
}

const networkCodes =
  /\b(?:ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EADDRNOTAVAIL|UND_ERR_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|HPE_\w+)\b/

function isNetwork({ status, codes }: Failure): boolean {
  return (
    (status === undefined || status < 400) &&
    (networkCodes.test(codes) || /\bterminated\b|\bfetch failed\b/.test(codes))
  )
}

const certificateCodes = /CERT|UNABLE_TO_VERIFY/

function reason({ codes }: Failure): string {
  const code = networkCodes.exec(codes)?.[0]
  if (code === undefined) return ''
  const words: Record<string, string> = {
    ECONNREFUSED: ': nothing listens there',
    ENOTFOUND: ': its name is not known',
    EAI_AGAIN: ': its name cannot be looked up right now',
    ECONNRESET: ': it closed the connection',
    UND_ERR_SOCKET: ': it closed the connection',
    EPROTO: ': it does not speak TLS there, so its address may begin with "http://"',
    ERR_SSL_WRONG_VERSION_NUMBER: ': it does not speak TLS there, so its address may begin with "http://"',
    HPE_INVALID_CONSTANT: ': what answers there does not speak HTTP',
    CERT_HAS_EXPIRED: ': its certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: ': its certificate is for another name',
  }
  return (
    words[code] ?? (certificateCodes.test(code) ? `: its certificate is not trusted (${code})` : ` (${code})`)
  )
}

const depthMax = 8

/** Reads an error of any library by its shape: nothing about it is certain. */
function readFailure(error: unknown): Failure {
  const failure: Failure = {
    status: undefined,
    headers: {},
    said: '',
    codes: '',
    isUnreadable: false,
    isForbidden: false,
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
    failure.status ??= readStatus(at['statusCode']) ?? readStatus(at['status']) ?? readStatus(at['code'])
    if (isRecord(at['responseHeaders'])) failure.headers = readHeaders(at['responseHeaders'])
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
    failure.codes += ` ${text(error['code'])} ${text(error['type'])}`
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

/** Some servers repeat the key that they did not like, whole or with its middle starred out. */
function withoutKey(said: string, apiKey: string | undefined): string {
  const whole = apiKey === undefined ? said : said.replaceAll(apiKey, '••••••')
  return whole.replaceAll(/\b(?:sk|pk|key|gsk|xai|hf)[-_][\w*.-]{6,}/gi, '••••••')
}
