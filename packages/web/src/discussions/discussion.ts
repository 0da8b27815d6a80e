// One discussion while it is open: its moment and its replies, from the newest page back, followed in the log. It may not
// be there yet: the first reply makes it.

import { type EventJson, limits, type ThreadJson, type WholeThreadJson } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import { isOlder } from './choose-board.ts'
import { withNewestPage, withReplies, withReplyNews } from './choose-replies.ts'
import { type HeldReply, readNews } from './read-news.ts'

export interface DiscussionState {
  /** Undefined before it is known, and while there is none. */
  thread: WholeThreadJson | undefined
  replies: readonly HeldReply[]
  /** There are replies before the first that is here. */
  hasOlder: boolean
  isLoading: boolean
  isLoadingOlder: boolean
  /** How many were unread when it was opened; the line before them stays where it is. */
  unreadAtFirst: number
  problem: CallError | null
}

export interface Discussion {
  state(): DiscussionState
  subscribe(listener: () => void): () => void
  hear(event: EventJson): void
  load(): Promise<void>
  loadOlder(): Promise<void>
  /** Loads older replies until this one is here; false where it is not. */
  loadUntil(replyId: string): Promise<boolean>
  /** What somebody changed here just now. */
  take(thread: WholeThreadJson): void
}

export interface DiscussionDeps {
  client: Client
  sessionId: string
  anchorEventId: string
}

const pageSize = 50

export function createDiscussion({ client, sessionId, anchorEventId }: DiscussionDeps): Discussion {
  const listeners = new Set<() => void>()
  let older: string | undefined
  let isOpened = false
  /** What was here without a hole when the log broke off, until the newest page is joined to it. */
  let unjoined: ReadonlySet<string> | undefined
  /** As the log told it last: an answer that was asked for before takes nothing of it back. */
  let told: ThreadJson | undefined
  let state: DiscussionState = {
    thread: undefined,
    replies: [],
    hasOlder: false,
    isLoading: true,
    isLoadingOlder: false,
    unreadAtFirst: 0,
    problem: null,
  }
  const set = (changes: Partial<DiscussionState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  async function readThread(): Promise<WholeThreadJson | undefined> {
    const query = { anchorEventId }
    const { items } = await client.call('listThreads', { path: { id: sessionId }, query })
    return items[0]
  }

  function readReplies(id: string, cursor: string | undefined) {
    return client.call('listReplies', {
      path: { id },
      query: { order: 'desc', limit: pageSize, ...(cursor !== undefined && { cursor }) },
    })
  }

  async function loadOlder(): Promise<void> {
    if (older === undefined || state.thread === undefined || state.isLoadingOlder) return
    const cursor = older
    set({ isLoadingOlder: true })
    try {
      const page = await readReplies(state.thread.id, cursor)
      // After a break one may go back from somewhere else.
      if (older === cursor) {
        older = page.next
        set({ replies: withReplies(state.replies, page.items), hasOlder: older !== undefined, problem: null })
      }
    } catch (error) {
      set({ problem: asCallError(error) })
    }
    set({ isLoadingOlder: false })
  }

  /** A long reply comes cut; its entry has all of it, or nothing any more if a later one has it. */
  async function readWhole(eventId: string): Promise<void> {
    try {
      const news = readNews(await client.call('readEvent', { path: { id: sessionId, eventId } }))
      if (news) set({ replies: withReplyNews(state.replies, news) })
    } catch (error) {
      set({ problem: asCallError(error) })
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hear(event) {
      const news = readNews(event)
      if (news?.thread.anchorEventId !== anchorEventId) return
      told = news.thread
      const { thread, isLoading } = state
      const replies = withReplyNews(state.replies, news)
      set({ thread: thread && asTold(thread, told), replies })
      const { wholeIn } = 'reply' in news && replies.includes(news.reply) ? news.reply : {}
      if (wholeIn !== undefined) void readWhole(wholeIn)
      // It was made just now: what it is about comes with it.
      if (thread === undefined && !isLoading) void this.load()
    },
    async load() {
      set({ isLoading: true, problem: null })
      unjoined ??= new Set(state.replies.map(({ id }) => id))
      const before = unjoined
      try {
        const thread = await readThread()
        if (thread === undefined) return set({ isLoading: false })
        const page = await readReplies(thread.id, undefined)
        const isFirst = !isOpened
        isOpened = true
        const { replies, isTorn } = withNewestPage(state.replies, page, before)
        unjoined = undefined
        if (isTorn || page.next === undefined) older = page.next
        set({
          thread: told && isOlder(thread, told) ? asTold(thread, told) : thread,
          replies,
          hasOlder: older !== undefined,
          isLoading: false,
          ...(isFirst && { unreadAtFirst: thread.unread ?? 0 }),
        })
        for (const { wholeIn } of replies) if (wholeIn !== undefined) void readWhole(wholeIn)
      } catch (error) {
        unjoined = before
        set({ isLoading: false, problem: asCallError(error) })
      }
    },
    loadOlder,
    async loadUntil(replyId) {
      const isThere = () => state.replies.some(({ id }) => id === replyId)
      for (let pages = 0; !isThere() && older !== undefined && pages < pagesMax; pages += 1) {
        await loadOlder()
        if (state.problem) break
      }
      return isThere()
    },
    take: (thread) => set({ thread }),
  }
}

/** What it is about is not told in the log; once it is gone, nothing of it stays. */
function asTold({ anchor }: WholeThreadJson, told: ThreadJson): WholeThreadJson {
  return { ...told, anchor: told.state === 'orphaned_anchor' ? { ...anchor, excerpt: null } : anchor }
}

/** No discussion has more. */
const pagesMax = Math.ceil(limits.repliesPerThreadMax / pageSize)

function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError('not_understood', String(error))
}
