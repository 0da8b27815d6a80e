// What is said to someone whose request never became one: broken, too slow, or with headers that are too large.

import { type Refusal, refused } from '@heddle/contract'
import type { Ids } from '../../foundation/ids.ts'
import type { RequestCounts } from './house/request-counts.ts'
import { refusalAnswer } from './refuse-error.ts'
import { securityHeaders } from './steps/security-headers.ts'

export type UnreadableStatus = 400 | 408 | 431 | 500
export type DescribeUnreadable = (status: UnreadableStatus) => { headers: [string, string][]; body: string }

const refusals: Record<UnreadableStatus, Refusal> = {
  400: refused('bad_input', { message: 'This is not a request that HTTP allows.' }),
  408: refused('too_slow'),
  431: refused('headers_too_large'),
  500: refused('internal'),
}

export function createDescribeUnreadable(deps: {
  ids: Ids
  counts: RequestCounts
  publicUrl(): string
}): DescribeUnreadable {
  return (status) => {
    const requestId = deps.ids.make('request')
    deps.counts.add('unreadable', 'other', status, 0)
    const { body } = refusalAnswer(refusals[status], requestId)
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Cache-Control', 'no-store'],
      ['X-Request-Id', requestId],
      // Nobody knows where the next request would begin.
      ['Connection', 'close'],
      ...securityHeaders(deps.publicUrl()),
    ]
    return { headers, body: JSON.stringify(body) }
  }
}
