// Fetches one page over the way out, follows it to where it is, and reads it within the limits. What the world does wrong is
// an answer in a sentence, for a model.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import { AddressNotAllowed, type Egress, EgressTooSlow } from '../../../foundation/egress/egress.ts'
import { followRedirects, TooManyRedirects } from '../../../foundation/egress/follow-redirects.ts'
import { CannotUnpack, readBody } from '../../../foundation/egress/read-body.ts'
import { chooseContent, type Content, isSurelyBinary } from './choose-content.ts'

export type FetchedPage =
  | { ok: true; url: string; status: number; content: Exclude<Content, { kind: 'binary' }>; isCut: boolean }
  | { ok: false; message: string }

export interface FetchDeps {
  egress: Egress
  clock: Clock
  allowHosts(): readonly string[]
}

// Without anything that says who asks. Some servers send nothing to those who do not name themselves.
const headers = {
  'user-agent': 'Heddle (fetch_url)',
  accept: 'text/html, application/xhtml+xml, text/*, application/json, */*;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Throws only what the signal says. */
export async function fetchPage(deps: FetchDeps, url: string, signal: AbortSignal): Promise<FetchedPage> {
  const whole = new AbortController()
  const leave = () => whole.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const cancel = deps.clock.timer(limits.fetchTimeMs, () => whole.abort(new TooLong()))
  try {
    signal.throwIfAborted()
    return await fetchWithin(deps, url, whole.signal)
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, message: `${url} was not fetched: ${reasonOf(error)}` }
  } finally {
    cancel()
    signal.removeEventListener('abort', leave)
    // Whatever of the connection is left goes now.
    whole.abort()
  }
}

async function fetchWithin(deps: FetchDeps, start: string, signal: AbortSignal): Promise<FetchedPage> {
  const { response, url } = await followRedirects(
    deps.egress,
    start,
    { headers, signal, redirectsMax: limits.fetchRedirectsMax },
    {
      reach: 'public',
      allowHosts: deps.allowHosts(),
      times: { connectMs: limits.fetchConnectMs, headersMs: limits.fetchHeadersMs },
    },
  )
  const type = response.headers.get('content-type')
  if (isSurelyBinary(type)) return binary(start, type ?? '', response.headers.get('content-length'))
  const bounds = { bytesMax: limits.fetchBytesMax, idleMs: limits.fetchIdleMs }
  const { bytes, isCut } = await readBody(response, bounds, deps.clock, signal)
  const content = chooseContent(type, bytes)
  if (content.kind === 'binary') {
    const size = response.headers.get('content-length') ?? String(bytes.byteLength)
    return binary(start, content.type, size, isCut)
  }
  return { ok: true, url, status: response.status, content, isCut }
}

function binary(url: string, type: string, size: string | null, isCut = false): FetchedPage {
  const bytes = size !== null && /^\d{1,15}$/.test(size) ? Number(size) : undefined
  const told = bytes === undefined ? 'of unknown size' : `of ${isCut ? 'more than ' : ''}${bytes} bytes`
  const kind = type.replaceAll(/[^\w.+/;=-]/g, '').slice(0, 100)
  return { ok: false, message: `${url} is ${kind} ${told}, and fetch_url reads only text.` }
}

class TooLong extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof TooLong) return `it took longer than ${limits.fetchTimeMs / 1_000} seconds.`
  if (error instanceof AddressNotAllowed) {
    return `${error.message}.${error.isUpToRules ? ' The setting tools.fetch.allowHosts can allow it.' : ''}`
  }
  if (error instanceof EgressTooSlow || error instanceof TooManyRedirects || error instanceof CannotUnpack) {
    return `${error.message}.`
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = words[code] ?? (/CERT|VERIFY/.test(code) ? 'its certificate is not trusted' : undefined)
  return `${known ?? 'the connection broke'}${code === '' ? '' : ` (${code})`}.`
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up right now',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not answer',
  EPROTO: 'it does not speak TLS there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  HPE_HEADER_OVERFLOW: 'its headers are too long',
}
