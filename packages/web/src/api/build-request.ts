// Turns a route and its options into a request. Pure, so that the headers the server insists on can be tested.

import { apiPrefix, type Route } from '@heddle/contract'
import type { LooseOptions } from './call-types.ts'
import type { Call } from './calls.at-build.ts'

export interface BuiltRequest {
  url: string
  method: Route['method']
  headers: Record<string, string>
  body: string | undefined
}

export function buildRequest(call: Call, options: LooseOptions): BuiltRequest {
  return {
    url: apiPrefix + fillPath(call.path, options.path ?? {}) + queryText(options.query ?? {}),
    method: call.method,
    headers: headersOf(call, options),
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  }
}

function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`the path ${path} needs a value for ${name}`)
    return encodeURIComponent(value)
  })
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

function headersOf(call: Call, options: LooseOptions): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  // Proves to the server that our own page asks and not a form on somebody else's.
  if (call.method !== 'GET') headers['X-Heddle-Request'] = '1'
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (call.makes && options.key !== undefined) headers['Idempotency-Key'] = options.key
  const { version = 'any' } = options
  if (call.versioned && version !== 'any') headers['If-Match'] = `"${version}"`
  return headers
}
