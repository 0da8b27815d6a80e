// What an entry of the log says about discussions; undefined where it says nothing about them. Pure.

import type { EventJson, ReplyJson, ThreadJson } from '@heddle/contract'
import { replyGone, replyTold, threadTold } from './discussions.at-build.ts'

export type News =
  | { kind: 'thread'; thread: ThreadJson }
  | { kind: 'posted'; thread: ThreadJson; reply: ReplyJson }
  | { kind: 'edited'; thread: ThreadJson; reply: ReplyJson }
  | { kind: 'deleted'; thread: ThreadJson; replyId: string; at: string }

export function readNews({ kind, payload, createdAt }: EventJson): News | undefined {
  switch (kind) {
    case 'thread.opened':
    case 'thread.changed': {
      const { data } = threadTold.safeParse(payload)
      return data && { kind: 'thread', thread: data.thread }
    }
    case 'reply.posted':
    case 'reply.edited': {
      const { data } = replyTold.safeParse(payload)
      if (data) return { kind: kind === 'reply.posted' ? 'posted' : 'edited', ...data }
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
