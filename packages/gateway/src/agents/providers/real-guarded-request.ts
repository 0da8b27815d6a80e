// One HTTP request to an address that somebody set in the web. The name is resolved here, judged, and the connection is
// made to exactly what was judged: a name that resolves to something else a moment later gains nothing by it. The
// runtime's own fetch cannot be told where to connect to.

import { lookup as resolveName } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { AddressNotAllowed } from './model-fetch.ts'
import { isAllowedAddress, literalAddressOf } from './real-addresses.ts'

/** Redirects come back as they are. */
export function requestGuarded(
  address: string,
  init: RequestInit,
  resolve: typeof resolveName = resolveName,
): Promise<Response> {
  const url = new URL(address)
  const literal = literalAddressOf(url)
  // No name is looked up for these, so that nothing else would judge them.
  if (literal !== undefined && !isAllowedAddress(literal))
    return Promise.reject(new AddressNotAllowed(literal))
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      lookup: createJudgedLookup(resolve),
      // A connection for each: one that is kept could break under the next request.
      agent: false,
      ...(init.signal && { signal: init.signal }),
    })
    sent.on('error', fail)
    sent.on('response', (answer) => {
      try {
        done(responseOf(answer))
      } catch (error) {
        answer.destroy()
        fail(error)
      }
    })
    sent.end(bodyOf(init.body))
  })
}

export function createJudgedLookup(resolve: typeof resolveName): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowedAddress(address))) {
        return done(new AddressNotAllowed(host), '')
      }
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

const bodiless = new Set([204, 205, 304])

function responseOf(answer: Parameters<typeof Readable.toWeb>[0] & AnswerHead): Response {
  const { statusCode: status = 0, headersDistinct } = answer
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  if (bodiless.has(status)) answer.resume()
  // The cast is the edge between the two ways in which Node types one and the same stream.
  const body = bodiless.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

interface AnswerHead {
  statusCode?: number | undefined
  headersDistinct: NodeJS.Dict<string[]>
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body == null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new Error('a request to a model has a body that is neither text nor bytes')
}
