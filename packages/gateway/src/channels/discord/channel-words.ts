// Channels as Discord writes them, read into what is kept of them.

import { z } from 'zod'
import type { KnownChannel } from './known-channels.ts'

export const snowflake = z.string().regex(/^\d{1,20}$/)

export const dmType = 1
export const groupDmType = 3
const threadTypes: ReadonlySet<number> = new Set([10, 11, 12])

/** Of voice and stage: one writes beside them, and opens nothing there. */
const threadlessTypes: ReadonlySet<number> = new Set([2, 13])

export function canHaveThreads(type: number): boolean {
  return !threadlessTypes.has(type)
}

export function isThreadType(type: number): boolean {
  return threadTypes.has(type)
}

const channelSchema = z.object({
  id: snowflake,
  type: z.int(),
  guild_id: snowflake.nullish(),
  parent_id: snowflake.nullish(),
  name: z.string().nullish(),
  owner_id: snowflake.nullish(),
  thread_metadata: z.object({ archived: z.boolean().nullish(), locked: z.boolean().nullish() }).nullish(),
})

/** `guildId`: of what stands inside of a server's own description, which does not repeat it. */
export function parseChannel(value: unknown, guildId?: string): KnownChannel | undefined {
  const { success, data } = channelSchema.safeParse(value)
  if (!success) return undefined
  const inGuild = data.guild_id ?? guildId
  return {
    id: data.id,
    type: data.type,
    ...(inGuild !== undefined && { guildId: inGuild }),
    ...(data.parent_id && { parentId: data.parent_id }),
    ...(data.name && { name: data.name }),
    ...(data.thread_metadata && {
      isArchived: data.thread_metadata.archived === true,
      isLocked: data.thread_metadata.locked === true,
    }),
    ...(data.owner_id && { ownerId: data.owner_id }),
  }
}
