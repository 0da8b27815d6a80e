// What a repeated request is answered with. The answer is kept in the transaction that made the thing, so there is
// never one without the other; it may hold a credential, so it is sealed.

import { timingSafeEqual } from 'node:crypto'
import { limits, type RouteName, refused, type Scope, scopes as allScopes } from '@heddle/contract'
import { z } from 'zod'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { PersonActor } from '../../people/people.ts'
import { deleteAnswersBefore, findAnswer, keepAnswer, type StoredAnswer } from './idempotency-store.ts'

/** Seals with the key of the data folder. `open` throws when the key was changed since. */
export interface Box {
  seal(plain: Uint8Array, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): Uint8Array
  /** Of a request, which may hold a password: without the key nobody can tell whether a guess is right. */
  mark(text: string, context: string): Uint8Array
}

export interface RepeatableRequest {
  key: string
  scope: string
  /** Method, path and body: the same key with another content is another request. */
  content: string
  /** What the asking credential allows at most. */
  scopes: readonly Scope[]
}

const keptShape = z.object({
  body: z.unknown(),
  isRepeat: z.literal(true).optional(),
  signIn: z.object({ secret: z.string(), expiresAt: z.number() }).optional(),
  scopes: z.array(z.enum(allScopes)),
})

export type KeptAnswer = Pick<z.infer<typeof keptShape>, 'body' | 'isRepeat' | 'signIn'>

export interface Idempotency {
  /** The answer to the same request made before. Throws `idempotency_conflict` when it was another. */
  find(r: Reader, request: RepeatableRequest, now: number): Promise<KeptAnswer | undefined>
  keep(t: Tx, request: RepeatableRequest, answer: KeptAnswer): Promise<void>
}

export function createIdempotency(deps: { box: Box }): Idempotency {
  const { box } = deps
  const contextOf = (request: RepeatableRequest) => `idempotency ${request.scope} ${request.key}`
  const fingerprintOf = (request: RepeatableRequest) => box.mark(request.content, contextOf(request))

  function openAnswer(stored: StoredAnswer, request: RepeatableRequest): z.infer<typeof keptShape> {
    let plain: Uint8Array
    try {
      plain = box.open(stored.sealed, contextOf(request))
    } catch {
      throw refused('idempotency_conflict', {
        message:
          'This Idempotency-Key was used before the secret key was changed. What it made exists; look for it.',
      })
    }
    return keptShape.parse(JSON.parse(Buffer.from(plain).toString('utf8')))
  }

  return {
    async find(r, request, now) {
      const stored = await findAnswer(r, request.scope, request.key)
      if (!stored || stored.createdAt <= now - limits.idempotencyKeptMs) return undefined
      // Opened first: with another key the mark is another too, and it would look like another request.
      const { scopes, ...answer } = openAnswer(stored, request)
      if (!timingSafeEqual(stored.fingerprint, fingerprintOf(request))) throw refused('idempotency_conflict')
      // A token narrower than the credential that made the thing must not be handed what it could not have made.
      if (!scopes.every((scope) => request.scopes.includes(scope))) throw refused('idempotency_conflict')
      return answer
    },
    async keep(t, request, answer) {
      const plain = Buffer.from(JSON.stringify({ ...answer, scopes: request.scopes }))
      const sealed = box.seal(plain, contextOf(request))
      await keepAnswer(t, request.scope, request.key, {
        fingerprint: fingerprintOf(request),
        sealed,
        createdAt: t.now,
      })
    },
  }
}

const sweptAtOnce = 500

/** For a timer: deletes some of what is kept no longer; true if more remains. */
export function sweepIdempotency(t: Tx): Promise<boolean> {
  return deleteAnswersBefore(t, t.now - limits.idempotencyKeptMs, sweptAtOnce)
}

export function repeatableRequest(input: {
  key: string
  route: RouteName
  /** Undefined where nobody needs to be signed in. */
  person: PersonActor | undefined
  method: string
  path: string
  body: unknown
}): RepeatableRequest {
  const { key, route, person, method, path, body } = input
  return {
    key,
    scope: `${person?.personId ?? 'anonymous'} ${route}`,
    content: `${method} ${path}\n${canonicalJson(body)}`,
    scopes: person?.scopes ?? [],
  }
}

/** The same text for the same value, whatever the order of its fields. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
