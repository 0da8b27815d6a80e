// What a command is given, whichever it is.

import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { LogEvent, WholeSession } from '../../sessions/sessions.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingDeps } from '../routing-deps.ts'

export interface CommandCall {
  deps: RoutingDeps
  t: Tx
  actor: Actor
  /** The one that a message in the same place would reach. */
  session: WholeSession
  argument: string
  channel: string
}

export interface Answered {
  answer: CommandAnswer
  /** What the command itself put on the timeline, if it did. */
  said?: Pick<LogEvent, 'eventId' | 'seq'>
}

export type Command = (call: CommandCall) => Promise<Answered>
