// The replies of one discussion in their order, and how news changes them. Pure.

import type { ReplyJson } from '@heddle/contract'
import type { HeldReply, News } from './read-news.ts'

/**
 * One for each id, by the time and then the id, as on every other page. What was changed last counts, and of the same
 * words the whole of them.
 */
export function withReplies(before: readonly HeldReply[], more: readonly HeldReply[]): readonly HeldReply[] {
  const all = new Map(before.map((reply) => [reply.id, reply]))
  for (const reply of more) if (isBetter(reply, all.get(reply.id))) all.set(reply.id, reply)
  return [...all.values()].toSorted(inOrder)
}

/**
 * The newest page, asked for after a break, and what is held. Where nothing that was held before the break stands on it,
 * there is a hole between them: what is older than the page is let go, and comes back page by page.
 */
export function withNewestPage(
  held: readonly HeldReply[],
  page: { items: readonly ReplyJson[]; next?: string | undefined },
  heldBefore: ReadonlySet<string>,
): { replies: readonly HeldReply[]; isTorn: boolean } {
  const isTorn = page.next !== undefined && !page.items.some(({ id }) => heldBefore.has(id))
  const [oldest] = page.items.toSorted(inOrder)
  // What the log told while it was asked for is newer than the page.
  const kept = isTorn && oldest ? held.filter((reply) => inOrder(reply, oldest) > 0) : held
  return { replies: withReplies(kept, page.items), isTorn }
}

export function withReplyNews(before: readonly HeldReply[], news: News): readonly HeldReply[] {
  switch (news.kind) {
    case 'thread':
      return before
    case 'posted':
      return withReplies(before, [news.reply])
    case 'edited':
      // One that stands on a page that is not loaded comes with it.
      return before.some(({ id }) => id === news.reply.id) ? withReplies(before, [news.reply]) : before
    case 'deleted':
      return before.map((reply) => (reply.id === news.replyId ? withoutWords(reply, news.at) : reply))
  }
}

function withoutWords(reply: HeldReply, deletedAt: string): HeldReply {
  const { wholeIn: _, ...rest } = reply
  return { ...rest, body: '', mentions: [], deletedAt }
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

function isBetter(reply: HeldReply, known: HeldReply | undefined): boolean {
  if (known === undefined) return true
  const later = changedAt(reply) - changedAt(known)
  return later > 0 || (later === 0 && (reply.wholeIn === undefined || known.wholeIn !== undefined))
}

function changedAt({ createdAt, editedAt, deletedAt }: ReplyJson): number {
  return Date.parse(deletedAt ?? editedAt ?? createdAt)
}

function inOrder(a: ReplyJson, b: ReplyJson): number {
  const between = Date.parse(a.createdAt) - Date.parse(b.createdAt)
  return between === 0 ? (a.id < b.id ? -1 : 1) : between
}
