// Operations on sessions, and the opening of a talk. The operator sees every session, but says nothing in one: what is
// said or commanded is said by a member, with a token that lasts as long as it is needed.

import { limits, Refusal, refused, personalAgentOf } from '@heddle/contract'
import { sessionStates } from '@heddle/contract/http/session-words'
import { handleInput } from '@heddle/contract/http/shapes'
import { messageText } from '@heddle/contract/message-text'
import { z } from 'zod'
import { eventJson, sessionJson, wholeSessionJson } from '../channels/web/event-json.ts'
import { pageJson } from '../channels/web/to-json.ts'
import type { CreatedToken, Person } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import { defineOperation, type OperationContext } from './operation.ts'
import { findPerson } from './person-operations.ts'

const sessionName = z.string().trim().min(1).max(limits.sessionKeyCharsMax)

export const sessionOperations = {
  'session.list': defineOperation({
    input: z.strictObject({
      agent: z.string().max(limits.handleCharsMax).optional(),
      state: z.enum(sessionStates).optional(),
      text: z.string().max(limits.searchTextCharsMax).optional(),
      limit: z.int().min(1).max(limits.pageItemsMax),
      cursor: z.string().max(limits.cursorCharsMax).optional(),
    }),
    async run({ store, sessions, actor }, { limit, cursor, ...filter }) {
      const page = await store.read((r) => sessions.list(r, actor, filter, { limit, cursor }))
      return pageJson(page, sessionJson)
    },
  }),
  'session.show': defineOperation({
    input: z.strictObject({
      session: sessionName,
      limit: z.int().min(0).max(limits.timelineEventsMax),
    }),
    async run(context, { session: name, limit }) {
      const { store, sessions, actor } = context
      const session = await findSession(context, name)
      if (limit === 0) return { session: wholeSessionJson(session), events: [] }
      const { events } = await store.read((r) => sessions.timeline(r, actor, session.id, { limit }))
      return { session: wholeSessionJson(session), events: events.map(eventJson) }
    },
  }),
  /** One page of a timeline from its beginning on, every event whole. */
  'session.events': defineOperation({
    input: z.strictObject({
      session: sessionName,
      after: z.int().min(0),
      limit: z.int().min(1).max(limits.timelineEventsMax),
    }),
    async run({ store, sessions, actor }, { session, after, limit }) {
      const { events, more } = await store.read((r) => sessions.timeline(r, actor, session, { after, limit }))
      const last = events.at(-1)
      return {
        items: events.map(eventJson),
        ...(more && last !== undefined && { next: last.place }),
      }
    },
  }),
  'session.command': defineOperation({
    input: z.strictObject({ session: sessionName, text: messageText, as: handleInput }),
    async run(context, { session, text, as }) {
      const { store, people, routing, sessions, clock } = context
      const person = await findPerson(context, as)
      const token = await makeToken(context, person, 'heddle session command')
      try {
        const known = await store.read((r) => people.recognise(r, { bearer: token.secret }, clock.wall()))
        if (!known) throw refused('not_signed_in')
        const { id } = await store.read((r) => sessions.find(r, known.actor, session))
        const conversation = { channel: 'web', accountId: person.id, conversationId: id }
        const answered = await store.tx((t) =>
          routing.runCommand(t, known.actor, { conversation, sessionId: id }, text),
        )
        const { ok, text: told, data } = (await answered.confirm?.()) ?? answered
        return data === undefined ? { ok, text: told } : { ok, text: told, data }
      } finally {
        await revokeToken(context, person, token)
      }
    },
  }),
  /** Where the gateway listens, and a token with which a member talks there until it is revoked. */
  'chat.open': defineOperation({
    input: z.strictObject({ as: handleInput.optional() }),
    async run(context, { as }) {
      const url = context.listeningUrl()
      if (url === undefined) throw refused('shutting_down', { message: 'No gateway listens here yet.' })
      const person = as === undefined ? await findOnlyOwner(context) : await findPerson(context, as)
      const token = await makeToken(context, person, 'heddle chat')
      return { url, handle: person.handle, tokenId: token.token.id, token: token.secret }
    },
  }),
}

const tokenDays = 1

async function makeToken(
  { store, people, actor }: OperationContext,
  person: Person,
  name: string,
): Promise<CreatedToken> {
  return store.tx((t) =>
    people.createToken(t, actor, {
      personId: person.id,
      name,
      scopes: ['read', 'write'],
      // If nobody comes back to revoke it, it ends by itself.
      expiresInDays: tokenDays,
    }),
  )
}

async function revokeToken(
  { store, people, actor }: OperationContext,
  person: Person,
  { token }: CreatedToken,
): Promise<void> {
  await store.tx((t) => people.revokeTokens(t, actor, { personId: person.id, id: token.id }))
}

async function findSession(context: OperationContext, name: string): Promise<WholeSession> {
  const { store, sessions, actor } = context
  try {
    return await store.read((r) => sessions.find(r, actor, name))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    const why =
      personalAgentOf(name) !== undefined
        ? `"${name}" names each member's own session. Name the one you mean by its id; "heddle session list" has them.`
        : `There is no session "${name}". "heddle session list" has them all.`
    throw refused('not_found', { message: why, issues: [{ field: 'session', message: why }] })
  }
}

async function findOnlyOwner({ store, people, actor }: OperationContext): Promise<Person> {
  const owners: Person[] = []
  let cursor: string | undefined
  do {
    const page = await store.read((r) => people.listMembers(r, actor, { limit: limits.pageItemsMax, cursor }))
    owners.push(...page.items.filter((person) => person.role === 'owner'))
    cursor = page.next
  } while (cursor !== undefined)
  const [owner, ...others] = owners
  if (owner !== undefined && others.length === 0) return owner
  const message =
    owner === undefined
      ? 'There is no owner yet. Say who you are with --as <handle>, or make one: heddle user create <handle> --role owner'
      : `There are several owners. Say which you are: ${owners.map(({ handle }) => `--as ${handle}`).join(' or ')}.`
  throw refused('bad_input', { message, issues: [{ field: 'as', message }] })
}
