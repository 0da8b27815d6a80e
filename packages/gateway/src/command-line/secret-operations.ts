// Operations on sealed secrets. None of them gives a value out.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import { iso } from '../channels/web/to-json.ts'
import { defineOperation } from './operation.ts'

const name = z.string().min(1).max(limits.secretNameCharsMax)

export const secretOperations = {
  'secret.set': defineOperation({
    input: z.strictObject({ name, value: z.string() }),
    async run({ store, people, secrets, actor }, input) {
      await store.tx(async (t) => {
        await people.permit(t, actor, 'secret.change', { kind: 'place', name: input.name }, { what: 'set' })
        await secrets.set(t, input.name, input.value)
      })
      return { name: input.name }
    },
  }),
  'secret.list': defineOperation({
    input: z.strictObject({}),
    async run({ store, people, secrets, actor }) {
      people.demand(actor, 'secret.read', { kind: 'place' })
      const all = await store.read((r) => secrets.list(r))
      return {
        items: all.map(({ name: named, updatedAt, opens }) => ({
          name: named,
          updatedAt: iso(updatedAt),
          opens,
        })),
      }
    },
  }),
  'secret.remove': defineOperation({
    input: z.strictObject({ name }),
    async run({ store, people, secrets, actor }, input) {
      await store.tx(async (t) => {
        await people.permit(
          t,
          actor,
          'secret.change',
          { kind: 'place', name: input.name },
          { what: 'removed' },
        )
        await secrets.remove(t, input.name)
      })
      return { name: input.name }
    },
  }),
  'secret.rotate': defineOperation({
    input: z.strictObject({}),
    async run({ store, people, secrets, actor }, _input, progress) {
      progress('Sealing every secret anew')
      // Written down first: a rotation is several steps, and one that is cut off half-way was still begun.
      await store.tx((t) => people.permit(t, actor, 'secret.change', { kind: 'place' }, { what: 'rotated' }))
      const { count, left } = await secrets.rotate()
      return { secrets: count, left }
    },
  }),
}
