// Who asks, from what the request carries and what our own rows say of it. Anew for every request, so that a
// revocation acts on the very next one.

import { refused } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { People, PersonActor, Recognised } from '../../../people/people.ts'
import type { WebActor } from './call.ts'
import type { DoorContext } from '../door-env.ts'
import type { DoorLimits } from '../door-limits.ts'
import { createRateLimiter, limiterKey, type RateLimiter } from './rate-limiter.ts'
import { readCookie, writeCookie } from './sign-in-cookie.ts'

export interface Caller {
  actor: WebActor
  /** Sent along by the browser by itself, so that a page elsewhere could make it be sent. */
  isByCookie: boolean
  /** The same credential as the rows say now, for what stays open; undefined once it has ended. */
  again(): Promise<WebActor | undefined>
}

export interface RecogniseDeps {
  people: Pick<People, 'recognise' | 'countWrongSecret' | 'touchCredential'>
  store: Store
  clock: Clock
  log: Log
  publicUrl(): string
  limits: DoorLimits
}

export type RecogniseCaller = (c: DoorContext, options: { isPublic: boolean }) => Promise<Caller>

export function createRecogniseCaller(deps: RecogniseDeps): RecogniseCaller {
  const { people, store, clock, limits } = deps
  const limiter = (perMinute: number) =>
    createRateLimiter({ perMinute, entriesMax: limits.limiterEntriesMax, clock })
  const limiters = {
    anonymous: limiter(limits.requestsPerMinuteAnonymous),
    person: limiter(limits.requestsPerMinutePerson),
  }

  async function recogniseCaller(c: DoorContext, options: { isPublic: boolean }): Promise<Caller> {
    const address = c.get('address')
    const presented = readPresented(c)
    if (presented === undefined) {
      takeOrRefuse(limiters.anonymous, limiterKey(address))
      return stranger(address)
    }
    const { kind, secret } = presented
    const known = await find(presented)
    if (known === undefined) {
      takeOrRefuse(limiters.anonymous, limiterKey(address))
      people.countWrongSecret(address, secret)
      // A browser keeps sending a cookie that has ended; on what is open to all it is nobody.
      if (kind === 'cookie') writeCookie(c, 'clear', deps.publicUrl())
      if (kind === 'bearer' || !options.isPublic) throw refused('not_signed_in')
      return stranger(address)
    }
    takeOrRefuse(limiters.person, known.actor.personId)
    const expiresAt = known.touchDue ? await touch(known.actor) : undefined
    if (kind === 'cookie' && expiresAt !== undefined) {
      writeCookie(c, { secret, maxAgeMs: expiresAt - clock.wall() }, deps.publicUrl())
    }
    return {
      actor: known.actor,
      isByCookie: kind === 'cookie',
      again: async () => (await find(presented))?.actor,
    }
  }

  function find({ kind, secret }: Presented): Promise<Recognised | undefined> {
    return store.read((r) => people.recognise(r, { [kind]: secret }, clock.wall()))
  }

  // A full disk must not keep anyone from reading: that the use was not noted is worth a line in the log, no more.
  async function touch(actor: PersonActor): Promise<number | undefined> {
    try {
      return (await store.tx((t) => people.touchCredential(t, actor)))?.expiresAt
    } catch (error) {
      deps.log.warn('the use of a credential could not be noted', {
        credentialId: actor.credential.id,
        error,
      })
      return undefined
    }
  }

  return recogniseCaller
}

function takeOrRefuse(limiter: RateLimiter, key: string): void {
  const waitMs = limiter.take(key)
  if (waitMs > 0) throw refused('too_many_requests', { retryAfterMs: waitMs })
}

function stranger(address: string): Caller {
  const actor = { kind: 'anonymous', address } as const
  return { actor, isByCookie: false, again: async () => actor }
}

interface Presented {
  kind: 'bearer' | 'cookie'
  secret: string
}

/** Authorization is said on purpose, the cookie comes along by itself: the former wins, right or wrong. */
function readPresented(c: DoorContext): Presented | undefined {
  const authorization = c.req.header('Authorization')
  const bearer = authorization === undefined ? null : /^Bearer(?: +(.*))?$/i.exec(authorization)
  if (bearer !== null) return { kind: 'bearer', secret: bearer[1]?.trim() ?? '' }
  const cookie = readCookie(c.req.header('Cookie'))
  return cookie === undefined ? undefined : { kind: 'cookie', secret: cookie }
}
