// What each entry of the log does to the view. An unknown kind becomes a row like any other, so that nothing that
// happened is missing; the page shows it folded.

import { type EventJson, type QueuedJson, turnOutcomes, type WholeSessionJson } from '@heddle/contract'
import { attachmentsIn } from './attachments-in.ts'
import { numberIn, stringIn, withoutText } from './apply-text.ts'
import { cancelRow, editRow, redactedBy, redactRow } from './change-rows.ts'
import {
  type Ask,
  asRow,
  findRow,
  isLogOnly,
  type LiveText,
  placeRow,
  type SessionView,
  type Step,
} from './session-view.ts'

export function applyEvent(before: SessionView, event: EventJson): Step {
  const view = { ...before, seq: event.seq }
  if (event.place !== event.seq) return completeText(view, event)
  const next = isLogOnly(event.kind) && event.kind !== 'text.started' ? view : addRow(view, event)
  return { view: changeAround(next, event), asks: asksOf(view, event) }
}

function addRow(view: SessionView, event: EventJson): SessionView {
  return { ...view, rows: placeRow(view.rows, asRow(event)) }
}

/** The row keeps the id and the place under which it was begun; everything else is as it was completed. */
function completeText(view: SessionView, event: EventJson): Step {
  const begun = view.rows[findRow(view.rows, event.place)]
  // Begun before the first row that is held: it comes complete with its page.
  if (begun === undefined || begun.place !== event.place) return { view, asks: [] }
  const texts = withoutText(view, begun.eventId)
  if (begun.redacted) return { view: { ...view, texts }, asks: [] }
  const live = view.texts.get(begun.eventId)
  // A long text comes cut; what was seen already must not disappear until the whole of it is here.
  const isShorter = event.truncated === true && live !== undefined
  const payload = isShorter ? { ...event.payload, text: joinEnd(event, live) } : event.payload
  const row = { ...event, eventId: begun.eventId, seq: begun.seq, createdAt: begun.createdAt, payload }
  return {
    view: { ...view, texts, rows: placeRow(view.rows, row) },
    asks: isShorter ? [{ kind: 'text', eventId: begun.eventId }] : [],
  }
}

/** The beginning that came, and as much of what was seen live as reaches behind it. */
function joinEnd(event: EventJson, live: LiveText): string {
  const front = stringIn(event, 'text') ?? ''
  const isSameAttempt = (numberIn(event, 'attempt') ?? live.attempt) === live.attempt
  if (!isSameAttempt || live.offset > front.length) return front
  return front + live.text.slice(front.length - live.offset)
}

function changeAround(view: SessionView, event: EventJson): SessionView {
  switch (event.kind) {
    case 'message.user':
      return { ...view, queue: enqueue(view.queue, event) }
    case 'turn.started':
      return { ...dequeue(view, event), session: turned(view.session, event.turnId ?? null) }
    case 'message.taken':
      return dequeue(view, event)
    case 'turn.finished':
    case 'turn.failed':
      return { ...view, session: turned(ended(view.session, event), null) }
    case 'approval.asked':
      return { ...view, session: asked(view.session, 1) }
    case 'approval.decided':
      return { ...view, session: asked(view.session, -1) }
    case 'message.edited':
      return editMessage(view, event)
    case 'message.cancelled':
      return cancelMessage(view, event)
    case 'queue.reordered':
      return { ...view, queue: inOrder(view.queue, idsIn(event)) }
    case 'event.redacted':
      return redact(view, event)
    default:
      return view
  }
}

function asksOf(view: SessionView, event: EventJson): Ask[] {
  if (event.kind === 'session.changed') return [{ kind: 'session' }]
  // The first message gives a session its title, which goes with it; the end of a turn gives the usage.
  const isTitled = event.kind === 'message.user' && view.session?.title === ''
  const changes = isTitled || event.kind === 'turn.finished' || event.kind === 'event.redacted'
  return changes ? [{ kind: 'session' }] : []
}

