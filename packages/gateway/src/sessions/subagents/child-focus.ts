// That people speak to a sub-agent directly, by the word of the agent that has it. Where that is, routing knows.

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { PlaceAsk } from './place-for-child.ts'

export interface ChildFocus {
  /**
   * By the same rules as a conversation that it is spawned with (BND10); throws where none can be had. `coming`: a
   * platform thread is opened first, and where that fails it is said there.
   */
  focus(t: Tx, child: FocusedChild): Promise<'given' | 'coming'>
  /**
   * Ends what no person bound, and what it was spawned with; throws where there is nothing, or only what people did. How many
   * there were.
   */
  unfocus(t: Tx, child: ChildAsk): Promise<number>
}

export interface ChildAsk extends PlaceAsk {
  sessionId: SessionId
}

export interface FocusedChild extends ChildAsk {
  /** A platform thread beside the conversation; absent: as for a spawn. */
  threadId?: string | undefined
}
