// The door behind every channel's door: each message comes in once, by the id its platform knows it by; who hears it is
// chosen, and it is admitted there, all in one transaction.

import {
  type ConversationRef,
  parseCommand,
  personalAgentOf,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import { chooseSession, type SessionChoice } from './choose-session.ts'
import { answerText, isAboutPlace } from './commands/run-command.ts'
import { composerPlace } from './composer-focus.ts'
import { boundPage, followFocus, type Heard } from './follow-focus.ts'
import { locateSession } from './locate-session.ts'
import { nameAnswerPlace } from './name-place.ts'
import { openPlace } from './open-places.ts'
import type { Arrived, CommandAnswer, InboundMessage } from './routing.ts'
import { defaultAgentId, type RoutingRoom } from './routing-deps.ts'
import { insertArrival, selectArrival, selectConversation } from './routing-store.ts'
import type { ArrivalRow } from './routing-tables.ts'

export async function arrive(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  message: InboundMessage,
): Promise<Arrived> {
  const named = message.sessionId && (await locateSession(deps, t, actor, message.sessionId))
  const where = arrivalPlace(message, named || undefined)
  const earlier = await t.one(selectArrival({ ...where, eventId: message.eventId }))
  if (earlier) return repeat(deps, earlier, message)
  const choice = await choose(deps, t, actor, message, named || undefined)
  if (choice.kind === 'ignore') {
    await note(t, where, message, new Uint8Array(), { reason: choice.reason })
    return { kind: 'ignored', reason: choice.reason, deduped: false }
  }
  const page = await sessionOf(deps, t, actor, message, choice)
  const heard = await followFocus(deps, t, actor, message, page)
  const fingerprint = deps.fingerprint(contentOf(message))
  const { kept, ...received } = await take(deps, t, actor, message, page, heard)
  const reason = heard.focus === undefined ? choice.reason : 'bound'
  await note(t, where, message, fingerprint, { reason, received: { ...received, kept } })
  return { kind: 'received', deduped: false, ...received }
}

interface Taken {
  sessionId: SessionId
  eventId: NonNullable<ArrivalRow['message_id']>
  seq: number
  turnId: Extract<Arrived, { kind: 'received' }>['turnId']
  command?: CommandAnswer
  /** What stays of its answer. */
  kept?: CommandAnswer | undefined
}

/** A text that is a command is carried out here, where a message would have been heard (CMD10). */
async function take(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  message: InboundMessage,
  page: WholeSession,
  { session, focus }: Heard,
): Promise<Taken> {
  const { text, mode, eventId } = message
  const parsed = mode === 'note' ? ({ kind: 'text' } as const) : parseCommand(text)
  if (parsed.kind === 'text') {
    const bound = focus ?? (await boundPage(deps, t, message, session))
    if (bound) await deps.bindings.touch(t, bound.id)
    return deps.sessions.admit(t, actor, {
      sessionId: session.id,
      text,
      mode,
      channel: message.conversation.channel,
      conversation: nameAnswerPlace(message.conversation, session),
      clientMessageId: eventId,
      attachments: message.attachments,
    })
  }
  if (message.attachments !== undefined && message.attachments.length > 0) {
    throw refused('bad_input', {
      message: 'A command takes no files. Send them with a message of their own.',
      issues: [{ field: 'attachments', message: 'cannot go with a command' }],
    })
  }
  const {
    answer,
    kept = answer,
    said,
  } = await answerText(deps, t, actor, session, parsed, {
    conversation: composerPlace(message.conversation, page),
    kind: message.kind ?? 'web',
  })
  // What is focused is a matter of the page; there it is on record, whatever becomes of the other.
  const { id: sessionId } = isAboutPlace(parsed) ? page : session
  const event =
    said ?? (await deps.sessions.notice(t, actor, sessionId, { text: kept.text, code: 'command' }))
  const { eventId: id, seq } = event
  return { sessionId, eventId: id, seq, turnId: null, command: answer, kept }
}

async function choose(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  message: InboundMessage,
  named: WholeSession | undefined,
): Promise<SessionChoice> {
  const { conversation, kind = 'web', isAddressed = kind === 'web' } = message
  const place = named === undefined ? await t.one(selectConversation(conversation)) : undefined
  return chooseSession({
    kind,
    isAddressed,
    needsAddress: true,
    named: named?.id,
    current: place && (await unlessArchived(deps, t, actor, place.session_id)),
    agentId: place?.agent_id ?? defaultAgentId,
  })
}

/** A place whose session was archived begins a new one. */
async function unlessArchived(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  id: SessionId,
): Promise<SessionId | undefined> {
  return (await deps.sessions.see(t, actor, id)).state === 'archived' ? undefined : id
}

async function sessionOf(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  message: InboundMessage,
  choice: Exclude<SessionChoice, { kind: 'ignore' }>,
): Promise<WholeSession> {
  if ('sessionId' in choice) return deps.sessions.see(t, actor, choice.sessionId)
  return openPlace(deps, t, actor, message.conversation, message.kind ?? 'web', choice.agentId)
}

/** A personal key names another session after `/new`; a message that is repeated must still find itself. */
function arrivalPlace(message: InboundMessage, named: WholeSession | undefined): ConversationRef {
  if (named === undefined || message.sessionId === undefined) return message.conversation
  const conversationId = personalAgentOf(message.sessionId) === undefined ? named.id : named.key
  return { ...message.conversation, conversationId }
}

function repeat(deps: RoutingRoom, earlier: ArrivalRow, message: InboundMessage): Arrived {
  const { session_id: sessionId, message_id: eventId, message_seq: seq } = earlier
  if (sessionId === null || eventId === null || seq === null) {
    return { kind: 'ignored', reason: earlier.reason, deduped: true }
  }
  // Nothing to compare with any more once the text was redacted.
  const isSame =
    earlier.fingerprint.length === 0 || areEqual(earlier.fingerprint, deps.fingerprint(contentOf(message)))
  if (!isSame) {
    throw refused('message_conflict', {
      issues: [{ field: 'clientMessageId', message: 'was used before with another text or other files' }],
    })
  }
  // Written by this file, from an answer.
  const command = earlier.answer === null ? {} : { command: JSON.parse(earlier.answer) as CommandAnswer }
  return { kind: 'received', sessionId, eventId, seq, turnId: null, deduped: true, ...command }
}

/** What must be the same again: the text, and which files. */
function contentOf({ text, attachments = [] }: InboundMessage): string {
  return attachments.length === 0 ? text : `${text}\u0000${attachments.join(' ')}`
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

async function note(
  t: Tx,
  where: ConversationRef,
  message: InboundMessage,
  fingerprint: Uint8Array,
  came: { reason: string; received?: Taken },
): Promise<void> {
  const { received } = came
  await t.run(
    insertArrival({
      channel: where.channel,
      account_id: where.accountId,
      conversation_id: where.conversationId,
      event_id: message.eventId,
      fingerprint,
      session_id: received?.sessionId ?? null,
      message_id: received?.eventId ?? null,
      message_seq: received?.seq ?? null,
      reason: came.reason,
      answer: received?.kept === undefined ? null : JSON.stringify(received.kept),
      created_at: t.now,
    }),
  )
}
