// What the roles of a server are called, and which of them came with the bot: calling that one calls us. Known from what
// Discord tells of a server, and asked for where it did not.

import { z } from 'zod'
import { snowflake } from './channel-words.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export type Roles = ReadonlyMap<string, { name: string; isOwn: boolean }>

export interface KnownRoles {
  /** Throws where nobody answers; empty where we may not know. */
  find(guildId: string, signal: AbortSignal): Promise<Roles>
  note(guildId: string, roles: unknown): void
  /** They changed: the next time they are asked for. */
  forget(guildId: string): void
}

const rolesSchema = z.array(
  z.object({
    id: snowflake,
    name: z.string(),
    tags: z.object({ bot_id: snowflake.nullish() }).nullish(),
  }),
)

export function createKnownRoles(rest: DiscordRest, ownId: string): KnownRoles {
  const known = new Map<string, Roles>()

  function read(value: unknown): Roles | undefined {
    const { success, data } = rolesSchema.safeParse(value)
    if (!success) return undefined
    return new Map(data.map(({ id, name, tags }) => [id, { name, isOwn: tags?.bot_id === ownId }]))
  }

  return {
    async find(guildId, signal) {
      const roles = known.get(guildId)
      if (roles) return roles
      const reply = await rest.call({ method: 'GET', path: `/guilds/${guildId}/roles`, signal })
      if (reply.kind === 'answer' && (reply.status === 403 || reply.status === 404)) return new Map()
      const asked = isOk(reply) ? read(reply.body) : undefined
      if (!asked) throw new Error(`The roles of a server cannot be read: ${tellReply(reply)}.`)
      known.set(guildId, asked)
      return asked
    },
    note(guildId, value) {
      const roles = read(value)
      if (roles) known.set(guildId, roles)
    },
    forget: (guildId) => void known.delete(guildId),
  }
}