function enqueue(queue: readonly QueuedJson[], event: EventJson): readonly QueuedJson[] {
  const { mode } = event.payload
  if (mode !== 'queue' && mode !== 'steer') return queue
  if (queue.some((item) => item.messageId === event.eventId)) return queue
  const item: QueuedJson = {
    messageId: event.eventId,
    seq: event.seq,
    position: queue.length,
    mode,
    author: { id: event.actor.id, name: event.actor.name },
    text: stringIn(event, 'text') ?? '',
    attachments: attachmentsIn(event),
    ...(event.truncated && { truncated: true }),
    createdAt: event.createdAt,
  }
  return numbered([...queue, item])
}

function dequeue(view: SessionView, event: EventJson): SessionView {
  const taken = new Set(idsIn(event))
  return { ...view, queue: numbered(view.queue.filter((item) => !taken.has(item.messageId))) }
}

function inOrder(queue: readonly QueuedJson[], ids: readonly string[]): readonly QueuedJson[] {
  const rank = (item: QueuedJson) => {
    const at = ids.indexOf(item.messageId)
    return at === -1 ? ids.length : at
  }
  return numbered(queue.toSorted((a, b) => rank(a) - rank(b)))
}

function numbered(queue: readonly QueuedJson[]): readonly QueuedJson[] {
  return queue.map((item, position) => (item.position === position ? item : { ...item, position }))
}

function editMessage(view: SessionView, event: EventJson): SessionView {
  const id = stringIn(event, 'messageId')
  const text = stringIn(event, 'text') ?? ''
  const mark = event.truncated ? { truncated: true } : {}
  return {
    ...view,
    rows: editRow(view.rows, event),
    queue: view.queue.map((item) => (item.messageId === id ? { ...unmarked(item), ...mark, text } : item)),
  }
}

/** The messages that wait, as they were read; only what came cut is exchanged, and only for a longer form of itself. */
export function applyQueue(view: SessionView, read: readonly QueuedJson[]): SessionView {
  const texts = new Map(read.map((item) => [item.messageId, item.text]))
  const queue = view.queue.map((item) => {
    const text = texts.get(item.messageId)
    // A character that was cut in two stands at the end as another one.
    if (!item.truncated || !text?.startsWith(item.text.slice(0, -1))) return item
    return { ...unmarked(item), text }
  })
  return { ...view, queue }
}

function unmarked<T extends { truncated?: boolean | undefined }>(cut: T): Omit<T, 'truncated'> {
  const { truncated: _, ...rest } = cut
  return rest
}

function cancelMessage(view: SessionView, event: EventJson): SessionView {
  const id = stringIn(event, 'messageId')
  return {
    ...view,
    rows: cancelRow(view.rows, event),
    queue: numbered(view.queue.filter((item) => item.messageId !== id)),
  }
}

function redact(view: SessionView, event: EventJson): SessionView {
  const target = view.rows.find(redactedBy(event))
  const texts = target ? withoutText(view, target.eventId) : view.texts
  const redacted = new Set(view.redacted).add(stringIn(event, 'targetId') ?? '')
  return { ...view, rows: redactRow(view.rows, event), texts, redacted }
}

function ended(session: WholeSessionJson | null, event: EventJson): WholeSessionJson | null {
  if (session === null) return null
  const outcome = event.kind === 'turn.failed' ? 'failed' : event.payload.outcome
  const lastOutcome = turnOutcomes.find((known) => known === outcome) ?? session.lastOutcome
  return { ...session, lastOutcome }
}

function turned(session: WholeSessionJson | null, turnId: string | null): WholeSessionJson | null {
  if (session === null || session.state === 'archived') return session
  // A sub-agent whose task is over can still be talked to.
  if (session.state === 'over' && session.kind !== 'subagent') return session
  return { ...session, turnId, state: turnId === null ? 'idle' : 'running' }
}

/** Whatever waited for somebody's word is settled when its turn ends, by an entry of its own. */
function asked(session: WholeSessionJson | null, by: 1 | -1): WholeSessionJson | null {
  return session && { ...session, openApprovals: Math.max(0, session.openApprovals + by) }
}

function idsIn(event: EventJson): string[] {
  const { messages } = event.payload
  return Array.isArray(messages) ? messages.filter((id) => typeof id === 'string') : []
}
