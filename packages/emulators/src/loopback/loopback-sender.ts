// Sends, looks for what may have been sent, changes and takes back. Each message carries a hidden marker with its
// delivery and part: by it, and by nothing else, it is found again.

import { Buffer } from 'node:buffer'
import type { ConversationRef } from '@heddle/contract'
import { tellMebibytes, withLines } from '@heddle/contract/long-text/place-files'
import type { Found, LookFor, MessageSender, OutboundMessage, SendOutcome } from '@heddle/gateway/channel'
import { classifySend, classifyTrouble, isOk } from './classify-reply.ts'
import { findMarked } from './find-marked.ts'
import { troubleOf } from './loopback-calls.ts'
import { platformTextCharsMax } from './platform-words.ts'
import type { Reach } from './reach-platform.ts'

export function createSender(reach: Reach, linkOf: LinkOf): MessageSender {
  function say(message: OutboundMessage, attachments: readonly SentFile[], lines: readonly string[]) {
    const { text } = message
    const body = {
      ...bodyOf(message),
      // What is too long by itself is refused; lines that come along are not the reason.
      text:
        lines.length === 0
          ? text
          : withLines(text, lines).slice(0, Math.max(text.length, platformTextCharsMax)),
      attachments,
      marker: { delivery: message.deliveryId, part: message.part },
      ...(!message.persona.isAccount && { persona: personaOf(message) }),
    }
    return reach.call('send', body, message.signal)
  }

  return {
    async send(message) {
      const { files, lines } = await readFiles(message)
      const reply = await say(message, files, lines)
      // Proven not to be sent, and it may be said without them.
      const isTooLarge = reply.kind === 'answer' && reply.status === 413 && files.length > 0
      const again = isTooLarge ? await say(message, [], message.attachments.map(tellTooLarge)) : reply
      return classifySend(again, (id) => linkOf(message.place, id))
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
  // Nobody can be asked for words here.
  const pressed = buttons.filter(({ isAsking }) => isAsking !== true)
  return { conversationId: place.conversationId, text, buttons: pressed, allowedMentions: mentions }
}

function personaOf({ persona: { name, avatarUrl } }: OutboundMessage) {
  return { name, ...(avatarUrl !== undefined && { avatarUrl }) }
}

interface SentFile {
  name: string
  mediaType: string
  content: string
}

/** A text is not lost over a file that cannot be read any more: it is named. */
async function readFiles({
  attachments,
}: OutboundMessage): Promise<{ files: readonly SentFile[]; lines: readonly string[] }> {
  const files: SentFile[] = []
  const lines: string[] = []
  for (const { name, mediaType, read } of attachments) {
    const bytes = await read().catch(() => undefined)
    if (bytes === undefined) lines.push(`📎 ${name}: it can no longer be read`)
    else files.push({ name, mediaType, content: Buffer.from(bytes).toString('base64') })
  }
  return { files, lines }
}

function tellTooLarge({ name, bytes, link }: OutboundMessage['attachments'][number]): string {
  const way = link === undefined ? '' : `: ${link}`
  return `📎 ${name} (${tellMebibytes(bytes)}, too large here)${way}`
}

function isAbout(body: unknown): boolean {
  const { code } = troubleOf(body)
  return code === 'unknown_message' || code === 'unknown_conversation'
}
