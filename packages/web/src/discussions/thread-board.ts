// The discussions of one session, as far as its timeline is read: asked for by the part that is loaded, and from then on
// followed in the log.

import { type EventJson, limits, type ThreadJson, type WholeThreadJson } from '@heddle/contract'
import type { Client } from '../api/client.ts'
import { type Board, emptyBoard, withAnswers, withMark, withNews } from './choose-board.ts'
import { chooseUncovered, type Part } from './choose-uncovered.ts'
import { readNews } from './read-news.ts'

export interface ThreadBoard {
  read(): Board
  subscribe(listener: () => void): () => void
  /** The rows of this part are on the page. */
  cover(part: Part): void
  hear(event: EventJson): void
  take(thread: ThreadJson): void
  mark(threadId: string, seq: number): void
  /** The log was not taken up where it was: all of it is asked for again. */
  askAgain(): void
}

export interface ThreadBoardDeps {
  client: Client
  sessionId: string
  meId: string
}

export function createThreadBoard({ client, sessionId, meId }: ThreadBoardDeps): ThreadBoard {
  const listeners = new Set<() => void>()
  let board = emptyBoard
  let covered: Part[] = []

  const set = (next: Board) => {
    if (next === board) return
    board = next
    for (const listener of listeners) listener()
  }

  async function ask(part: Part): Promise<void> {
    covered = [...covered, part]
    try {
      for await (const threads of readPart(client, sessionId, part)) set(withAnswers(board, threads))
    } catch {
      // Scrolling on or the next snapshot asks again.
      covered = covered.filter((other) => other !== part)
    }
  }

  return {
    read: () => board,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cover(part) {
      for (const left of chooseUncovered(covered, part)) void ask(left)
    },
    hear(event) {
      const news = readNews(event)
      if (news) set(withNews(board, news, meId))
    },
    take: (thread) => set(withAnswers(board, [thread])),
    mark: (threadId, seq) => set(withMark(board, threadId, seq)),
    askAgain() {
      const parts = covered
      covered = []
      for (const part of parts) void ask(part)
    },
  }
}

async function* readPart(
  client: Client,
  id: string,
  { from, through }: Part,
): AsyncGenerator<readonly WholeThreadJson[]> {
  let cursor: string | undefined
  do {
    const page = await client.call('listThreads', {
      path: { id },
      query: {
        limit: limits.pageItemsMax,
        ...(from > 0 && { afterPlace: from - 1 }),
        ...(Number.isFinite(through) && { beforePlace: through + 1 }),
        ...(cursor !== undefined && { cursor }),
      },
    })
    yield page.items
    cursor = page.next
  } while (cursor !== undefined)
}
