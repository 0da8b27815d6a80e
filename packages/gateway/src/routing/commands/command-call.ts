// What a command is given, whichever it is.

import type { ConversationRef, PlaceKind } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { Admitted, WholeSession } from '../../sessions/sessions.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'

export interface CommandCall {
  deps: RoutingRoom
  t: Tx
  actor: Actor
  /** The one that a message in the same place would reach. */
  session: WholeSession
  argument: string
  /** Where it was written; on the web the asker's own composer on the page of a chat. */
  conversation: ConversationRef
  kind: PlaceKind
}

export interface Answered {
  answer: CommandAnswer
  /** What the command itself put on the timeline, if it did. */
  said?: Pick<Admitted, 'sessionId' | 'eventId' | 'seq'>
  /**
   * In place of the answer wherever it stays: on a timeline that others read, and for who asks again. Needed where the
   * answer quotes what may be redacted later, or tells what not everybody here may see.
   */
  kept?: CommandAnswer
  /** Ids of what the answer repeats and `kept` does not: entries, and sessions by the names that they have. */
  quotes?: readonly string[]
  /** After a stop, once it is committed: waits a little, and answers with what was confirmed. */
  confirm?: () => Promise<CommandAnswer>
}

export type Command = (call: CommandCall) => Promise<Answered>
