// Which conversations a session has of its own. Routing knows, and is asked, and told, in the transaction of the cause: from
// its commit on nothing is routed by what it ended (BND6).

import type { BindingId, PlaceKind, SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'

export interface BoundPlaces {
  /** In whose place a run that ends now is told: of several the one where it was asked for. Undefined: it has none (RTE2). */
  chooseFor(r: Reader, sessionId: SessionId, origin: string): Promise<BindingId | undefined>
  /** Where people speak to it directly, for its instructions (SUB15). */
  list(r: Reader, sessionId: SessionId): Promise<readonly BoundPlace[]>
  /** What is bound to the session waits for the next message, or ends. Nothing bound: nothing happens. */
  followOver(t: Tx, sessionId: SessionId, how: SessionOver): Promise<void>
  /** These were the team's and are private now: where others read, nothing is bound to them any more (CNV5). */
  followPrivate(t: Tx, sessionIds: readonly SessionId[], by: string): Promise<void>
}

export interface BoundPlace {
  channel: string
  kind: PlaceKind
  conversationId: string
  /** Null: nobody did. */
  boundBy: string | null
}

/**
 * `done`: its task is, and it is kept. `deleted`: the same, and it is put away at once. `killed`: somebody ended it.
 * `put_away`: a person archived it.
 */
export type SessionOver = 'done' | 'deleted' | 'killed' | 'put_away'
