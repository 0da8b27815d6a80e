// A word of Heddle's own, in the place where something came in: the answer to a command, a "no", what was left out. Once
// for each arrival and what it is about.

import { type ConversationRef, placeName } from '@heddle/contract'
import type { Persona } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import type { Binding } from '../bindings/bindings.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import { nameSpeaker } from '../outcomes/name-speaker.ts'
import type { InboundEvent } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'

type Came = Pick<InboundEvent, 'conversation' | 'eventId'>

export interface Word {
  arrival: Came
  /** In whose name; absent: the account's own agent. */
  session?: Pick<WholeSession, 'id' | 'agentId' | 'kind' | 'title'> | undefined
  binding?: Binding | undefined
  what: 'answer' | 'files'
  text: string
  /** It is for whoever asked, and stands in no list that belongs to the session. */
  isPersonal?: boolean
  /** Nobody else may read it, here either, and it is of no use after that. */
  secretUntil?: number | undefined
  /** Ids of what it repeats, which may be redacted later (SES6). */
  quotes?: readonly string[] | undefined
}

export async function sayInPlace(deps: RoutingRoom, t: Tx, word: Word): Promise<void> {
  const { session, arrival } = word
  await deps.deliveries.enqueue(t, {
    kind: 'message',
    cause: causeOf(word.what, arrival),
    ...(session && !word.isPersonal && { sessionId: session.id }),
    place: arrival.conversation,
    text: write(word.text),
    persona: personaOf(deps, arrival.conversation, word),
    isNotice: true,
    ...(word.secretUntil !== undefined && { isSecret: true, expiresAt: word.secretUntil }),
    quotes: word.quotes,
  })
}

/** What was said there has come to more since. */
export async function changeInPlace(deps: RoutingRoom, t: Tx, word: Word): Promise<void> {
  const { session, arrival } = word
  const target = causeOf(word.what, arrival)
  const said = await deps.deliveries.readByCause(t, target)
  // Redacted meanwhile: the rest would repeat what it said.
  if (said.every(({ text }) => text === '')) return
  await deps.deliveries.enqueue(t, {
    kind: 'edit',
    cause: `${target}:confirmed`,
    target,
    ...(session && { sessionId: session.id }),
    place: arrival.conversation,
    text: write(word.text),
    persona: personaOf(deps, arrival.conversation, word),
    isNotice: true,
  })
}

function causeOf(what: Word['what'], { conversation, eventId }: Came): string {
  return `${what}:${placeName(conversation)}:${eventId}`
}

/** Recognised by its recorded id alone; the sign is for people (BND5). */
function write(text: string): string {
  return `⚙️ ${text}`
}

function personaOf(deps: RoutingRoom, place: ConversationRef, { session, binding }: Word): Persona {
  if (session) return choosePersona(deps, place, nameSpeaker(session, binding))
  const agentId = deps.placeRules.account(place.channel, place.accountId)?.agentId ?? 'main'
  return choosePersona(deps, place, { agentId, label: null })
}
