// Sends, looks for what may have been sent, changes and takes back. Each message carries a hidden marker with its
// delivery and part: by it, and by nothing else, it is found again.

import { Buffer } from 'node:buffer'
import type { ConversationRef } from '@heddle/contract'
import type { Found, LookFor, MessageSender, OutboundMessage, SendOutcome } from '@heddle/gateway/channel'
import { classifySend, classifyTrouble, isOk } from './classify-reply.ts'
import { findMarked } from './find-marked.ts'
import { troubleOf } from './loopback-calls.ts'
import type { Reach } from './reach-platform.ts'

export function createSender(reach: Reach, linkOf: LinkOf): MessageSender {
  return {
    async send(message) {
      const files = await readFiles(message)
      if (files === undefined) {
        return { kind: 'not_sent', why: 'message', detail: 'one of its files can no longer be read' }
      }
      const body = {
        ...bodyOf(message),
        attachments: files,
        marker: { delivery: message.deliveryId, part: message.part },
        ...(!message.persona.isAccount && { persona: personaOf(message) }),
      }
      const reply = await reach.call('send', body, message.signal)
      return classifySend(reply, (id) => linkOf(message.place, id))
    },

    async find(look: LookFor): Promise<Found> {
      const found = await findMarked(reach, {
        conversationId: look.place.conversationId,
        marker: { delivery: look.deliveryId, part: look.part },
        after: look.after,
        notBefore: look.startedAt,
        signal: look.signal,
      })
      if (found.kind !== 'found') return found
      const copies = found.messages.map(({ id }) => ({ platformId: id, link: linkOf(look.place, id) }))
      return { kind: 'found', copies }
    },

    async edit(message) {
      const { platformId, place, signal } = message
      const reply = await reach.call('edit', { ...bodyOf(message), messageId: platformId }, signal)
      return classifySend(reply, (id) => linkOf(place, id))
    },

    async remove(place, platformId, signal): Promise<SendOutcome> {
      const body = { conversationId: place.conversationId, messageId: platformId }
      const reply = await reach.call('delete', body, signal)
      // What is not there any more need not be taken back.
      const isGone = reply.kind === 'answer' && reply.status === 404 && isAbout(reply.body)
      return isOk(reply) || isGone ? { kind: 'sent', platformId } : classifyTrouble(reply)
    },
  }
}

export type LinkOf = (place: ConversationRef, messageId: string) => string

function bodyOf({ place, text, buttons, mentions }: OutboundMessage) {
  return { conversationId: place.conversationId, text, buttons, allowedMentions: mentions }
}

function personaOf({ persona: { name, avatarUrl } }: OutboundMessage) {
  return { name, ...(avatarUrl !== undefined && { avatarUrl }) }
}

async function readFiles({ attachments }: OutboundMessage) {
  try {
    return await Promise.all(
      attachments.map(async ({ name, mediaType, read }) => ({
        name,
        mediaType,
        content: Buffer.from(await read()).toString('base64'),
      })),
    )
  } catch {
    return undefined
  }
}

function isAbout(body: unknown): boolean {
  const { code } = troubleOf(body)
  return code === 'unknown_message' || code === 'unknown_conversation'
}
