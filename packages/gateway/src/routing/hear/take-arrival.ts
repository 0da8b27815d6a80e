// Lets one arrival in where it is heard: a message is admitted, a command is carried out and answered in its place.

import { limits, placeName, refused, type SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { ReadHistory } from '../revival/write-preamble.ts'
import { answerCommand } from './answer-command.ts'
import type { Arrival } from './arrival.ts'
import { chooseWrittenPlace } from './choose-written-place.ts'
import { findHearer } from './find-hearer.ts'
import { nameOutside } from './find-repeated.ts'
import type { Hearing } from './look-at-arrival.ts'
import { noteArrival } from './note-arrival.ts'
import { quoteAnchor, quoteReplied } from './quote-anchor.ts'
import { actorOf, heardBy } from './recognise-speaker.ts'
import { sayInPlace } from './say-in-place.ts'

export interface Taken {
  sessionId: SessionId
  confirm?: (() => Promise<CommandAnswer>) | undefined
}

export async function takeArrival(
  deps: RoutingRoom,
  t: Tx,
  arrival: Arrival,
  hearing: Hearing,
  /** What stands in the place, if something is to go on there. */
  history?: ReadHistory,
  note: typeof noteArrival = noteArrival,
): Promise<Taken> {
  const someone = await actorOf(deps, t, hearing.speaker)
  const session = await findHearer(deps, t, someone, arrival, hearing, history)
  const actor = heardBy(someone, session.id)
  const { parsed, binding, choice } = hearing
  if (parsed.kind !== 'text') {
    const answered = await answerCommand(deps, t, { actor, session, binding, arrival, parsed })
    await note(t, arrival, { reason: choice.reason, sessionId: session.id, ...answered })
    return { sessionId: session.id, confirm: answered.confirm }
  }
  const message = await admit(deps, t, actor, session, arrival, hearing)
  // What was read of the place before this came may have told it already.
  if (session.continuesId !== null)
    await deps.sessions.settleQuoted(t, nameOutside(arrival.conversation, arrival.eventId), message.eventId)
  // What other programs say keeps nothing bound (BND12).
  if (binding && !hearing.speaker.isBot) await deps.bindings.touch(t, binding.id)
  if (arrival.leftOut.length > 0) {
    const text = `Left out: ${arrival.leftOut.join('; ')}.`
    const quotes = [message.eventId]
    await sayInPlace(deps, t, { arrival, session, binding, what: 'files', text, quotes })
  }
  await note(t, arrival, { reason: choice.reason, sessionId: session.id, message })
  return { sessionId: session.id }
}

async function admit(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  session: WholeSession,
  arrival: Arrival,
  { choice }: Hearing,
) {
  const { text, files, conversation } = arrival
  if (text.length > limits.messageCharsMax) {
    throw refused('bad_input', { message: `This is longer than ${limits.messageCharsMax} characters.` })
  }
  const isBeginning = choice.kind === 'open' && arrival.kind === 'thread' && arrival.anchor !== undefined
  const quote = isBeginning
    ? await quoteAnchor(deps, t, arrival)
    : // Where it is all that is said, it has to be there.
      await quoteReplied(deps, t, arrival, text.trim() === '' ? undefined : session.id)
  return deps.sessions.admit(t, actor, {
    sessionId: session.id,
    text,
    mode: 'queue',
    channel: conversation.channel,
    conversation: placeName(conversation),
    place: chooseWrittenPlace(arrival),
    attachments: files,
    quote,
  })
}
