// The cookie that carries a sign-in: out of reach for scripts, never sent along from other sites.

import type { DoorContext } from '../door-env.ts'

export const cookieName = 'heddle_sign_in'

/** What an answer does to the browser's sign-in. */
export type CookieChange = { secret: string; maxAgeMs: number } | 'clear'

export function writeCookie(c: DoorContext, change: CookieChange, publicUrl: string): void {
  const [value, maxAge] =
    change === 'clear' ? ['', 0] : [change.secret, Math.max(0, Math.floor(change.maxAgeMs / 1000))]
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  c.header(
    'Set-Cookie',
    `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * The secret in the request's cookie. Two different ones mean that somebody else on our domain set one of them; to pick
 * would be to act in whoever's name they chose, so neither counts.
 */
export function readCookie(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const found = new Set<string>()
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === cookieName) found.add(part.slice(at + 1).trim())
  }
  found.delete('')
  return found.size === 1 ? [...found][0] : undefined
}
