// Operations on the installation as a whole.

import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { defineOperation } from './operation.ts'

export const placeOperations = {
  about: defineOperation({
    input: z.strictObject({}),
    run: async ({ version, listeningUrl, durability }) => ({
      version,
      url: listeningUrl() ?? null,
      durability,
    }),
  }),
  'backup.create': defineOperation({
    input: z.strictObject({
      // The gateway stands in another folder than whoever asks.
      to: z.string().min(1).max(4_096).refine(isAbsolute, 'must be a whole path').optional(),
      withKey: z.boolean(),
    }),
    async run({ store, people, backups, actor }, input, progress) {
      await store.tx((t) =>
        people.permit(t, actor, 'backup.create', { kind: 'place' }, { withKey: input.withKey }),
      )
      return backups.create(input, progress)
    },
  }),
  'settings.list': defineOperation({
    input: z.strictObject({}),
    run: async ({ people, settings, actor }) => {
      people.demand(actor, 'settings.read', { kind: 'place' })
      return { items: settings.list().map(({ key, value, source }) => ({ key, value, source })) }
    },
  }),
  'mcp.list': defineOperation({
    input: z.strictObject({}),
    run: async ({ people, tools, actor }) => {
      people.demand(actor, 'settings.read', { kind: 'place' })
      return { items: await tools.servers.list() }
    },
  }),
  'store.check': defineOperation({
    input: z.strictObject({}),
    async run({ store, secrets, people, sessions, settings, storageWorker }, _input, progress) {
      progress('Reading the whole database')
      const complaints = await storageWorker.ask<string[]>({ kind: 'check', depth: 'full' })
      const sealed = await store.read((r) => secrets.list(r))
      return {
        complaints,
        secrets: sealed.length,
        closedSecrets: sealed.filter((secret) => !secret.opens).map((secret) => secret.name),
        needsOwner: await store.read((r) => people.needsOwner(r)),
        files: await sessions.checkContents(),
        warnings: settings.list().flatMap(({ warning }) => warning ?? []),
      }
    },
  }),
}
