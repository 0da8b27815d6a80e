// A foreign origin gets nothing, not even the answer to a GET. There are no CORS headers anywhere.

import { refused } from '@heddle/contract'
import type { DoorContext, DoorStep } from '../door-env.ts'

export function checkOrigin(publicUrl: () => string): DoorStep {
  return async (c, next) => {
    const origin = c.req.header('Origin')
    if (origin !== undefined && !ownOrigins(c, publicUrl()).includes(origin)) throw refused('foreign_origin')
    if (isFromElsewhere(c)) throw refused('foreign_origin')
    await next()
  }
}

function ownOrigins(c: DoorContext, publicUrl: string): string[] {
  const origins = [askedOrigin(c)]
  if (URL.canParse(publicUrl)) origins.push(new URL(publicUrl).origin)
  return origins
}

/** Under which origin the client reached us. Its name was checked before, so it is one of ours. */
export function askedOrigin(c: DoorContext): string {
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  return `${forwardedProtocol(c)}://${host.toLowerCase()}`
}

function forwardedProtocol(c: DoorContext): string {
  if (!c.get('isBehindTrustedProxy')) return 'http'
  return c.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim() === 'https' ? 'https' : 'http'
}

/**
 * An image or script tag elsewhere sends no Origin, but browsers say where it stands. Pages may be linked to from
 * anywhere; the API has no reason to be.
 */
function isFromElsewhere(c: DoorContext): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return c.req.path.startsWith('/api/') || c.req.path.startsWith('/v1/') || c.req.path === '/metrics'
}
