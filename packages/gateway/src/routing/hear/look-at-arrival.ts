// What is to become of something that came in: is it ours, was it here before, may whoever wrote it speak, who hears it?
// Reads only, so that it can be asked before anything slow is done for it.

import { type ParsedText, parseCommand, personalAgentOf } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Binding } from '../bindings/bindings.ts'
import { chooseSession, type SessionChoice } from '../choose-session.ts'
import type { InboundEvent } from '../ports.ts'
import { isOpenTo } from '../is-open-to.ts'
import { isToBeRevived } from '../revival/revive.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectArrival, selectConversation } from '../routing-store.ts'
import type { ArrivalRow } from '../routing-tables.ts'
import { selectMark } from './hear-store.ts'
import type { PlaceSettings } from './judge-speaker.ts'
import { recogniseSpeaker, type Speaker } from './recognise-speaker.ts'

/** As far as its files do not matter. */
export type Written = Pick<
  InboundEvent,
  'conversation' | 'kind' | 'serverId' | 'eventId' | 'author' | 'text' | 'isAddressed' | 'writtenAt'
>

export type Look =
  /** It leaves nothing behind. */
  | { kind: 'dropped'; reason: string }
  | { kind: 'repeated'; arrival: ArrivalRow }
  /** Nothing stays of it but that it came (CNV3). */
  | { kind: 'unheard'; reason: string; speaker: Speaker }
  | { kind: 'heard'; hearing: Hearing }

export interface Hearing {
  speaker: Speaker
  settings: PlaceSettings
  choice: Exclude<SessionChoice, { kind: 'ignore' }>
  binding: Binding | undefined
  parsed: ParsedText
}

export async function lookAtArrival(deps: RoutingRoom, r: Reader, event: Written): Promise<Look> {
  const { conversation, author, eventId } = event
  if (author.isOwn || (await deps.deliveries.isOwn(r, conversation, eventId))) {
    return { kind: 'dropped', reason: 'own' }
  }
  const arrival = await r.one(selectArrival({ ...conversation, eventId }))
  if (arrival) return { kind: 'repeated', arrival }
  const mark = author.isBot ? await r.one(selectMark(conversation)) : undefined
  return lookAtSpeaker(deps, r, event, mark?.bot_turns)
}

/** The same for what came through the door before: what holds now counts, and it is not counted again. */
export async function lookAtSpeaker(
  deps: RoutingRoom,
  r: Reader,
  event: Written,
  botTurns = 0,
): Promise<Exclude<Look, { kind: 'repeated' }>> {
  const { conversation, kind, isAddressed, author } = event
  const recognised = await recogniseSpeaker(deps, r, event, author, isAddressed || kind === 'dm', botTurns)
  if (recognised.kind === 'refused') return { kind: 'dropped', reason: recognised.reason }
  const { speaker, settings } = recognised
  const parsed = parseCommand(event.text)
  const binding = await findBinding(deps, r, event)
  const choice = chooseSession({
    kind,
    isAddressed,
    needsAddress: settings.requireMention,
    named: undefined,
    bound: binding && {
      sessionId: binding.sessionId,
      // A command is about what is there; only something said goes on with what is over.
      isToBeRevived: parsed.kind === 'text' && (await isToBeRevived(deps, r, binding)),
    },
    isPersonal: kind === 'dm' && speaker.member !== undefined,
    current: await findCurrent(deps, r, conversation, settings.agentId),
    agentId: settings.agentId,
  })
  if (choice.kind === 'ignore') return { kind: 'unheard', reason: choice.reason, speaker }
  return { kind: 'heard', hearing: { speaker, settings, choice, binding, parsed } }
}

/** Where bindings are off, everything is as if there were none (BND11). */
async function findBinding(
  deps: RoutingRoom,
  r: Reader,
  { conversation }: Pick<Written, 'conversation'>,
): Promise<Binding | undefined> {
  const { channel, accountId } = conversation
  if (!deps.placeRules.threadBindings(channel, accountId).enabled) return undefined
  return deps.bindings.resolveByConversation(r, conversation)
}

/**
 * The session of the place, unless it was put away or the place is another agent's by now. A member's own talk, which went
 * on here as long as the account was theirs, is nobody else's.
 */
async function findCurrent(
  deps: RoutingRoom,
  r: Reader,
  conversation: Written['conversation'],
  agentId: string,
) {
  const place = await r.one(selectConversation(conversation))
  if (!place) return undefined
  const session = await deps.sessions.see(r, { kind: 'system' }, place.session_id)
  if (personalAgentOf(session.key) !== undefined) return undefined
  if (place.kind === 'dm' && !(await isOpenTo(deps, r, conversation, [session.id]))) return undefined
  const isCurrent = session.state !== 'archived' && session.agentId.toLowerCase() === agentId.toLowerCase()
  return isCurrent ? session.id : undefined
}
