// Writes to somebody directly who has not written first. Discord has one such channel for each, and gives the same one
// again; who it was is remembered, because to ask for many of them looks like an advertisement.

import type { DirectPlace } from '../channel.ts'
import { classifyTrouble } from './classify-answer.ts'
import { type DiscordRest, isOk, textOf } from './rest-words.ts'

const rememberedMax = 1_000

export function createDirect(rest: DiscordRest, accountId: string): DirectPlace {
  const known = new Map<string, string>()

  function remember(platformId: string, channelId: string): void {
    const [oldest] = known.keys()
    if (known.size >= rememberedMax && oldest !== undefined) known.delete(oldest)
    known.set(platformId, channelId)
  }

  const placeOf = (conversationId: string) => ({ channel: 'discord', accountId, conversationId })

  return {
    async open(platformId, signal) {
      const remembered = known.get(platformId)
      if (remembered !== undefined) return { kind: 'open', place: placeOf(remembered) }
      const body = { recipient_id: platformId }
      const reply = await rest.call({ method: 'POST', path: '/users/@me/channels', body, signal })
      if (!isOk(reply)) {
        const trouble = classifyTrouble(reply)
        const { detail } = trouble
        // To open it shows nothing to anybody: whatever became of it, it may be asked for again.
        if (trouble.kind === 'unknown') return { kind: 'later', detail }
        if (trouble.why === 'place' || trouble.why === 'message') return { kind: 'refused', detail }
        const { retryAfterMs } = trouble
        return { kind: 'later', detail, ...(retryAfterMs !== undefined && { retryAfterMs }) }
      }
      const channelId = textOf(reply.body, 'id')
      if (channelId === undefined) return { kind: 'later', detail: 'Discord answered without a channel' }
      remember(platformId, channelId)
      return { kind: 'open', place: placeOf(channelId) }
    },
  }
}
