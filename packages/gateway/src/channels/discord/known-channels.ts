// What is known of Discord's channels: of which kind they are, whose, and what stands above them. A lean map, filled by
// events and, for what was never told, by asking.

import type { Reply } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

/** Nobody could say what a channel is; whoever needs to know may try again, by what the answer says. */
export class ChannelNotSeen extends Error {
  readonly reply: Reply

  constructor(id: string, reply: Reply) {
    super(`The channel ${id} cannot be looked at: ${tellReply(reply)}.`)
    this.name = 'ChannelNotSeen'
    this.reply = reply
  }
}

export interface KnownChannel {
  id: string
  /** As Discord numbers kinds of channels. */
  type: number
  /** Of direct messages there is none. */
  guildId?: string
  /** The channel that a thread hangs under; of other channels, their category. */
  parentId?: string
  name?: string
  /** Of threads. */
  isArchived?: boolean
  isLocked?: boolean
  /** Of threads: who opened it. */
  ownerId?: string
}

export interface KnownChannels {
  /** Asks Discord for one that was never told. Undefined: there is none, or not for us. Throws ChannelNotSeen where nobody answers. */
  find(id: string): Promise<KnownChannel | undefined>
  /** What is known without asking. */
  peek(id: string): KnownChannel | undefined
  note(channel: KnownChannel): void
  forget(id: string): void
  /** Of one server; the channels under `parentId` alone where it is given. */
  list(guildId: string, parentId?: string): readonly KnownChannel[]
}
