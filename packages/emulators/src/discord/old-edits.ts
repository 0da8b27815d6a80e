// Messages that are older than an hour are not to be edited often.

import { DiscordError } from './discord-error.ts'
import type { DiscordWorld } from './discord-state.ts'
import type { DiscordMessage } from './discord-words.ts'

const hourMs = 3_600_000

/** Throws 30046 beyond the limit of the channel. */
export function countOldEdit(world: DiscordWorld, { channelId, createdAt }: DiscordMessage): void {
  const { state } = world
  const now = world.now()
  if (createdAt > now - hourMs) return
  state.oldEdits = state.oldEdits.filter(({ at }) => at > now - hourMs)
  const recent = state.oldEdits.filter((one) => one.channelId === channelId)
  if (recent.length >= state.limits.oldEditsMax) {
    const retryAfterMs = (recent[0]?.at ?? now) + hourMs - now
    throw new DiscordError(30_046, { retryAfterMs })
  }
  state.oldEdits.push({ channelId, at: now })
}
