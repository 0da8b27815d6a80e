// Operations on API tokens.

import { limits, nearest, refused, type TokenId } from '@heddle/contract'
import { handleInput, scopeShape } from '@heddle/contract/http/shapes'
import { z } from 'zod'
import { createdTokenJson, tokenJson } from '../channels/web/to-json.ts'
import type { Person, Token } from '../people/people.ts'
import { defineOperation, type OperationContext } from './operation.ts'
import { findPerson } from './person-operations.ts'

export const tokenOperations = {
  'token.create': defineOperation({
    input: z.strictObject({
      handle: handleInput,
      name: z.string().trim().min(1).max(limits.tokenNameCharsMax),
      scopes: z.array(scopeShape).min(1).optional(),
      expiresInDays: z.int().min(1).max(limits.tokenExpireDaysMax).optional(),
    }),
    async run(context, { handle, ...input }) {
      const { store, people, actor } = context
      const person = await findPerson(context, handle)
      const made = await store.tx((t) => people.createToken(t, actor, { ...input, personId: person.id }))
      return { handle: person.handle, ...createdTokenJson(made) }
    },
  }),
  'token.list': defineOperation({
    input: z.strictObject({ handle: handleInput }),
    async run(context, { handle }) {
      const person = await findPerson(context, handle)
      return { handle: person.handle, items: (await tokensOf(context, person)).map(tokenJson) }
    },
  }),
  'token.revoke': defineOperation({
    input: z.strictObject({ handle: handleInput, id: z.string().min(1).max(64).optional() }),
    async run(context, { handle, id }) {
      const { store, people, actor } = context
      const person = await findPerson(context, handle)
      const tokens = await tokensOf(context, person)
      const which = id === undefined ? undefined : pickToken(person, tokens, id)
      await store.tx((t) =>
        people.revokeTokens(t, actor, { personId: person.id, ...(which !== undefined && { id: which }) }),
      )
      return { handle: person.handle, revoked: which === undefined ? tokens.length : 1 }
    },
  }),
}

/** A person has a bounded number of tokens: one page holds them all. */
async function tokensOf({ store, people, actor }: OperationContext, person: Person): Promise<Token[]> {
  const page = await store.read((r) => people.listTokens(r, actor, { limit: limits.pageItemsMax }, person.id))
  return page.items
}

function pickToken(person: Person, tokens: readonly Token[], id: string): TokenId {
  const found =
    tokens.find((token) => token.id === id) ?? onlyOne(tokens.filter((token) => token.name === id))
  if (found) return found.id
  const meant = nearest(id, [...tokens.map((token) => token.name), ...tokens.map((token) => token.id)])
  const issue = { field: 'id', message: `${person.handle} has no token "${id}"` }
  throw refused('not_found', {
    message: `${person.handle} has no token "${id}", or more than one of that name.`,
    issues: [meant === undefined ? issue : { ...issue, nearest: meant }],
  })
}

function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}
