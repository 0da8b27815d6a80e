// What people do on the emulated Discord in its own client: write, change, open threads and put them away. What they
// cannot do throws in words, as does a name that is not there.

import { addUser, deleteChannel, openDirectChannel } from './guild-verbs.ts'
import { channelOf, type DiscordWorld, messageOf, threadOf, userOf } from './discord-state.ts'
import type { DiscordChannel, DiscordMessage, DiscordUser, ThreadChannel } from './discord-words.ts'
import { deleteMessage, editMessage, postMessage } from './message-verbs.ts'
import { nameAttachment } from './name-attachment.ts'
import { openThreadFrom } from './open-thread.ts'
import { mayIn, type PermissionName } from './permissions.ts'
import { tellOfTyping } from './tell-event.ts'
import { changeThread, type ThreadChange } from './thread-verbs.ts'

export interface SaidFile {
  name: string
  mediaType?: string
  content: Uint8Array
}

export interface SayOptions {
  replyTo?: string
  files?: readonly SaidFile[]
}

export interface DiscordPeople {
  addPerson(username: string, about?: { id?: string; globalName?: string }): DiscordUser
  /** Also as another bot: such a one is told of as a bot. */
  say(userId: string, channelId: string, text: string, options?: SayOptions): DiscordMessage
  edit(userId: string, messageId: string, text: string): void
  remove(userId: string, messageId: string): void
  type(userId: string, channelId: string): void
  /** The one between the two. */
  openDm(userId: string, otherId: string): string
  openThread(userId: string, messageId: string, name: string): ThreadChannel
  archive(userId: string, threadId: string): void
  unarchive(userId: string, threadId: string): void
  lock(userId: string, threadId: string): void
  unlock(userId: string, threadId: string): void
  deleteChannel(userId: string, channelId: string): void
  /** What this person sees there, oldest first: also what is for their eyes only. */
  read(userId: string, channelId: string): DiscordMessage[]
  /** Where this person can go. */
  channelsOf(userId: string): DiscordChannel[]
}

const textCharsMax = 2_000
const threadNameCharsMax = 100

export function createDiscordPeople(world: DiscordWorld): DiscordPeople {
  const { state } = world

  function demand(userId: string, channel: DiscordChannel, name: PermissionName, deed: string): void {
    if (!mayIn(state, channel, userOf(state, userId).id, name)) throw new Error(`they may not ${deed} here`)
  }

  function demandWord(userId: string, channel: DiscordChannel): void {
    const isThread = channel.kind === 'thread'
    demand(userId, channel, isThread ? 'SendMessagesInThreads' : 'SendMessages', 'write')
    if (isThread && channel.isLocked && !mayIn(state, channel, userId, 'ManageThreads')) {
      throw new Error('this thread is locked')
    }
  }

  function change(userId: string, threadId: string, next: ThreadChange, deed: string): void {
    const thread = threadOf(state, threadId)
    const isManager = mayIn(state, thread, userId, 'ManageThreads')
    const isLocking = next.isLocked !== undefined
    const isOwn = thread.ownerId === userId && !thread.isLocked
    // Whoever may write in a thread may bring it back.
    const isReopening = next.isArchived === false && !thread.isLocked
    if (!isManager && (isLocking || !(isOwn || isReopening)))
      throw new Error(`they may not ${deed} this thread`)
    changeThread(world, thread, next)
  }

  function attachmentOf({ name, mediaType, content }: SaidFile) {
    const id = world.nextId()
    return { id, content, ...nameAttachment(name, id), ...(mediaType !== undefined && { mediaType }) }
  }

  return {
    addPerson: (username, about) => addUser(world, username, about),
    say(userId, channelId, text, { replyTo, files = [] } = {}) {
      const channel = channelOf(state, channelId)
      demandWord(userId, channel)
      demandText(text, files.length > 0)
      return postMessage(world, {
        channelId,
        author: { kind: 'user', userId },
        content: text,
        attachments: files.map(attachmentOf),
        ...(replyTo !== undefined && {
          replyTo: { messageId: messageOf(state, replyTo).id, channelId },
        }),
      })
    },
    edit(userId, messageId, text) {
      const message = messageOf(state, messageId)
      if (!isBy(message, userId)) throw new Error('this message is somebody else’s')
      demandText(text, message.attachments.length > 0)
      editMessage(world, message, { content: text })
    },
    remove(userId, messageId) {
      const message = messageOf(state, messageId)
      const channel = channelOf(state, message.channelId)
      // What only one person sees, that person can put away.
      if (!isBy(message, userId) && message.visibleTo !== userId) {
        demand(userId, channel, 'ManageMessages', 'delete what others wrote')
      }
      deleteMessage(world, message)
    },
    type(userId, channelId) {
      const channel = channelOf(state, channelId)
      demandWord(userId, channel)
      const guild = channel.kind === 'dm' ? {} : { guild_id: channel.guildId }
      const timestamp = Math.floor(world.now() / 1_000)
      tellOfTyping(world, channel, { channel_id: channelId, user_id: userId, timestamp, ...guild })
    },
    openDm: (userId, otherId) => openDirectChannel(world, userId, otherId).id,
    openThread(userId, messageId, name) {
      const message = messageOf(state, messageId)
      demand(userId, channelOf(state, message.channelId), 'CreatePublicThreads', 'open threads')
      if (name === '' || name.length > threadNameCharsMax) {
        throw new Error(`the name of a thread has 1 to ${threadNameCharsMax} characters`)
      }
      return openThreadFrom(world, message, { name, ownerId: userId })
    },
    archive: (userId, threadId) => change(userId, threadId, { isArchived: true }, 'archive'),
    unarchive: (userId, threadId) => change(userId, threadId, { isArchived: false }, 'open'),
    lock: (userId, threadId) => change(userId, threadId, { isLocked: true }, 'lock'),
    unlock: (userId, threadId) => change(userId, threadId, { isLocked: false }, 'unlock'),
    deleteChannel(userId, channelId) {
      const channel = channelOf(state, channelId)
      if (channel.kind === 'dm') throw new Error('a direct message cannot be deleted')
      demand(userId, channel, channel.kind === 'thread' ? 'ManageThreads' : 'ManageChannels', 'delete this')
      deleteChannel(world, channel)
    },
    read(userId, channelId) {
      demand(userId, channelOf(state, channelId), 'ViewChannel', 'read')
      return (state.messagesByChannel.get(channelId) ?? []).filter(
        ({ visibleTo }) => visibleTo === undefined || visibleTo === userId,
      )
    },
    channelsOf: (userId) =>
      [...state.channels.values()].filter((channel) => mayIn(state, channel, userId, 'ViewChannel')),
  }
}

function isBy({ author }: DiscordMessage, userId: string): boolean {
  return author.kind === 'user' && author.userId === userId
}

function demandText(text: string, hasFiles: boolean): void {
  if (text.trim() === '' && !hasFiles) throw new Error('there is nothing to say')
  if (text.length > textCharsMax) throw new Error(`a message has at most ${textCharsMax} characters`)
}
