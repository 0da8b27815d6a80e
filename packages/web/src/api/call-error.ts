// The one kind of error that a call can end in: a refusal of the server, or one of the ways not to get an answer.

import { type Issue, type RefusalCode, refusalCodes } from '@heddle/contract'
import { refusalAnswer } from './calls.at-build.ts'

/**
 * `unreachable`: no answer came. `not_understood`: an answer came that this page cannot read, which happens when the
 * page is older than the server.
 */
export type CallErrorCode = RefusalCode | 'unreachable' | 'not_understood'

export class CallError extends Error {
  readonly code: CallErrorCode
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: CallErrorCode, message: string, detail: CallErrorDetail = {}) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.issues = detail.issues ?? []
    this.requestId = detail.requestId
    this.retryAfterMs = detail.retryAfterMs
  }
}

export interface CallErrorDetail {
  issues?: readonly Issue[]
  requestId?: string | undefined
  retryAfterMs?: number | undefined
}

/** The server's "no" as an error; `not_understood` if the body is not in the agreed shape. */
export function errorFromAnswer(
  status: number,
  body: unknown,
  retryAfter: string | null,
  now: number,
): CallError {
  const retryAfterMs = parseRetryAfter(retryAfter, now)
  const parsed = refusalAnswer.safeParse(body)
  if (!parsed.success) {
    // A proxy in front of the server answers in its own words while the server is down.
    const code = status === 502 || status === 503 || status === 504 ? 'unreachable' : 'not_understood'
    return new CallError(code, `The server answered with status ${status}.`, { retryAfterMs })
  }
  const { code, message, requestId, issues } = parsed.data.error
  return new CallError(knownCode(code), message, {
    issues: issues?.map(tidyIssue) ?? [],
    requestId,
    retryAfterMs,
  })
}

/** Retry-After comes as seconds or as a date. */
export function parseRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** A "no" that came by another way than a call. */
export function callErrorOf(code: string, message: string): CallError {
  return new CallError(knownCode(code), message)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_signed_in'
}

function knownCode(code: string): CallErrorCode {
  return refusalCodes.find((known) => known === code) ?? 'not_understood'
}

function tidyIssue(issue: { field: string; message: string; nearest?: string | undefined }): Issue {
  const { field, message, nearest } = issue
  return nearest === undefined ? { field, message } : { field, message, nearest }
}
