// Opens a thread: a message above it, then the thread from that message, whose id it has. The message is found again by
// its marker, so that the same request again makes neither of them twice.

import type { ConversationRef } from '@heddle/contract'
import type { ConversationOpener, OpenOutcome, OpenRequest } from '@heddle/gateway/channel'
import { classifyTrouble, isOk, okBody } from './classify-reply.ts'
import { findMarked } from './find-marked.ts'
import { idOf, troubleOf } from './loopback-calls.ts'
import type { LinkOf } from './loopback-sender.ts'
import type { Reach } from './reach-platform.ts'

/** Of the message above; what is said in the thread counts from 1. */
const anchorPart = 0
/** How far back the message above is looked for. */
const anchorAgeMs = 24 * 3_600_000

export function createOpener(reach: Reach, linkOf: LinkOf, now: () => number): ConversationOpener {
  async function findAnchor(request: OpenRequest, startedAt: number) {
    return findMarked(reach, {
      conversationId: request.under.conversationId,
      marker: { delivery: request.deliveryId, part: anchorPart },
      after: null,
      notBefore: startedAt,
      signal: request.signal,
    })
  }

  async function openFrom(request: OpenRequest, anchorId: string): Promise<OpenOutcome> {
    const { under, title, signal } = request
    const body = { conversationId: under.conversationId, messageId: anchorId, name: title }
    const reply = await reach.call('thread.open', body, signal)
    const isThere = reply.kind === 'answer' && troubleOf(reply.body).code === 'thread_exists'
    if (isOk(reply) || isThere) return opened(request, anchorId)
    const trouble = classifyTrouble(reply)
    return trouble.kind === 'not_sent' ? { ...trouble, isBegun: true } : trouble
  }

  const opened = (request: OpenRequest, anchorId: string) => {
    const conversation = threadUnder(request.under, anchorId)
    return { kind: 'opened' as const, conversation, anchorId, link: linkOf(conversation, anchorId) }
  }

  return {
    async open(request) {
      const earlier = await findAnchor(request, now() - anchorAgeMs)
      if (earlier.kind === 'unreadable') {
        const { detail, retryAfterMs } = earlier
        return {
          kind: 'not_sent',
          why: 'later',
          detail,
          ...(retryAfterMs !== undefined && { retryAfterMs, scope: 'place' as const }),
        }
      }
      if (earlier.kind === 'found' && earlier.messages[0]) return openFrom(request, earlier.messages[0].id)
      const { persona, under, anchor, deliveryId, signal } = request
      const body = {
        conversationId: under.conversationId,
        text: anchor,
        allowedMentions: [],
        marker: { delivery: deliveryId, part: anchorPart },
        ...(!persona.isAccount && { persona: { name: persona.name, avatarUrl: persona.avatarUrl } }),
      }
      const reply = await reach.call('send', body, signal)
      if (!isOk(reply)) return classifyTrouble(reply)
      const anchorId = idOf(okBody(reply))
      if (anchorId === undefined) return { kind: 'unknown', detail: 'an answer without a message' }
      return openFrom(request, anchorId)
    },

    async findOpened(request) {
      const anchor = await findAnchor(request, request.startedAt)
      if (anchor.kind !== 'found') return anchor
      for (const { id } of anchor.messages) {
        const reply = await reach.call('history', { conversationId: id, limit: 1 }, request.signal)
        const copies = anchor.messages.map((message) => message.id).filter((other) => other !== id)
        if (isOk(reply)) return { ...opened(request, id), kind: 'found', copies }
        const isAbsent = reply.kind === 'answer' && reply.status === 404
        if (!isAbsent) return { kind: 'unreadable', detail: 'the thread cannot be read' }
      }
      // The next try goes on from it.
      return { kind: 'begun', anchorIds: anchor.messages.map(({ id }) => id) }
    },

    async close(place, signal) {
      const reply = await reach.call('thread.close', { conversationId: place.conversationId }, signal)
      const isGone = reply.kind === 'answer' && troubleOf(reply.body).code === 'unknown_conversation'
      if (isOk(reply) || isGone) return { kind: 'sent', platformId: place.conversationId }
      return classifyTrouble(reply)
    },
  }
}

function threadUnder(under: ConversationRef, id: string): ConversationRef {
  const { channel, accountId, conversationId } = under
  return { channel, accountId, conversationId: id, parentConversationId: conversationId }
}
