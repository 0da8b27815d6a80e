// GET with redirects, each of which is a new request that is judged anew. What could recognise us goes to the first origin
// only, and nothing that began under TLS ends without.

import { AddressNotAllowed, type Egress, type EgressRules } from './egress.ts'

export interface Journey {
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  redirectsMax: number
}

export interface Arrival {
  response: Response
  /** Where it was in the end. */
  url: string
}

/** Throws what the egress throws, and TooManyRedirects. */
export async function followRedirects(
  egress: Egress,
  start: string,
  { headers, signal, redirectsMax }: Journey,
  rules: EgressRules,
): Promise<Arrival> {
  let url = start
  let sent = headers
  for (let hops = 0; ; hops++) {
    const response = await egress(url, { method: 'GET', headers: sent, signal }, rules)
    const location = redirects.has(response.status) ? response.headers.get('location') : null
    if (location === null) return { response, url }
    // Its body is of no use to anybody, and must not hold the connection.
    response.body?.cancel().catch(() => undefined)
    if (hops === redirectsMax) throw new TooManyRedirects(redirectsMax)
    const next = nextUrl(url, location)
    if (next.origin !== new URL(url).origin) sent = withoutCredentials(sent)
    url = next.href
  }
}

export class TooManyRedirects extends Error {
  constructor(max: number) {
    super(`it sends on more than ${max} times`)
    this.name = 'TooManyRedirects'
  }
}

const redirects = new Set([301, 302, 303, 307, 308])

function nextUrl(from: string, location: string): URL {
  if (!URL.canParse(location, from)) throw new AddressNotAllowed(new URL(from).host, 'it sends on to no URL')
  const next = new URL(location, from)
  if (from.startsWith('https:') && next.protocol === 'http:') {
    throw new AddressNotAllowed(next.host, 'a page under TLS sends on to it without TLS')
  }
  return next
}

const harmless = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())))
}
