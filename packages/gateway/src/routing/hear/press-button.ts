// A button was pressed in an outside place. Whoever presses passes the same judgement as whoever writes there, and the
// same gate as the command or the page that does the same (BND4).

import { limits, type Refusal, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { pressNoticeButton } from '../bindings/notice-buttons.ts'
import type { InboundPress, PressAnswer } from '../ports.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectArrival, selectConversation } from '../routing-store.ts'
import { noteArrival } from './note-arrival.ts'
import { actorOf, heardBy, recogniseSpeaker } from './recognise-speaker.ts'

/** Undefined for whoever may not speak there at all. */
export async function pressButton(
  deps: RoutingRoom,
  t: Tx,
  press: InboundPress,
): Promise<PressAnswer | undefined> {
  const { conversation, author, eventId, token } = press
  if (author.isOwn) return undefined
  const earlier = await t.one(selectArrival({ ...conversation, eventId }))
  // Written below.
  if (earlier) return earlier.answer === null ? undefined : (JSON.parse(earlier.answer) as CommandAnswer).text
  // Programs press nothing: they are heard only where they call us by name.
  const recognised = await recogniseSpeaker(deps, t, press, author, false)
  if (recognised.kind === 'refused') return undefined
  const actor = await heardHere(deps, t, press, await actorOf(deps, t, recognised.speaker))
  const answer =
    (await pressApproval(deps, t, actor, press)) ?? (await pressNoticeButton(deps, t, actor, token))
  if (answer === undefined) throw refused('bad_input', { message: 'This button means nothing any more.' })
  // A question changes nothing; what comes back counts by itself.
  if (typeof answer !== 'string') return answer
  await noteArrival(t, press, { reason: 'pressed', answer: { ok: true, text: answer } })
  return answer
}

/** After its transaction was undone: a "no" stays one when the platform tells of the same press again. */
export async function refusePress(t: Tx, press: InboundPress, { code, message }: Refusal): Promise<string> {
  const earlier = await t.one(selectArrival({ ...press.conversation, eventId: press.eventId }))
  if (!earlier) await noteArrival(t, press, { reason: code, answer: { ok: false, text: message } })
  return message
}

/** By what is bound there, or by the place's own session. */
async function heardHere(
  deps: RoutingRoom,
  t: Tx,
  { conversation }: InboundPress,
  actor: Actor,
): Promise<Actor> {
  const binding = await deps.bindings.resolveByConversation(t, conversation)
  const sessionId = binding?.sessionId ?? (await t.one(selectConversation(conversation)))?.session_id
  return sessionId === undefined ? actor : heardBy(actor, sessionId)
}

const decisions = { once: 'Allowed once.', session: 'Allowed for this session.', deny: 'Denied.' } as const
const approvalForm = /^approve:([^:]+):(once|session|deny|note)$/

/** Undefined for a button of something else. */
async function pressApproval(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  { token, words }: InboundPress,
): Promise<PressAnswer | undefined> {
  const [, id, word] = approvalForm.exec(token) ?? []
  if (id === undefined || word === undefined) return undefined
  if (word === 'note') return denyWithNote(deps, t, actor, id, words)
  // One of the three, or it would not have the form.
  const decision = word as keyof typeof decisions
  await deps.sessions.decideApproval(t, actor, id, { decision })
  return decisions[decision]
}

/** Whose word would not count is told so before they write it; whether it counts is decided when it comes. */
async function denyWithNote(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  id: string,
  words: string | undefined,
): Promise<PressAnswer> {
  const charsMax = limits.approvalNoteCharsMax
  if (words === undefined) {
    const { tool } = await deps.sessions.demandDecidable(t, actor, id)
    return { title: `Deny ${tool}`, about: 'Note: the agent reads it', charsMax }
  }
  const note = words.trim()
  if (note.length > charsMax) {
    throw refused('bad_input', { message: `A note has ${charsMax} characters at most.` })
  }
  await deps.sessions.decideApproval(t, actor, id, { decision: 'deny', note })
  return note === '' ? decisions.deny : 'Denied, with your note.'
}
