// Events and sessions as they travel: over HTTP, on the live socket and to the command line. An event whose payload is
// large travels cut, marked, and is read whole by its id.

import {
  type CollaborationFlags,
  type EventJson,
  type FocusJson,
  limits,
  type ListedSessionJson,
  type QueuedJson,
  type SessionJson,
  talkKinds,
  type WholeSessionJson,
} from '@heddle/contract'
import type { Binding } from '../../routing/bindings/bindings.ts'
import type {
  ListedSession,
  LogEvent,
  QueuedMessage,
  Session,
  WholeSession,
} from '../../sessions/sessions.ts'

export function eventJson(event: LogEvent): EventJson {
  const { seq, eventId, kind, place, actor, payload } = event
  return {
    seq,
    eventId,
    kind,
    place,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    ...(event.causedBy !== null && { causedBy: event.causedBy }),
    ...(event.turnId !== null && { turnId: event.turnId }),
    createdAt: iso(event.createdAt),
    ...(event.isRedacted && { redacted: true }),
    payload,
  }
}

export function cutEventJson(event: LogEvent): EventJson {
  const json = eventJson(event)
  const payload = cutPayload(event.payload, limits.eventPayloadInlineBytesMax)
  return payload === event.payload ? json : { ...json, truncated: true, payload }
}

/**
 * What was turned off is absent, also of before: an entry about a discussion says nothing, or names nobody. Its number
 * stays, because a log has no holes.
 */
export function withoutOff(event: EventJson, { threads, mentions }: CollaborationFlags): EventJson {
  if (!isTalk(event.kind) || (threads && mentions)) return event
  if (!threads) return { ...event, payload: {} }
  const { reply } = event.payload
  if (typeof reply !== 'object' || reply === null) return event
  return { ...event, payload: { ...event.payload, reply: { ...reply, mentions: [] } } }
}

export function isTalk(kind: string): boolean {
  return talkKinds.some((talk) => talk === kind)
}

/** The same object when it fits. The longest text in it gives way, also one level down; what is not text stays. */
export function cutPayload(payload: Record<string, unknown>, bytesMax: number): Record<string, unknown> {
  // A character is at most three bytes, and six when JSON has to escape it; most payloads are far below either.
  const texts = textsIn(payload)
  const chars = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (chars * 6 <= bytesMax) return payload
  if (Buffer.byteLength(JSON.stringify(payload)) <= bytesMax) return payload
  const [longest] = texts.toSorted((a, b) => b.text.length - a.text.length)
  if (longest === undefined) return payload
  const rest = Buffer.byteLength(JSON.stringify(longest.replacedBy('')))
  return longest.replacedBy(cutText(longest.text, Math.max(0, bytesMax - rest)))
}

interface TextIn {
  text: string
  /** The payload with another text in its place. */
  replacedBy(text: string): Record<string, unknown>
}

function textsIn(payload: Record<string, unknown>): TextIn[] {
  return Object.entries(payload).flatMap(([name, value]): TextIn[] => {
    if (typeof value === 'string') {
      return [{ text: value, replacedBy: (text) => ({ ...payload, [name]: text }) }]
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).flatMap(([inner, text]): TextIn[] => {
      if (typeof text !== 'string') return []
      return [{ text, replacedBy: (other) => ({ ...payload, [name]: { ...value, [inner]: other } }) }]
    })
  })
}

/** The longest beginning whose JSON has no more than that many bytes and that ends between two characters. */
function cutText(text: string, bytesMax: number): string {
  let low = 0
  let high = Math.min(text.length, bytesMax)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Buffer.byteLength(JSON.stringify(text.slice(0, middle))) <= bytesMax) low = middle
    else high = middle - 1
  }
  const last = text.charCodeAt(low - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? low - 1 : low)
}

export function sessionJson(session: Session): SessionJson {
  const { id, key, agentId, kind, parentId, depth, title, state, visibility, createdBy } = session
  const { version, seq, turnId, queued, successorId, continuesId, usage, model, lastOutcome, forkedFrom } =
    session
  return {
    id,
    key,
    agentId,
    kind,
    parentId,
    depth,
    title,
    state,
    visibility,
    createdBy,
    createdAt: iso(session.createdAt),
    updatedAt: iso(session.updatedAt),
    activeAt: iso(session.activeAt),
    version,
    seq,
    turnId,
    queued,
    openApprovals: session.openApprovals,
    usage: {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cachedTokens: usage.cachedTokens,
      costMicros: usage.costMicros,
    },
    model,
    lastOutcome,
    forkedFrom: forkedFrom && { sessionId: forkedFrom.sessionId, eventId: forkedFrom.eventId },
    successorId,
    continuesId,
  }
}

export function listedSessionJson(session: ListedSession): ListedSessionJson {
  const { unread, readSeq, approvalsBelow, activeBelow } = session
  return { ...sessionJson(session), unread, readSeq, approvalsBelow, activeBelow }
}

export function wholeSessionJson(session: WholeSession): WholeSessionJson {
  const participants = session.participants.map(({ id, handle, name }) => ({ id, handle, name }))
  return { ...sessionJson(session), participants }
}

/** For one reader: with what they have focused on its page. */
export function ownSessionJson(session: WholeSession, focus: Binding | undefined): WholeSessionJson {
  return { ...wholeSessionJson(session), focus: focus === undefined ? null : focusJson(focus) }
}

function focusJson({ id: bindingId, sessionId, label, agentId, status, expiresAt }: Binding): FocusJson {
  return {
    bindingId,
    sessionId,
    label,
    agentId,
    status: status === 'ending' ? 'ending' : 'active',
    ...(expiresAt !== null && { expiresAt: iso(expiresAt) }),
  }
}

export function queuedJson(message: QueuedMessage): QueuedJson {
  const { messageId, seq, position, mode, author, text, attachments } = message
  return {
    messageId,
    seq,
    position,
    mode,
    author: { id: author.id, name: author.name },
    text,
    attachments,
    createdAt: iso(message.createdAt),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
