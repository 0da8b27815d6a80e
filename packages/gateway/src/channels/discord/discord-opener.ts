// Opens a thread: a message of the bot above it, then the thread from that message, whose id it has. Discord knows both
// again, the message by its nonce and the thread by the message, so that the same request makes neither of them twice.

import type { ConversationRef } from '@heddle/contract'
import type { ConversationOpener, OpenOutcome, OpenRequest } from '../channel.ts'
import { canHaveThreads } from './channel-words.ts'
import { classifyTrouble } from './classify-answer.ts'
import { cutText } from './cut-text.ts'
import { inOwnVoice } from './fallback-voice.ts'
import { findSaid } from './find-said.ts'
import type { KnownChannels } from './known-channels.ts'
import type { MessageLinks } from './message-links.ts'
import { nonceOf } from './nonce.ts'
import type { OwnAccount } from './own-account.ts'
import { unreadable } from './read-messages.ts'
import { codeOf, type DiscordRest, isOk, textOf } from './rest-words.ts'

export interface OpenerDeps {
  rest: DiscordRest
  own: OwnAccount
  known: KnownChannels
  links: MessageLinks
}

/** Of the message above; what is said in the thread counts from 1. */
const anchorPart = 0
const titleCharsMax = 100
/** A week, the longest there is: how long a place lasts is not Discord's to say. */
const autoArchiveMinutes = 10_080
const publicThreadType = 11
const alreadyThere = 160004
const alreadyArchived = 50083
const unknownChannel = 10003
const noThreadsWords = 'There can be no threads in a voice or stage channel'

export function createOpener({ rest, own, known, links }: OpenerDeps): ConversationOpener {
  async function openFrom(request: OpenRequest, anchorId: string): Promise<OpenOutcome> {
    const { under, signal } = request
    const path = `/channels/${under.conversationId}/messages/${anchorId}/threads` as const
    const body = { name: titleOf(request), auto_archive_duration: autoArchiveMinutes }
    const reply = await rest.call({ method: 'POST', path, body, signal })
    // It has the id of the message; what Discord itself says counts first.
    if (isOk(reply)) {
      return { kind: 'opened', ...(await threadFrom(request, anchorId, textOf(reply.body, 'id'))) }
    }
    if (codeOf(reply) === alreadyThere) return { kind: 'opened', ...(await threadFrom(request, anchorId)) }
    const trouble = classifyTrouble(reply)
    return trouble.kind === 'not_sent' ? { ...trouble, isBegun: true } : trouble
  }

  async function threadFrom({ under }: OpenRequest, anchorId: string, threadId = anchorId) {
    const { channel, accountId, conversationId } = under
    const guildId = known.peek(conversationId)?.guildId
    if (guildId !== undefined && !known.peek(threadId)) {
      // Before Discord tells of it, so that nobody has to ask.
      known.note({ id: threadId, type: publicThreadType, parentId: conversationId, guildId })
    }
    const conversation: ConversationRef = {
      channel,
      accountId,
      conversationId: threadId,
      parentConversationId: conversationId,
    }
    const link = await links.to(conversation, threadId)
    return { conversation, anchorId, ...(link !== undefined && { link }) }
  }

  function canOpenUnder({ conversationId }: ConversationRef): boolean {
    const channel = known.peek(conversationId)
    return channel === undefined || canHaveThreads(channel.type)
  }

  return {
    canOpenUnder,
    async open(request) {
      const { persona, under, anchor, deliveryId, signal } = request
      // Before anything is said there that nothing would follow.
      if (!canOpenUnder(under)) return { kind: 'not_sent', why: 'place', detail: noThreadsWords }
      const body = {
        content: inOwnVoice(persona, anchor),
        allowed_mentions: { parse: [] },
        nonce: nonceOf(deliveryId, anchorPart),
        enforce_nonce: true,
      }
      const path = `/channels/${under.conversationId}/messages` as const
      const reply = await rest.call({ method: 'POST', path, body, signal })
      if (!isOk(reply)) return classifyTrouble(reply)
      const anchorId = textOf(reply.body, 'id')
      if (anchorId === undefined) return { kind: 'unknown', detail: 'Discord answered without a message' }
      return openFrom(request, anchorId)
    },

    async findOpened(request) {
      const { under, persona, anchor, deliveryId, startedAt, after, signal } = request
      const found = await findSaid(
        { rest, own, isOwnWebhook: () => false },
        {
          channelId: under.conversationId,
          looks: [{ voice: 'own', text: inOwnVoice(persona, anchor) }],
          nonce: nonceOf(deliveryId, anchorPart),
          after: after ?? null,
          startedAt,
          signal,
        },
      )
      if (found.kind !== 'found') return found
      for (const anchorId of found.ids) {
        const reply = await rest.call({ method: 'GET', path: `/channels/${anchorId}`, signal })
        if (isOk(reply)) {
          const copies = found.ids.filter((other) => other !== anchorId)
          return { kind: 'found', copies, ...(await threadFrom(request, anchorId)) }
        }
        if (codeOf(reply) !== unknownChannel) return unreadable(reply)
      }
      // The next try goes on from it.
      return { kind: 'begun', anchorIds: found.ids }
    },

    async close({ conversationId }, signal) {
      const before = known.peek(conversationId)
      // Noted first: what we do ourselves is no news when Discord tells of it.
      if (before) known.note({ ...before, isArchived: true })
      const path = `/channels/${conversationId}` as const
      const reply = await rest.call({ method: 'PATCH', path, body: { archived: true }, signal })
      const code = codeOf(reply)
      if (isOk(reply) || code === unknownChannel || code === alreadyArchived) {
        return { kind: 'sent', platformId: conversationId }
      }
      const trouble = classifyTrouble(reply)
      if (before && trouble.kind === 'not_sent') known.note(before)
      return trouble
    },
  }
}

function titleOf({ title }: OpenRequest): string {
  const text = title.replaceAll(/\s+/g, ' ').trim()
  return text === '' ? '…' : cutText(text, titleCharsMax)
}
