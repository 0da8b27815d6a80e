// The replies of one discussion in their order, and how news changes them. Pure.

import type { ReplyJson } from '@heddle/contract'
import type { News } from './read-news.ts'

/** One for each id, by the time and then the id, as on every other page. What was changed last counts. */
export function withReplies(before: readonly ReplyJson[], more: readonly ReplyJson[]): readonly ReplyJson[] {
  const all = new Map(before.map((reply) => [reply.id, reply]))
  for (const reply of more) {
    const known = all.get(reply.id)
    if (known === undefined || changedAt(reply) >= changedAt(known)) all.set(reply.id, reply)
  }
  return [...all.values()].toSorted(inOrder)
}

export function withReplyNews(before: readonly ReplyJson[], news: News): readonly ReplyJson[] {
  switch (news.kind) {
    case 'thread':
      return before
    case 'posted':
      return withReplies(before, [news.reply])
    case 'edited':
      // One that stands on a page that is not loaded comes with it.
      return before.some(({ id }) => id === news.reply.id) ? withReplies(before, [news.reply]) : before
    case 'deleted':
      return before.map((reply) =>
        reply.id === news.replyId ? { ...reply, body: '', mentions: [], deletedAt: news.at } : reply,
      )
  }
}

/** Before which reply the unread begin: counted from the end, among those of others. Undefined: nothing is unread. */
export function chooseFirstUnread(
  replies: readonly ReplyJson[],
  unread: number,
  meId: string,
): string | undefined {
  let left = unread
  for (const reply of replies.toReversed()) {
    if (left === 0 || reply.authorId === meId || reply.deletedAt !== undefined) continue
    left -= 1
    if (left === 0) return reply.id
  }
  return unread > 0 ? replies[0]?.id : undefined
}

function changedAt({ createdAt, editedAt, deletedAt }: ReplyJson): number {
  return Date.parse(deletedAt ?? editedAt ?? createdAt)
}

function inOrder(a: ReplyJson, b: ReplyJson): number {
  const between = Date.parse(a.createdAt) - Date.parse(b.createdAt)
  return between === 0 ? (a.id < b.id ? -1 : 1) : between
}
