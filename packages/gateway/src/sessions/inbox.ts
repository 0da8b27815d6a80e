// What waits in a session: taking messages in, and changing, moving, cancelling what no turn has taken yet.

import { type EventId, limits, refused, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { attend } from './attendance-store.ts'
import { chooseMessageTitle, foldTitle } from './choose-title.ts'
import { eventActor } from './event-actor.ts'
import { selectEventAt, updatePayload } from './event-store.ts'
import { attachmentOf, findAttachments, linkFiles } from './files/attach-files.ts'
import { deleteWaiting, insertWaiting, selectOneWaiting, selectWaiting, setPosition } from './inbox-store.ts'
import { append, attachmentsIn, type NewEvent, payloadOf } from './log.ts'
import { insertQuotes } from './quote-store.ts'
import { assertOpen, loadFor, loadSeen, partOf, permitOn, resourceOf, type SeenSession } from './session.ts'
import { changeQueued, noteAdmitted, touchParticipants, updateSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { Admission, Admitted, Inbox, QueuedMessage } from './sessions.ts'
import type { EventRow, InboxRow, SessionRow } from './sessions-tables.ts'
import { cancelWaiting } from './stop-session.ts'
import { below } from './subagents/origin.ts'
import { settleRun } from './subagents/settle-run.ts'
import { stopTree } from './subagents/stop-tree.ts'
import { endChildrenWait, selectTurn } from './turns/turn-store.ts'

export function createInbox(deps: RoomDeps): Omit<Inbox, 'retry' | 'reattribute'> {
  const { people } = deps

  async function admit(t: Tx, actor: Actor, admission: Admission): Promise<Admitted> {
    const { mode, text, quote, threadId, replyId, place } = admission
    const row = await permitOn(t, people, actor, admission.sessionId, 'session.write')
    await assertOpen(t, row)
    if (mode !== 'note' && row.queued >= limits.queuedMessagesMax) {
      throw refused('limit_reached', {
        message: `${limits.queuedMessagesMax} messages wait here already. Cancel some, or wait for the agent.`,
      })
    }
    const files = await findAttachments(people, t, actor, row, admission.attachments ?? [])
    const payload = {
      text,
      handle: actor.kind === 'person' ? actor.handle : null,
      mode,
      channel: admission.channel,
      ...(place !== undefined && { place }),
      ...(admission.clientMessageId !== undefined && { clientMessageId: admission.clientMessageId }),
      ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
      ...(quote !== undefined && {
        quote: { name: quote.name, text: quote.text, ...(quote.of !== undefined && { of: quote.of }) },
      }),
      ...(threadId !== undefined && { threadId }),
      ...(replyId !== undefined && { replyId }),
    }
    const [event] = await append(deps, t, row.id, [
      { kind: 'message.user', actor: eventActor(actor), payload },
    ])
    if (!event) throw new Error('a message was not appended')
    await linkFiles(t, row.id, event.eventId, files)
    if (quote?.of !== undefined) await insertQuotes(t, event.eventId, [quote.of])
    const title = row.title_from === 'none' && mode !== 'note' ? chooseMessageTitle(payload) : ''
    await t.run(
      noteAdmitted({
        id: row.id,
        queued: mode === 'note' ? 0 : 1,
        title: title === '' ? row.title : title,
        titleFrom: title === '' ? row.title_from : 'first_message',
        searchText: title === '' ? row.search_text : foldTitle(title),
        seq: event.seq,
        author: event.actor.id,
        now: t.now,
      }),
    )
    await t.run(touchParticipants({ id: row.id, now: t.now }))
    // Whoever is no member is nobody whose word sets off what may leave the place (AGT9).
    const isForeign = actor.kind === 'guest' || quote?.isForeign === true
    if (isForeign && mode !== 'note' && row.is_tainted === 0)
      await updateSession(t, row.id, { is_tainted: 1 })
    // In a private one all who write are listed, and take part already; in that of a sub-agent only who writes does.
    if ((row.visibility === 'team' || row.parent_id !== null) && actor.kind === 'person') {
      await t.run(attend({ id: row.id, personId: actor.personId }))
    }
    t.afterCommit(() => deps.feed.listed(row.id))
    if (mode !== 'note') {
      await t.run(
        insertWaiting({
          session_id: row.id,
          event_id: event.eventId,
          seq: event.seq,
          position: event.seq,
          mode,
          author_id: event.actor.id,
          conversation: admission.conversation,
          created_at: t.now,
          is_quiet: 0,
        }),
      )
      if (mode === 'steer') await endChildrenWait(t, row.turn_id)
      await deps.facts.tell(t, 'message_admitted', {
        sessionId: row.id,
        eventId: event.eventId,
        ...below(row),
      })
    }
    // Whom a reply names was told where it was written.
    if (replyId === undefined && text.includes('@')) {
      await deps.facts.tell(t, 'names_written', { sessionId: row.id, eventId: event.eventId })
    }
    if (actor.kind === 'person' && (await deps.awaited?.isAwaited(t, row.id, actor.personId))) {
      await deps.facts.tell(t, 'mention_answered', { sessionId: row.id, personId: actor.personId })
    }
    const turnId = mode === 'steer' ? row.turn_id : null
    return { sessionId: row.id, eventId: event.eventId, seq: event.seq, turnId }
  }

  async function findWaiting(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    messageId: string,
  ): Promise<{ seen: SeenSession; waiting: InboxRow; message: EventRow }> {
    const seen = await loadSeen(t, actor, idOrKey)
    const waiting = await t.one(selectOneWaiting({ eventId: messageId as EventId }))
    if (!waiting || waiting.session_id !== seen.row.id) throw refused('not_queued')
    const message = await t.one(selectEventAt({ sessionId: seen.row.id, seq: waiting.seq }))
    if (!message) throw new Error(`the message ${messageId} waits but is not in the log`)
    if (message.kind !== 'message.user') throw refused('not_queued')
    return { seen, waiting, message }
  }

  return {
    admit,

    async queue(r, actor, idOrKey) {
      const { id } = await loadFor(r, people, actor, idOrKey, 'session.read')
      const messages: QueuedMessage[] = []
      for (const waiting of await r.all(selectWaiting({ sessionId: id }))) {
        const message = await r.one(selectEventAt({ sessionId: id, seq: waiting.seq }))
        if (message?.kind === 'message.user') messages.push(queuedMessage(waiting, message, messages.length))
      }
      return messages
    },

    async editQueued(t, actor, idOrKey, messageId, text) {
      const { seen, message } = await findWaiting(t, actor, idOrKey, messageId)
      const part = { id: message.id, authorId: message.actor_id }
      await people.permit(t, actor, 'queue.edit', partOf(actor, seen, part))
      const payload = { ...payloadOf(message), text, edited: true }
      const target = { ...message, payload: JSON.stringify(payload) }
      await updatePayload(t, seen.row.id, message.seq, target.payload)
      const by = eventActor(actor)
      const events: NewEvent[] = [
        { kind: 'message.edited', actor: by, payload: { messageId: message.id }, isRow: false, target },
      ]
      if (await retitle(t, seen.row, payloadOf(message), { ...payloadOf(message), text })) {
        events.push({ kind: 'session.changed', actor: by, payload: { fields: ['title'] }, isRow: false })
        t.afterCommit(() => deps.feed.listed(seen.row.id))
      }
      await append(deps, t, seen.row.id, events)
      const { text: before, replyId } = payloadOf(message)
      if (replyId === undefined && (text.includes('@') || String(before).includes('@'))) {
        await deps.facts.tell(t, 'names_written', { sessionId: seen.row.id, eventId: message.id })
      }
    },

    async moveQueued(t, actor, idOrKey, messageId, position) {
      const row = await permitOn(t, people, actor, idOrKey, 'queue.reorder')
      const waiting = await messagesWaiting(t, row.id)
      const from = waiting.findIndex(({ event_id }) => event_id === messageId)
      if (from < 0) throw refused('not_queued')
      const order = waiting.toSpliced(from, 1).toSpliced(position, 0, waiting[from]!)
      for (const [i, { event_id }] of order.entries()) {
        // The places stay the same; who stands on them changes.
        const place = waiting[i]!.position
        if (event_id !== waiting[i]!.event_id) await setPosition(t, event_id, place)
      }
      const payload = { messages: order.map(({ event_id }) => event_id) }
      await append(deps, t, row.id, [
        { kind: 'queue.reordered', actor: eventActor(actor), payload, isRow: false },
      ])
    },

    async cancelQueued(t, actor, idOrKey, messageId) {
      const { seen, message } = await findWaiting(t, actor, idOrKey, messageId)
      const part = { id: message.id, authorId: message.actor_id }
      await people.permit(t, actor, 'queue.cancel', partOf(actor, seen, part))
      const isAuthor = actor.kind === 'person' && message.actor_id === actor.personId
      await cancelWaiting(deps, t, actor, seen.row, [message], isAuthor ? 'author' : 'admin')
      await settleRun(deps, t, seen.row.id)
    },

    async stop(t, actor, idOrKey) {
      const seen = await loadSeen(t, actor, idOrKey)
      const isOwnTurn = await isAskedBy(t, actor, seen.row)
      await people.permit(t, actor, 'session.stop', { ...resourceOf(actor, seen), isOwnTurn })
      const stopped = await stopTree(deps, t, actor, seen.row)
      // What others wrote is for who may read it; stopping needs less.
      if (people.authorize(actor, 'session.read', resourceOf(actor, seen)).ok) return stopped
      return { ...stopped, cancelled: stopped.cancelled.map((one) => ({ ...one, text: '' })) }
    },
  }
}

/** Whether nothing runs in it that somebody else asked for. */
async function isAskedBy(r: Reader, actor: Actor, { turn_id: id }: SessionRow): Promise<boolean> {
  const turn = id === null ? undefined : await r.one(selectTurn({ id }))
  return turn === undefined || turn.requester_id === eventActor(actor).id
}

type Payload = Readonly<Record<string, unknown>>

/** A title that a message gave says what the message says: or words that were edited away would outlive its redaction. */
async function retitle(t: Tx, row: SessionRow, before: Payload, after: Payload): Promise<boolean> {
  if (row.title_from !== 'first_message' || row.title !== chooseMessageTitle(before)) return false
  const title = chooseMessageTitle(after)
  if (title === row.title) return false
  const from = title === '' ? 'none' : 'first_message'
  await updateSession(t, row.id, { title, title_from: from, search_text: foldTitle(title) })
  return true
}

/** What people said; what sub-agents announced stands in no queue that people see. */
async function messagesWaiting(t: Tx, sessionId: SessionId): Promise<InboxRow[]> {
  const messages: InboxRow[] = []
  for (const waiting of await t.all(selectWaiting({ sessionId }))) {
    const event = await t.one(selectEventAt({ sessionId, seq: waiting.seq }))
    if (event?.kind === 'message.user') messages.push(waiting)
  }
  return messages
}

/** A message whose content is gone has nothing left to ask. */
export async function forgetWaiting(deps: RoomDeps, t: Tx, message: EventRow): Promise<void> {
  const waiting = await t.one(selectOneWaiting({ eventId: message.id }))
  // That a sub-agent has ended is told also when what it said is gone.
  if (!waiting || message.kind !== 'message.user') return
  await t.run(deleteWaiting({ eventId: message.id }))
  await changeQueued(t, message.session_id, -1)
  await settleRun(deps, t, message.session_id)
}

function queuedMessage(waiting: InboxRow, message: EventRow, position: number): QueuedMessage {
  return {
    messageId: message.id,
    seq: message.seq,
    position,
    mode: waiting.mode,
    author: { id: message.actor_id, name: message.actor_name },
    text: String(payloadOf(message)['text'] ?? ''),
    attachments: attachmentsIn(message),
    createdAt: message.created_at,
  }
}
