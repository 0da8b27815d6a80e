// Writes to somebody directly who has not written first. The platform has one such conversation for each, so that to open
// it again does no harm, whatever came of the last request.

import type { DirectPlace } from '@heddle/gateway/channel'
import { classifyTrouble, isOk, okBody } from './classify-reply.ts'
import { idOf } from './loopback-calls.ts'
import type { Reach } from './reach-platform.ts'

export function createDirect(reach: Reach, accountId: string): DirectPlace {
  return {
    async open(platformId, signal) {
      const reply = await reach.call('dm.open', { userId: platformId }, signal)
      const conversationId = isOk(reply) ? idOf(okBody(reply)) : undefined
      if (conversationId !== undefined) {
        return { kind: 'open', place: { channel: 'loopback', accountId, conversationId } }
      }
      if (isOk(reply)) return { kind: 'later', detail: 'an answer without a conversation' }
      const trouble = classifyTrouble(reply)
      const { detail } = trouble
      if (trouble.kind === 'unknown') return { kind: 'later', detail }
      if (trouble.why === 'place' || trouble.why === 'message') return { kind: 'refused', detail }
      const { retryAfterMs } = trouble
      return { kind: 'later', detail, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    },
  }
}
