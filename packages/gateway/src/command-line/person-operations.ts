// Operations on people and on the links that let them in.

import { limits, nearest, Refusal, refused } from '@heddle/contract'
import { handleInput, nameInput, passwordInput, roleShape } from '@heddle/contract/http/shapes'
import { z } from 'zod'
import { createdInviteJson, pageJson, personJson } from '../channels/web/to-json.ts'
import type { Person } from '../people/people.ts'
import { defineOperation, type OperationContext } from './operation.ts'

export const personOperations = {
  'person.create': defineOperation({
    input: z.strictObject({
      handle: handleInput,
      role: roleShape,
      name: nameInput.optional(),
      password: passwordInput.optional(),
    }),
    async run(context, input) {
      const prepared = await context.people.prepareMember(input)
      return personJson(
        await context.store.tx((t) => context.people.createMember(t, context.actor, prepared)),
      )
    },
  }),
  'person.list': defineOperation({
    input: z.strictObject({
      text: z.string().max(limits.searchTextCharsMax).optional(),
      cursor: z.string().max(limits.cursorCharsMax).optional(),
    }),
    async run({ store, people, actor }, input) {
      const page = await store.read((r) =>
        people.listMembers(r, actor, { ...input, limit: limits.pageItemsMax }),
      )
      return pageJson(page, personJson)
    },
  }),
  'person.show': defineOperation({
    input: z.strictObject({ handle: handleInput }),
    async run(context, { handle }) {
      const { store, people, actor } = context
      const person = await findPerson(context, handle)
      const tokens = await store.read((r) =>
        people.listTokens(r, actor, { limit: limits.pageItemsMax }, person.id),
      )
      return { person: personJson(person), tokens: tokens.items.length }
    },
  }),
  'person.change': defineOperation({
    input: z.strictObject({
      handle: handleInput,
      role: roleShape.optional(),
      name: nameInput.optional(),
      newHandle: handleInput.optional(),
    }),
    async run(context, { handle, role, name, newHandle }) {
      const person = await findPerson(context, handle)
      const changes = { role, name, handle: newHandle }
      return personJson(
        await context.store.tx((t) => context.people.changeMember(t, context.actor, person.id, changes)),
      )
    },
  }),
  'person.remove': defineOperation({
    input: z.strictObject({ handle: handleInput }),
    async run(context, { handle }) {
      const person = await findPerson(context, handle)
      await context.store.tx((t) => context.people.removeMember(t, context.actor, person.id))
      return { id: person.id, handle: person.handle }
    },
  }),
  'person.password': defineOperation({
    input: z.strictObject({ handle: handleInput, password: passwordInput }),
    async run(context, { handle, password }) {
      const { store, people, actor } = context
      const person = await findPerson(context, handle)
      const prepared = await people.prepareMemberPassword(person.id, password)
      await store.tx((t) => people.setMemberPassword(t, actor, prepared))
      return { id: person.id, handle: person.handle }
    },
  }),
  'invite.create': defineOperation({
    input: z.strictObject({
      role: roleShape,
      note: z.string().trim().max(limits.inviteNoteCharsMax).optional(),
      expiresInHours: z.int().min(1).max(limits.inviteExpireHoursMax).optional(),
    }),
    async run(context, input) {
      const made = await context.store.tx((t) => context.people.createInvite(t, context.actor, input))
      return createdInviteJson(made, context.linkBase())
    },
  }),
  'owner-link.create': defineOperation({
    input: z.strictObject({}),
    async run(context) {
      const made = await context.store.tx((t) => context.people.openOwnerLink(t))
      if (made) return createdInviteJson(made, context.linkBase())
      throw refused('not_allowed', {
        message: 'There is an owner already. Invite another with: heddle user invite --role owner',
      })
    },
  }),
}

/** The person of that handle; when there is none, the refusal names the nearest handle. */
export async function findPerson(context: OperationContext, handle: string): Promise<Person> {
  const { store, people, actor } = context
  try {
    return await store.read((r) => people.findMember(r, actor, handle))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    const some = await store.read((r) => people.listMembers(r, actor, { limit: limits.pageItemsMax }))
    throw unknownPerson(
      handle,
      nearest(
        handle,
        some.items.map((person) => person.handle),
      ),
    )
  }
}

function unknownPerson(handle: string, meant: string | undefined): Refusal {
  const issue = { field: 'handle', message: `there is no member "${handle}"` }
  return refused('not_found', {
    message: `There is no member "${handle}".`,
    issues: [meant === undefined ? issue : { ...issue, nearest: meant }],
  })
}
