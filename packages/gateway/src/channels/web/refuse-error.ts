// Turns whatever was thrown into the answer that the client gets: a refusal as it stands, anything else as `internal`
// with nothing told but the request id.

import { type ErrorJson, Refusal, type RequestId, refused } from '@heddle/contract'
import type { Log } from '../../foundation/logging/log.ts'

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorJson
}

export function refuseError(error: unknown, requestId: RequestId, log: Log, route: string): ErrorAnswer {
  if (error instanceof Refusal) return refusalAnswer(error, requestId)
  log.error('a request failed unexpectedly', { requestId, route, error })
  return refusalAnswer(refused('internal'), requestId)
}

export function refusalAnswer(refusal: Refusal, requestId: RequestId): ErrorAnswer {
  const { code, message, issues, status, retryAfterMs } = refusal
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (retryAfterMs !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  return {
    status,
    headers,
    body: { error: { code, message, requestId, ...(issues.length > 0 && { issues: [...issues] }) } },
  }
}
