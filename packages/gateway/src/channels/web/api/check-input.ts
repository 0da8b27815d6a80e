// The one place where what came from outside becomes a typed value: path, query and body against the contract.

import { type Issue, limits, type Refusal, type Route, refused } from '@heddle/contract'
import { z } from 'zod'
import { explainIssues } from './explain-issues.ts'

const noQuery = z.strictObject({})

export function checkBody(schema: z.ZodType, body: unknown): unknown {
  return check(schema, body, 'body')
}

export function checkQuery(schema: z.ZodType | undefined, search: URLSearchParams): unknown {
  const given: Record<string, string> = {}
  for (const [name, value] of search) {
    // Which of two values counts would be anybody's guess, and a proxy's guess may differ from ours.
    if (Object.hasOwn(given, name)) throw badInput([{ field: name, message: 'is given twice' }])
    Object.defineProperty(given, name, { value, enumerable: true })
  }
  return check(schema ?? noQuery, given, 'query')
}

/** An id is opaque: one that cannot be ours is simply not there. */
export function checkPathPart(value: string | undefined): string {
  if (value === undefined || value.length > 64 || !/^[\w-]+$/.test(value)) throw refused('not_found')
  return value
}

/** A session's id or its key, which may hold whatever a platform calls its places. */
export function checkSessionName(value: string | undefined): string {
  const isPossible = value !== undefined && value !== '' && value.length <= limits.sessionKeyCharsMax
  if (!isPossible || !value.isWellFormed() || hasControls(value)) throw refused('not_found')
  return value
}

/** Whether the `{id}` in its path is a session, which also goes by its key. */
export function takesKey(route: Pick<Route, 'path'>): boolean {
  return route.path.startsWith('/sessions/{id}')
}

function hasControls(text: string): boolean {
  return /[\p{Cc}]/u.test(text)
}

const versionTag = /^"(\d{1,15})"$/

export function checkIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const match = versionTag.exec(header)
  if (!match) {
    throw badInput([
      { field: 'If-Match', message: 'must be the ETag of what was read, such as "3" in quotes' },
    ])
  }
  return Number(match[1])
}

export function checkIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length > limits.idempotencyKeyCharsMax || !/^[\x21-\x7e]+$/.test(header)) {
    const message = `must be 1 to ${limits.idempotencyKeyCharsMax} visible ASCII characters without spaces`
    throw badInput([{ field: 'Idempotency-Key', message }])
  }
  return header
}

function check(schema: z.ZodType, value: unknown, whole: string): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw badInput(explainIssues(schema, value, result.error.issues, whole))
}

function badInput(issues: Issue[]): Refusal {
  const [first] = issues
  const message = issues.length === 1 && first ? `${first.field}: ${first.message}.` : undefined
  return refused('bad_input', { issues, ...(message !== undefined && { message }) })
}
