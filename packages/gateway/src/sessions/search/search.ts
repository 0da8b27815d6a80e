// Search as others see it: what was said or done, found by its words.

import type { EventActor, SearchKind, SessionId } from '@heddle/contract'
import type { Actor, Page, PageInput } from '../../people/people.ts'
import type { ExcerptPiece } from './choose-excerpt.ts'
import type { Following } from './follow-logs.ts'

export interface SearchInput extends PageInput {
  q: string
  /** Only in this one, by id or key. */
  session?: string | undefined
  /** Absent: all. */
  kinds?: readonly SearchKind[] | undefined
}

export interface SearchHit {
  kind: SearchKind
  sessionId: SessionId
  sessionTitle: string
  /** Where the page opens: of a reply, the anchor of its thread. */
  eventId: string
  threadId?: string
  replyId?: string
  actor: EventActor
  createdAt: number
  excerpt: ExcerptPiece[]
}

export interface SearchVerbs {
  /** The newest first, and only what the actor may see now. What was just said is taken in before, within bounds. */
  search(actor: Actor, input: SearchInput): Promise<Page<SearchHit>>
  /** Keeps the index close behind the logs until it is stopped. */
  followSearch(): Following
}
