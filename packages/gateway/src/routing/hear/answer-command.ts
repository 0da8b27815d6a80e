// A command that was written in an outside place: carried out on the session that a message there would reach, and
// answered in that place (CMD10).

import { limits, type ParsedText, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { LogEvent, WholeSession } from '../../sessions/sessions.ts'
import type { Binding } from '../bindings/bindings.ts'
import { answerText } from '../commands/run-command.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Arrival } from './arrival.ts'
import { sayInPlace } from './say-in-place.ts'

export interface CommandArrival {
  actor: Actor
  session: WholeSession
  binding: Binding | undefined
  arrival: Arrival
  parsed: Exclude<ParsedText, { kind: 'text' }>
}

export interface AnsweredArrival {
  /** What it put on the timeline, if it did. */
  message: Pick<LogEvent, 'eventId' | 'seq'> | undefined
  answer: CommandAnswer
  confirm?: (() => Promise<CommandAnswer>) | undefined
}

export async function answerCommand(
  deps: RoutingRoom,
  t: Tx,
  { actor, session, binding, arrival, parsed }: CommandArrival,
): Promise<AnsweredArrival> {
  if (arrival.files.length > 0) {
    throw refused('bad_input', {
      message: 'A command takes no files. Send them with a message of their own.',
    })
  }
  const { conversation, kind } = arrival
  const answered = await answerText(deps, t, actor, session, parsed, { conversation, kind })
  const { answer, kept = answer, said, quotes, confirm } = answered
  const isLink = parsed.kind === 'command' && parsed.name === 'link'
  await sayInPlace(deps, t, {
    arrival,
    session,
    binding,
    what: 'answer',
    text: answer.text,
    quotes,
    isPersonal: isLink,
    // A code is shown once, and is in force for a while.
    ...(isLink && kept !== answer && { secretUntil: t.now + limits.linkCodeMs }),
  })
  return { message: said, answer: kept, confirm }
}
