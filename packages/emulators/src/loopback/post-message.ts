// A message appears: of a person or a program, in a conversation that takes it.

import {
  conversationOf,
  describeConversation,
  mentionedIn,
  type Conversation,
  type PlatformState,
  tellBots,
} from './platform-state.ts'
import type { PlatformConversation, PlatformMessage } from './platform-words.ts'

export type NewMessage = Omit<PlatformMessage, 'id' | 'createdAt' | 'conversationId'>

/** A post opens again what was archived; whether the conversation is locked was looked at before. */
export function postMessage(
  state: PlatformState,
  conversation: Conversation,
  draft: NewMessage,
  now: number,
): PlatformMessage {
  const message: PlatformMessage = {
    ...draft,
    id: state.nextId(),
    conversationId: conversation.id,
    createdAt: now,
  }
  conversation.messages.push(message)
  state.messages.set(message.id, message)
  conversation.isArchived = false
  const repliesTo = draft.replyTo === undefined ? undefined : state.messages.get(draft.replyTo)?.author.id
  const anchor = conversation.kind === 'thread' ? state.messages.get(conversation.id) : undefined
  tellBots(state, conversation, {
    kind: 'message',
    conversation: describeConversation(conversation),
    message,
    mentioned: mentionedIn(state, message.text),
    ...(repliesTo !== undefined && { repliesTo }),
    ...(anchor !== undefined && { anchor }),
  })
  return message
}

export function changeMessage(
  state: PlatformState,
  message: PlatformMessage,
  change: Partial<Pick<PlatformMessage, 'text' | 'buttons' | 'called'>>,
  now: number,
): void {
  Object.assign(message, change, { editedAt: now })
  const conversation = conversationOf(state, message.conversationId)
  tellBots(state, conversation, {
    kind: 'edited',
    conversation: describeConversation(conversation),
    message,
  })
}

export function removeMessage(state: PlatformState, message: PlatformMessage): void {
  const conversation = conversationOf(state, message.conversationId)
  conversation.messages = conversation.messages.filter(({ id }) => id !== message.id)
  state.messages.delete(message.id)
  state.removed.push(message)
  tellBots(state, conversation, {
    kind: 'removed',
    conversation: describeConversation(conversation),
    messageId: message.id,
  })
}

/** One for each message: its id is that of the message. */
export function openThread(
  state: PlatformState,
  parent: Conversation,
  messageId: string,
  name: string,
): { conversation: PlatformConversation; isNew: boolean } {
  const known = state.conversations.get(messageId)
  if (known) return { conversation: describeConversation(known), isNew: false }
  const thread: Conversation = {
    id: messageId,
    kind: 'thread',
    name,
    ...(parent.serverId !== undefined && { serverId: parent.serverId }),
    parentId: parent.id,
    parentName: parent.name,
    isArchived: false,
    isLocked: false,
    closedTo: new Set(parent.closedTo),
    messages: [],
  }
  state.conversations.set(messageId, thread)
  return { conversation: describeConversation(thread), isNew: true }
}

export function archiveThread(state: PlatformState, thread: Conversation, by: string): void {
  if (thread.isArchived) return
  thread.isArchived = true
  tellBots(state, thread, { kind: 'archived', conversation: describeConversation(thread), by })
}
