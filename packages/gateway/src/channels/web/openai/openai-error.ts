// Every "no" of the OpenAI endpoint, in the shape that its clients read: {error: {message, type, param, code}}.

import { Refusal } from '@heddle/contract'
import type { ModelError, ModelErrorKind } from '../../../agents/agents.ts'

export interface OpenAiErrorJson {
  error: { message: string; type: string; param: string | null; code: string }
}

interface Detail {
  status: number
  code: string
  param?: string | undefined
  retryAfterMs?: number | undefined
}

export class OpenAiError extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | null
  readonly retryAfterMs: number | undefined

  constructor(message: string, detail: Detail) {
    super(message)
    this.name = 'OpenAiError'
    this.status = detail.status
    this.code = detail.code
    this.param = detail.param ?? null
    this.retryAfterMs = detail.retryAfterMs
  }
}

export function errorJson({ message, status, param, code }: OpenAiError): OpenAiErrorJson {
  return { error: { message, type: typeOf(status), param, code } }
}

export function errorHeaders(error: OpenAiError): Record<string, string> {
  const { status, retryAfterMs } = error
  return {
    'Cache-Control': 'no-store',
    ...(retryAfterMs !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** Undefined for what is no expected "no". */
export function asOpenAiError(error: unknown): OpenAiError | undefined {
  if (error instanceof OpenAiError) return error
  return error instanceof Refusal ? fromRefusal(error) : undefined
}

function fromRefusal(refusal: Refusal): OpenAiError {
  const { code, issues, retryAfterMs } = refusal
  const [first] = issues
  const words = issues.map(({ field, message, nearest }) => {
    return nearest === undefined
      ? `${field}: ${message}.`
      : `${field}: ${message}; did you mean "${nearest}"?`
  })
  return new OpenAiError(words.length === 0 ? refusal.message : words.join(' '), {
    // The vendor knows only one kind of bad request, and its clients show what they know best.
    status: refusal.status === 413 || refusal.status === 415 ? 400 : refusal.status,
    code: code === 'too_many_requests' ? 'rate_limit_exceeded' : code,
    param: first?.field,
    retryAfterMs,
  })
}

const modelErrors: Record<ModelErrorKind, Detail> = {
  key_missing: { status: 502, code: 'model_key_missing' },
  refused: { status: 502, code: 'model_refused' },
  rate_limited: { status: 429, code: 'rate_limit_exceeded' },
  overloaded: { status: 529, code: 'overloaded' },
  context_too_long: { status: 400, code: 'context_length_exceeded', param: 'messages' },
  network: { status: 502, code: 'model_unreachable' },
  bad_answer: { status: 502, code: 'model_bad_answer' },
}

export function fromModelError({ kind, message, retryAfterMs }: ModelError): OpenAiError {
  return new OpenAiError(message, { ...modelErrors[kind], retryAfterMs })
}

/** A turn that failed says why in a word, which is a model's trouble or one of our own. */
export function fromTurnFailure(reason: string, message: string, retryAfterMs?: number): OpenAiError {
  if (isModelErrorKind(reason)) {
    return fromModelError({ kind: reason, message, ...(retryAfterMs !== undefined && { retryAfterMs }) })
  }
  if (reason === 'budget_exceeded') return noBudget(message)
  return new OpenAiError(message, { status: 500, code: reason, retryAfterMs })
}

/** As the vendor says it of its own. */
export function noBudget(message: string): OpenAiError {
  return new OpenAiError(message, { status: 429, code: 'insufficient_quota' })
}

function isModelErrorKind(reason: string): reason is ModelErrorKind {
  return Object.hasOwn(modelErrors, reason)
}
