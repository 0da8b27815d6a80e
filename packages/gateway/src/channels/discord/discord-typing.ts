// Shows for some seconds that somebody is about to write. A courtesy: what comes of it is nobody's trouble.

import type { ChannelSurroundings, TypingSign } from '../channel.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

const timeoutMs = 5_000

export function createTyping(
  rest: DiscordRest,
  { clock, log }: Pick<ChannelSurroundings, 'clock' | 'log'>,
): TypingSign {
  return {
    async show({ conversationId }) {
      const over = new AbortController()
      const cancel = clock.timer(timeoutMs, () => over.abort())
      const path = `/channels/${conversationId}/typing` as const
      const reply = await rest.call({ method: 'POST', path, signal: over.signal }).finally(cancel)
      if (!isOk(reply)) log.debug('typing could not be shown', { detail: tellReply(reply) })
    },
  }
}
