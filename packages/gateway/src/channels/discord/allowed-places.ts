// The servers and channels that the configuration names, for what is looked at there. Whether somebody is heard is decided
// by routing alone, for each event (CHN4); this only says where it is worth to look. Pure.

import { isRecord } from './rest-words.ts'

/** The ids of channels that are named, by server; `*` is each of them. */
export type AllowedPlaces = ReadonlyMap<string, readonly string[]>

/** The configuration was checked when it was read; what it does not say is not there. */
export function readAllowedPlaces(allow: unknown): AllowedPlaces {
  const places = isRecord(allow) && isRecord(allow['places']) ? allow['places'] : {}
  return new Map(
    Object.entries(places).map(([id, place]) => {
      const channels = isRecord(place) && isRecord(place['channels']) ? place['channels'] : {}
      return [id, Object.keys(channels)]
    }),
  )
}

export function isNamed(places: AllowedPlaces, guildId: string, channelId: string): boolean {
  const channels = places.get(guildId) ?? []
  return channels.includes('*') || channels.includes(channelId)
}
