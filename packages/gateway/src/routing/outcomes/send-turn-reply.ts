// Tells the answer of a turn where its messages were written, or where its session is bound (RTE3). On the web, appending it
// was the delivery, and there is nothing to send.

import { placeName, placeOfName, type TurnId } from '@heddle/contract'
import type { NewMessage } from '../../delivery/delivery.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { unreachable } from '../../foundation/states.ts'
import type { Turn, TurnOutcome } from '../../sessions/sessions.ts'
import { isSkip } from '../../sessions/subagents/write-announcement.ts'
import type { Binding } from '../bindings/bindings.ts'
import { isOpenTo } from '../is-open-to.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { insertReply } from '../routing-store.ts'
import { tellFailedHearing } from './announce-completion.ts'
import { chooseBinding } from './choose-binding.ts'
import { chooseDestination, type DestinationChoice } from './choose-destination.ts'
import { choosePersona } from './choose-persona.ts'
import { findOutsidePlace } from './find-place.ts'
import { nameSpeaker } from './name-speaker.ts'
import { replyCause, sayForTurn, takeBackElsewhere } from './say-for-turn.ts'

export async function sendTurnReply(deps: RoutingRoom, t: Tx, turnId: TurnId): Promise<void> {
  const turn = await deps.sessions.readTurn(t, turnId)
  if (!turn) return
  if (turn.state !== 'succeeded') await tellFailedHearing(deps, t, turn)
  const { choice, binding, toldAt } = await decideReply(deps, t, turn)
  const outcome = await deps.sessions.readTurnOutcome(t, turnId)
  // What was cut off, and is told nowhere, stays where it was shown.
  if (toldAt !== null || outcome.kind === 'answer')
    await takeBackElsewhere(deps.deliveries, t, turnId, toldAt)
  const { sessionId } = turn
  const reply = { turn_id: turnId, session_id: sessionId, reason: choice.reason, created_at: t.now }
  // Why it stands on the timeline alone, and not where it was asked.
  if (choice.reason === 'place_closed')
    await t.run(insertReply({ ...reply, destination: 'requester', conversation: null }))
  if (!('conversation' in choice)) return
  const { kind: destination, conversation } = choice
  const decided = await t.run(insertReply({ ...reply, destination, conversation }))
  // Done again, it says nothing a second time, whatever became of the first.
  if (decided === 0) return
  const place = await findOutsidePlace(t, conversation)
  if (place === undefined) return
  const said = writeReply(turnId, outcome)
  if (said === undefined) return
  const session = await deps.sessions.see(t, { kind: 'system' }, sessionId)
  const persona = choosePersona(deps, place, nameSpeaker(session, binding))
  const message = { kind: 'message', sessionId, place, persona, ...said } as const
  if (said.isNotice) await deps.deliveries.enqueue(t, message)
  else await sayForTurn(deps.deliveries, t, turnId, message)
}

export interface DecidedReply {
  choice: DestinationChoice
  /** The place where the answer is told, as its own or as what its run came to. */
  toldAt: string | null
  /** Of that place, if it is bound to the session. */
  binding: Binding | undefined
}

export async function decideReply(
  deps: RoutingRoom,
  r: Reader,
  turn: Pick<Turn, 'sessionId' | 'conversation' | 'endsRun'>,
): Promise<DecidedReply> {
  const bindings = await deps.bindings.listBySession(r, turn.sessionId)
  const run = await deps.sessions.readSpawn(r, turn.sessionId)
  const asked = placeAsked(turn, bindings)
  const askedIn = asked === null ? undefined : placeOfName(asked)
  const isClosed = askedIn !== undefined && !(await isOpenTo(deps, r, askedIn, [turn.sessionId]))
  const askedAt = isClosed ? null : asked
  const bound = chooseBinding(bindings.filter(isActive), run?.origin ?? '')
  const told = turn.endsRun && run?.boundId != null ? await deps.bindings.read(r, run.boundId) : undefined
  const choice = chooseDestination({
    askedAt,
    isClosed,
    bound: nameOf(bound),
    isBoundThere: bindings.some((one) => nameOf(one) === askedAt),
    completionAt: nameOf(told),
  })
  const chosen = 'conversation' in choice ? choice.conversation : null
  const toldAt = choice.kind === 'completion' ? nameOf(told) : chosen
  return { choice, toldAt, binding: bindings.find((one) => nameOf(one) === chosen) }
}

/** The page of a session that is bound elsewhere is no place: whoever writes there reads the timeline anyway. */
function placeAsked(
  { sessionId, conversation }: Pick<Turn, 'sessionId' | 'conversation'>,
  bindings: readonly Binding[],
): string | null {
  const ownPage = placeName({ channel: 'web', accountId: webAccount, conversationId: sessionId })
  const isBoundOutside = bindings.some((one) => isActive(one) && one.conversation.channel !== 'web')
  return conversation === ownPage && isBoundOutside ? null : conversation || null
}

const isActive = ({ status }: Binding) => status === 'active'

function nameOf(binding: Binding | undefined): string | null {
  return binding === undefined ? null : placeName(binding.conversation)
}

/** Undefined where there is nothing to say: an empty answer, or a turn that somebody stopped and knows of. */
function writeReply(
  turnId: TurnId,
  outcome: TurnOutcome,
): Pick<NewMessage, 'cause' | 'text' | 'eventId' | 'attachments' | 'isNotice'> | undefined {
  switch (outcome.kind) {
    case 'answer': {
      const { eventId, text, attachments } = outcome
      // A word between agents and Heddle, and none for people (SUB9).
      if (isSkip(text)) return undefined
      return { cause: replyCause(turnId), text, eventId, attachments }
    }
    case 'failure':
      return { cause: failureCause(turnId), text: writeFailure(outcome.message), isNotice: true }
    case 'nothing':
      return undefined
    default:
      return unreachable(outcome)
  }
}

function failureCause(turnId: TurnId): string {
  return `turn-failed:${turnId}`
}

function writeFailure(message: string): string {
  const why = message.trim() === '' ? '' : `: ${message.trim()}`
  return `⚙️ This could not be answered${why}\nWrite again to have it tried once more.`
}
