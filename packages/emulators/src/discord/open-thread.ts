// A thread begins: from a message, then it has that message's id, or without one. In each case a message of its own kind
// says so, which is no word of anybody's.

import { MessageType } from 'discord-api-types/v10'
import { describeThread } from './describe-channel.ts'
import { tellMessage } from './describe-message.ts'
import { channelOf, type DiscordWorld, guildOf } from './discord-state.ts'
import type { AutoArchiveMinutes, DiscordMessage, GuildChannel, ThreadChannel } from './discord-words.ts'
import { postMessage } from './message-verbs.ts'
import { tellOfChannel, tellOfMessage } from './tell-event.ts'

export interface NewThread {
  name: string
  ownerId: string
  isPrivate?: boolean
  autoArchiveMinutes?: AutoArchiveMinutes
}

/** Throws if there is one: whoever may be refused asks before. */
export function openThreadFrom(
  world: DiscordWorld,
  message: DiscordMessage,
  about: NewThread,
): ThreadChannel {
  const { state } = world
  const parent = channelOf(state, message.channelId)
  if (parent.kind === 'dm' || parent.kind === 'thread') throw new Error('there can be no thread here')
  if (state.channels.has(message.id)) throw new Error('this message has a thread')
  const thread = beginThread(world, parent, message.id, about)
  postMessage(world, {
    channelId: thread.id,
    author: { kind: 'user', userId: about.ownerId },
    type: MessageType.ThreadStarterMessage,
    replyTo: { messageId: message.id, channelId: parent.id },
    allowedMentions: { parse: [], userIds: [], roleIds: [], repliedUser: false },
  })
  // It has a thread from now on, which those who show it must know.
  tellOfMessage(world, parent, 'MESSAGE_UPDATE', tellMessage(state, message), message)
  return thread
}

export function openThreadIn(world: DiscordWorld, parent: GuildChannel, about: NewThread): ThreadChannel {
  const thread = beginThread(world, parent, world.nextId(), about)
  if (about.isPrivate !== true && parent.kind !== 'forum') {
    postMessage(world, {
      channelId: parent.id,
      author: { kind: 'user', userId: about.ownerId },
      type: MessageType.ThreadCreated,
      content: about.name,
    })
  }
  return thread
}

function beginThread(world: DiscordWorld, parent: GuildChannel, id: string, about: NewThread): ThreadChannel {
  const now = world.now()
  const thread: ThreadChannel = {
    kind: 'thread',
    id,
    guildId: guildOf(world.state, parent.guildId).id,
    parentId: parent.id,
    name: about.name,
    ownerId: about.ownerId,
    isPrivate: about.isPrivate === true,
    isArchived: false,
    isLocked: false,
    autoArchiveMinutes: about.autoArchiveMinutes ?? 4_320,
    archiveChangedAt: now,
    createdAt: now,
    memberIds: new Set([about.ownerId]),
    sentCount: 0,
  }
  world.state.channels.set(id, thread)
  const d = { ...describeThread(world.state, thread), newly_created: true }
  tellOfChannel(world, thread, 'THREAD_CREATE', d)
  return thread
}
