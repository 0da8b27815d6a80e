// What must hold between the section `channels` and the agents: every agent that is named for a place is there.

import { type Issue, nearest, normalizeHandle } from '@heddle/contract'
import { agentsSchema } from './agents-config-schema.ts'
import { channelsSchema, type ChannelsConfig } from './channels-config-schema.ts'
import { accountsOf } from './choose-place-rules.ts'

/** A section with mistakes of its own is left for after they are mended. */
export function judgeChannelsConfig(file: { agents?: unknown; channels?: unknown }): Issue[] {
  const agents = agentsSchema.optional().safeParse(file.agents)
  const channels = channelsSchema.optional().safeParse(file.channels)
  if (!agents.success || !channels.success) return []
  const list = agents.data?.list ?? []
  const ids = list.length === 0 ? ['main'] : list.map(({ id }) => id)
  const known = new Set(ids.map(normalizeHandle))
  return namedAgents(channels.data).flatMap(([field, id]): Issue[] => {
    if (known.has(normalizeHandle(id))) return []
    const meant = nearest(id, ids)
    const message = `names an agent that agents.list does not have, ${JSON.stringify(id)}`
    return [{ field, message, ...(meant !== undefined && { nearest: meant }) }]
  })
}

function namedAgents(channels: ChannelsConfig['channels']): [field: string, id: string][] {
  return accountsOf({ ...(channels && { channels }) }).flatMap(({ channel, accountId }) => {
    const { agent, allow } = channels?.[channel]?.accounts?.[accountId] ?? {}
    const account = `channels.${channel}.accounts.${accountId}`
    const places = Object.entries(allow?.places ?? {}).flatMap(([server, place]) => [
      ...named(`${account}.allow.places.${server}.agent`, place.agent),
      ...Object.entries(place.channels ?? {}).flatMap(([id, channel]) =>
        named(`${account}.allow.places.${server}.channels.${id}.agent`, channel.agent),
      ),
    ])
    return [...named(`${account}.agent`, agent), ...places]
  })
}

function named(field: string, id: string | undefined): [field: string, id: string][] {
  return id === undefined ? [] : [[field, id]]
}
