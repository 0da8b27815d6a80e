// What an entry of the log says about discussions; undefined where it says nothing about them. Pure.

import type { EventJson, ReplyJson, ThreadJson } from '@heddle/contract'
import { replyGone, replyTold, threadTold } from './discussions.at-build.ts'

/** `wholeIn`: only the beginning of its words is here; that entry of the log has all of them. */
export type HeldReply = ReplyJson & { wholeIn?: string }

export type News =
  | { kind: 'thread'; thread: ThreadJson }
  | { kind: 'posted'; thread: ThreadJson; reply: HeldReply }
  | { kind: 'edited'; thread: ThreadJson; reply: HeldReply }
  | { kind: 'deleted'; thread: ThreadJson; replyId: string; at: string }

export function readNews({ kind, eventId, payload, createdAt, truncated }: EventJson): News | undefined {
  switch (kind) {
    case 'thread.opened':
    case 'thread.changed': {
      const { data } = threadTold.safeParse(payload)
      return data && { kind: 'thread', thread: data.thread }
    }
    case 'reply.posted':
    case 'reply.edited': {
      const { data } = replyTold.safeParse(payload)
      if (data) {
        const reply = truncated ? { ...data.reply, wholeIn: eventId } : data.reply
        return { kind: kind === 'reply.posted' ? 'posted' : 'edited', thread: data.thread, reply }
      }
      // Of a reply that was changed since then, this entry has lost its words; a later one has them.
      const left = threadTold.safeParse(payload).data
      return left && { kind: 'thread', thread: left.thread }
    }
    case 'reply.deleted': {
      const { data } = replyGone.safeParse(payload)
      return data && { kind: 'deleted', at: createdAt, ...data }
    }
    default:
      return undefined
  }
}
