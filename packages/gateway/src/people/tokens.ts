// API tokens: a credential for programs, never stronger than what made it. It carries no scope that its maker lacks,
// does not outlive a token that made it, and is revoked with it: otherwise one leaked token could make itself a
// successor that nobody knows of.

import { badField, limits, type PersonId, refused, type Scope, scopes, type TokenId } from '@heddle/contract'
import { decodeCursor, pageOfRows } from '../foundation/database/cursor.ts'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from './actor.ts'
import { scopesFrom } from './credential-actor.ts'
import { makeSecret } from './credential-secret.ts'
import { endTokens } from './end-credentials.ts'
import { personOf } from './gate.ts'
import { cleanLine, cleanScopes, cleanWhole } from './judge-input.ts'
import type { CreateTokenInput, Token, Tokens } from './people.ts'
import type { RoomDeps } from './people-deps.ts'
import { loadActive } from './person.ts'
import { dayMs } from './recognise.ts'
import { insertToken, selectTokenEnd, selectTokens, selectTokenTree, type TokenRow } from './token-store.ts'

export function createTokens(deps: RoomDeps): Tokens {
  const { gate } = deps

  async function createToken(t: Tx, actor: Actor, input: CreateTokenInput) {
    const personId = input.personId ?? personOf(actor).personId
    const name = cleanLine(input.name, 'name', 1, limits.tokenNameCharsMax)
    const wanted = input.scopes === undefined ? scopesOf(actor) : cleanScopes(input.scopes)
    const days = input.expiresInDays
    if (days !== undefined) cleanWhole(days, 'expiresInDays', 1, limits.tokenExpireDaysMax)
    const resource = { kind: 'new_token', personId, scopes: wanted } as const
    await gate.permit(t, actor, 'token.create', resource, { name, scopes: wanted })
    await assertRoom(t, personId)

    const madeBy = actor.kind === 'person' && actor.credential.kind === 'token' ? actor.credential.id : null
    const secret = makeSecret(deps.random, 'token')
    const row = {
      id: deps.ids.make('token'),
      token_hash: secret.hash,
      person_id: personId,
      name,
      scopes: wanted.join(' '),
      made_by: madeBy,
      created_at: t.now,
      last_used_at: null,
      expires_at: await endOf(t, days, madeBy),
    }
    await t.run(insertToken(row))
    return { token: tokenOfRow(row), secret: secret.text }
  }

  return {
    createToken,

    async listTokens(r, actor, page, of) {
      const personId = of ?? personOf(actor).personId
      gate.demand(actor, 'token.read', { kind: 'tokens', personId })
      const before = decodeCursor('tokens', page.cursor)
      const rows = await r.all(selectTokens(personId, before, page.limit + 1))
      return pageOfRows(rows, page.limit, 'tokens', (row) => row.id, tokenOfRow)
    },

    async revokeTokens(t, actor, which) {
      const personId = which.personId ?? personOf(actor).personId
      const resource = { kind: 'tokens', personId, ...(which.id !== undefined && { id: which.id }) } as const
      await gate.permit(t, actor, 'token.revoke', resource)
      const held = await t.all(selectTokenTree(personId))
      if (which.id !== undefined && !held.some(({ id }) => id === which.id)) throw refused('not_found')
      await endTokens(t, deps.facts, personId, withMade(held, which.id))
    },
  }
}

function scopesOf(actor: Actor): readonly Scope[] {
  return actor.kind === 'person' ? actor.scopes : scopes
}

async function assertRoom(t: Tx, personId: PersonId): Promise<void> {
  await loadActive(t, personId)
  const held = await t.all(selectTokenTree(personId))
  if (held.length < limits.tokensPerPersonMax) return
  throw refused('limit_reached', {
    message: `There are ${limits.tokensPerPersonMax} tokens already. Revoke some first.`,
  })
}

async function endOf(t: Tx, days: number | undefined, madeBy: TokenId | null): Promise<number | null> {
  const end = days === undefined ? null : t.now + days * dayMs
  const maker = madeBy === null ? undefined : await t.one(selectTokenEnd(madeBy))
  if (!maker || maker.expires_at === null) return end
  if (end !== null && end > maker.expires_at) {
    throw badField(
      'expiresInDays',
      'ends later than the token that makes this one; leave it out to end with it',
    )
  }
  return end ?? maker.expires_at
}

/** The named one, or all, and whatever was made by those. */
function withMade(
  held: readonly { id: TokenId; made_by: TokenId | null }[],
  id: TokenId | undefined,
): TokenId[] {
  if (id === undefined) return held.map((token) => token.id)
  const ended = new Set([id])
  // A set goes on through what is added to it meanwhile.
  for (const maker of ended) {
    for (const token of held) if (token.made_by === maker) ended.add(token.id)
  }
  return [...ended]
}

function tokenOfRow(row: TokenRow): Token {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    scopes: scopesFrom(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
