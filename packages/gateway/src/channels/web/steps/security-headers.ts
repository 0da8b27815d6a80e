// The headers that every answer carries, so that a browser runs nothing but our own files and shows us in no frame.

import type { DoorStep } from '../door-env.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const always: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', contentSecurityPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  ],
]

const oneYearSeconds = 365 * 24 * 3_600

/** Also for answers that are written before a request exists. */
export function securityHeaders(publicUrl: string): [string, string][] {
  const headers = always.map(([name, value]): [string, string] => [name, value])
  // Promised only by those who really are behind https: a browser that heard it refuses plain http for a year.
  if (publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', `max-age=${oneYearSeconds}`])
  }
  return headers
}

export function addSecurityHeaders(publicUrl: () => string): DoorStep {
  return async (c, next) => {
    for (const [name, value] of securityHeaders(publicUrl())) c.header(name, value)
    await next()
  }
}
