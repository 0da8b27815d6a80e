// Who is behind a bearer token or a sign-in cookie, asked anew for each request.

import type { Reader } from '../foundation/database/store.ts'
import { actorOfSignIn, actorOfToken } from './credential-actor.ts'
import { hashIfSecret } from './credential-secret.ts'
import { selectSignInByHash, selectTokenByHash, touchSignIn, touchToken } from './credential-store.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { PeopleSettings, Recognised, Recognition } from './people.ts'

/** A write for each request would cost more than the request; nobody needs the last use to the minute. */
const touchEveryMs = 5 * 60_000
export const dayMs = 24 * 3_600_000

export function createRecognition(deps: { guesses: GuessLimiter; settings: PeopleSettings }): Recognition {
  return {
    recognise(r, presented, now) {
      // A wrong token is not made good by a cookie that happens to come along.
      if (presented.bearer !== undefined) return byToken(r, presented.bearer, now)
      if (presented.cookie !== undefined) return bySignIn(r, presented.cookie, now)
      return Promise.resolve(undefined)
    },

    countWrongSecret: (address, secret) => deps.guesses.countWrongSecret(address, secret),

    async touchCredential(t, actor) {
      const { credential } = actor
      const at = { now: t.now, before: t.now - touchEveryMs }
      if (credential.kind === 'token') {
        await t.run(touchToken({ id: credential.id, ...at }))
        return undefined
      }
      // What vouches for it is the platform, each time.
      if (credential.kind === 'channel') return undefined
      const expiresAt = t.now + deps.settings.signInExpireDays() * dayMs
      const touched = await t.run(touchSignIn({ id: credential.id, ...at, end: expiresAt }))
      return touched === 1 ? { expiresAt } : undefined
    },
  }
}

async function byToken(r: Reader, text: string, now: number): Promise<Recognised | undefined> {
  const hash = hashIfSecret(text, 'token')
  const row = hash && (await r.one(selectTokenByHash({ hash, now })))
  return row && { actor: actorOfToken(row), touchDue: isDue(row.last_used_at, now) }
}

async function bySignIn(r: Reader, text: string, now: number): Promise<Recognised | undefined> {
  const hash = hashIfSecret(text, 'signIn')
  const row = hash && (await r.one(selectSignInByHash({ hash, now })))
  return row && { actor: actorOfSignIn(row), touchDue: isDue(row.last_used_at, now) }
}

function isDue(lastUsedAt: number, now: number): boolean {
  return lastUsedAt <= now - touchEveryMs
}
