// What people do on the platform, and who is there at all: moved by tests, by simulations, and by whoever tries things
// out. A name that is not there is a mistake of the caller's, and throws.

import type { EventFeed } from './event-feed.ts'
import { openDirect } from './open-direct.ts'
import { archiveThread, changeMessage, openThread, postMessage, removeMessage } from './post-message.ts'
import {
  type Bot,
  type Conversation,
  conversationOf,
  describeConversation,
  idsNamedIn,
  type PlatformState,
  tellBots,
  userOf,
} from './platform-state.ts'
import type { PlatformClock } from './platform-time.ts'
import type { PlatformMessage, PlatformUser } from './platform-words.ts'

export interface SayOptions {
  replyTo?: string
  files?: readonly { name: string; mediaType: string; content: Uint8Array }[]
}

export interface PlatformPeople {
  addUser(name: string, about?: { id?: string; isBot?: boolean }): PlatformUser
  /** A program with a token, which hears of everything that it may read. */
  addBot(name: string, token: string, about?: { id?: string }): Bot
  addServer(name: string, about?: { id?: string }): string
  addChannel(serverId: string, name: string, about?: { id?: string }): string
  /** The one between these, which is there once they speak; of three or more it is a group. */
  openDm(...members: string[]): string
  say(userId: string, conversationId: string, text: string, options?: SayOptions): PlatformMessage
  edit(messageId: string, text: string): void
  remove(messageId: string): void
  /** A person opens a thread from a message; one for each. */
  startThread(messageId: string, name: string): string
  archive(threadId: string, byUserId: string): void
  lock(threadId: string, isLocked: boolean): void
  deleteConversation(id: string, byUserId: string): void
  rename(userId: string, name: string): void
  /** What the program answers is found by the id that comes back. */
  press(userId: string, messageId: string, token: string): string
  answerTo(pressId: string): string | undefined
  /** Takes a conversation from a program, or gives it back. */
  close(conversationId: string, botId: string, isClosed: boolean): void
  changeToken(botId: string, token: string): void
  /** What can be seen there, oldest first. */
  read(conversationId: string): readonly PlatformMessage[]
}

export function createPlatformPeople(deps: {
  state: PlatformState
  clock: PlatformClock
  newFeed(): EventFeed
}): PlatformPeople {
  const { state, clock } = deps

  function addConversation(
    about: Pick<Conversation, 'id' | 'kind' | 'name'> & Partial<Conversation>,
  ): string {
    const rest = { isArchived: false, isLocked: false, closedTo: new Set<string>(), messages: [] }
    state.conversations.set(about.id, { ...rest, ...about })
    return about.id
  }

  function messageOf(id: string): PlatformMessage {
    const message = state.messages.get(id)
    if (!message) throw new Error(`there is no message ${id}`)
    return message
  }

  return {
    addUser(name, { id = state.nextId(), isBot = false } = {}) {
      const user = { id, name, isBot }
      state.users.set(id, user)
      return user
    },
    addBot(name, token, { id = state.nextId() } = {}) {
      const bot = { id, name, isBot: true, token, feed: deps.newFeed() }
      state.bots.set(id, bot)
      return bot
    },
    addServer(name, { id = state.nextId() } = {}) {
      state.servers.set(id, { id, name })
      return id
    },
    addChannel(serverId, name, { id = state.nextId() } = {}) {
      if (!state.servers.has(serverId)) throw new Error(`there is no server ${serverId}`)
      return addConversation({ id, kind: 'channel', name, serverId })
    },
    openDm: (...ids) => openDirect(state, new Set(ids.map((id) => userOf(state, id).id))),
    say(userId, conversationId, text, { replyTo, files = [] } = {}) {
      const conversation = conversationOf(state, conversationId)
      const author = { ...userOf(state, userId), isPersona: false }
      if (conversation.isLocked) throw new Error('this thread is locked')
      if (conversation.members?.has(userId) === false) throw new Error('they are not in this conversation')
      const attachments = files.map(({ name, mediaType, content }) => {
        const id = state.nextId()
        state.files.set(id, { name, mediaType, content })
        return { id, name, mediaType, sizeBytes: content.length }
      })
      const { id, name, isBot, isPersona } = author
      return postMessage(
        state,
        conversation,
        {
          author: { id, name, isBot, isPersona },
          text,
          buttons: [],
          attachments,
          called: idsNamedIn(text),
          ...(replyTo !== undefined && { replyTo }),
        },
        clock.wall(),
      )
    },
    edit: (messageId, text) => changeMessage(state, messageOf(messageId), { text }, clock.wall()),
    remove: (messageId) => removeMessage(state, messageOf(messageId)),
    startThread(messageId, name) {
      const parent = conversationOf(state, messageOf(messageId).conversationId)
      if (parent.kind !== 'channel') throw new Error('there can be no thread here')
      return openThread(state, parent, messageId, name).conversation.id
    },
    archive: (threadId, by) => archiveThread(state, conversationOf(state, threadId), by),
    lock(threadId, isLocked) {
      conversationOf(state, threadId).isLocked = isLocked
    },
    deleteConversation(id, by) {
      const conversation = conversationOf(state, id)
      state.conversations.delete(id)
      for (const message of conversation.messages) state.messages.delete(message.id)
      state.removed.push(...conversation.messages)
      tellBots(state, conversation, { kind: 'deleted', conversation: describeConversation(conversation), by })
    },
    rename(userId, name) {
      userOf(state, userId).name = name
    },
    press(userId, messageId, token) {
      const message = messageOf(messageId)
      if (!message.buttons.some((button) => button.token === token))
        throw new Error('there is no such button')
      const conversation = conversationOf(state, message.conversationId)
      const pressId = state.nextId()
      state.presses.set(pressId, { token })
      const { id, name, isBot } = userOf(state, userId)
      const user = { id, name, isBot }
      const around = { conversation: describeConversation(conversation) }
      // Only whoever put the button there is told.
      const asked = state.bots.get(message.author.id)
      asked?.feed.add({ kind: 'pressed', ...around, pressId, user, messageId, token })
      return pressId
    },
    answerTo: (pressId) => state.presses.get(pressId)?.answer,
    close(conversationId, botId, isClosed) {
      const { closedTo } = conversationOf(state, conversationId)
      if (isClosed) closedTo.add(botId)
      else closedTo.delete(botId)
    },
    changeToken(botId, token) {
      const bot = state.bots.get(botId)
      if (!bot) throw new Error(`there is no program ${botId}`)
      bot.token = token
    },
    read: (conversationId) => conversationOf(state, conversationId).messages,
  }
}
