// What the platform tells, in the words that routing takes. Pure.

import type { ConversationRef } from '@heddle/contract'
import type { InboundAuthor, InboundEvent, InboundFile, InboundPress } from '@heddle/gateway/channel'
import { linkTo } from './message-link.ts'
import type { PlatformConversation, PlatformEvent, PlatformFile, PlatformMessage } from './platform-words.ts'

export interface InboundAround {
  accountId: string
  /** By which the platform knows us. */
  ownId: string
  readFile(file: PlatformFile, signal: AbortSignal): Promise<Uint8Array>
}

type MessageTold = Pick<
  Extract<PlatformEvent, { kind: 'message' }>,
  'conversation' | 'message' | 'mentioned' | 'repliesTo' | 'anchor'
>

/** `handles` are those of members here, by the id of their account there. */
export function inboundMessage(
  around: InboundAround,
  told: MessageTold,
  handles: ReadonlyMap<string, string>,
): InboundEvent {
  const { conversation, message, mentioned, repliesTo, anchor } = told
  const names = new Map([...mentioned.map(({ id, name }) => [id, name] as const), ...handles])
  const isMentioned = message.text.includes(`<@${around.ownId}>`)
  return {
    ...placeOf(around, conversation),
    ...(conversation.name !== '' && { placeName: conversation.name }),
    ...(conversation.parentName !== undefined && { aboveName: conversation.parentName }),
    eventId: message.id,
    author: authorOf(around, message),
    text: readableText(around, message.text, names),
    isAddressed: isMentioned || repliesTo === around.ownId,
    ...(message.attachments.length > 0 && {
      attachments: message.attachments.map((file) => inboundFile(around, file)),
    }),
    ...(anchor && {
      anchor: {
        platformId: anchor.id,
        author: authorOf(around, anchor),
        text: readableText(around, anchor.text, names),
        writtenAt: anchor.createdAt,
      },
    }),
    link: linkTo({ conversationId: conversation.id }, message.id),
    writtenAt: message.createdAt,
  }
}

export function inboundPress(
  around: InboundAround,
  told: Extract<PlatformEvent, { kind: 'pressed' }>,
): InboundPress {
  const { id: platformId, name, isBot } = told.user
  return {
    ...placeOf(around, told.conversation),
    eventId: told.pressId,
    author: { platformId, name, isBot, isOwn: platformId === around.ownId },
    token: told.token,
  }
}

export function conversationRef(
  { accountId }: Pick<InboundAround, 'accountId'>,
  { id, parentId }: PlatformConversation,
): ConversationRef {
  return {
    channel: 'loopback',
    accountId,
    conversationId: id,
    ...(parentId !== undefined && { parentConversationId: parentId }),
  }
}

function placeOf(around: InboundAround, conversation: PlatformConversation) {
  const { kind, serverId } = conversation
  return {
    conversation: conversationRef(around, conversation),
    kind,
    ...(serverId !== undefined && { serverId }),
  }
}

/** We are known by the id, under whatever name we speak (CHN3). */
function authorOf({ ownId }: InboundAround, { author }: PlatformMessage): InboundAuthor {
  const { id: platformId, name, isBot } = author
  return { platformId, name, isBot, isOwn: platformId === ownId }
}

/** Our own name is taken out: it says whom it is for, and nothing else. Others become handles, or names. */
function readableText(around: InboundAround, text: string, names: ReadonlyMap<string, string>): string {
  const own = new RegExp(`^\\s*<@${around.ownId}>[:,]?\\s*|[^\\S\\n]*<@${around.ownId}>`, 'g')
  return text.replaceAll(own, '').replaceAll(/<@([A-Za-z0-9_-]+)>/g, (written, id: string) => {
    const name = names.get(id)
    return name === undefined ? written : `@${name}`
  })
}

function inboundFile(around: InboundAround, file: PlatformFile): InboundFile {
  const { name, mediaType, sizeBytes } = file
  return { name, mediaType, sizeBytes, read: (signal) => around.readFile(file, signal) }
}
