// Which discussions there are, by the moment that each is about, and how news and answers change that. Pure. Answers may be
// older than what the log has told since they were asked for: whatever was changed last counts.

import type { AnchorJson, ThreadJson } from '@heddle/contract'
import type { News } from './read-news.ts'

export interface KnownThread extends ThreadJson {
  /** Absent while only the log has told of it. */
  anchor?: AnchorJson | undefined
  unread: number
}

/** By the id of the anchor. */
export type Board = ReadonlyMap<string, KnownThread>

export const emptyBoard: Board = new Map()

/** As the server answered whoever asks. */
export function withAnswers(board: Board, threads: readonly (ThreadJson & { anchor?: AnchorJson })[]): Board {
  const fresh = threads.filter((thread) => !isOlder(thread, board.get(thread.anchorEventId)))
  if (fresh.length === 0) return board
  const next = new Map(board)
  for (const thread of fresh) {
    const known = board.get(thread.anchorEventId)
    const unread = thread.unread ?? known?.unread ?? 0
    next.set(thread.anchorEventId, { ...thread, anchor: thread.anchor ?? known?.anchor, unread })
  }
  return next
}

export function withNews(board: Board, news: News, meId: string): Board {
  const { thread } = news
  const known = board.get(thread.anchorEventId)
  if (isOlder(thread, known)) return board
  // An answer may have counted it before the log told of it.
  const isNew = news.kind === 'posted' && news.reply.seq > (known?.lastReplySeq ?? 0)
  const isNewToMe = isNew && news.reply.authorId !== meId
  // Of what was deleted nothing is left to be read.
  const unread = Math.min((known?.unread ?? 0) + (isNewToMe ? 1 : 0), thread.replyCount)
  const anchor = thread.state === 'orphaned_anchor' ? withoutExcerpt(known?.anchor) : known?.anchor
  return new Map(board).set(thread.anchorEventId, { ...thread, anchor, unread })
}

/** Read up to an entry of the log, here or in another window. */
export function withMark(board: Board, threadId: string, seq: number): Board {
  const known = [...board.values()].find(({ id }) => id === threadId)
  if (known === undefined || known.unread === 0 || seq < (known.lastReplySeq ?? 0)) return board
  return new Map(board).set(known.anchorEventId, { ...known, unread: 0 })
}

export function isOlder(thread: ThreadJson, known: ThreadJson | undefined): boolean {
  return known !== undefined && Date.parse(thread.updatedAt) < Date.parse(known.updatedAt)
}

function withoutExcerpt(anchor: AnchorJson | undefined): AnchorJson | undefined {
  return anchor && { ...anchor, excerpt: null }
}
