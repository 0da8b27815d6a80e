// What waits in a session: taking messages in, and changing, moving, cancelling what no turn has taken yet.

import { type EventId, limits, refused } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { attend } from './attendance-store.ts'
import { chooseMessageTitle, foldTitle } from './choose-title.ts'
import { eventActor, nameOf } from './event-actor.ts'
import { selectEventAt, updatePayload } from './event-store.ts'
import { attachmentOf, findAttachments, linkFiles } from './files/attach-files.ts'
import { deleteWaiting, insertWaiting, selectOneWaiting, selectWaiting, setPosition } from './inbox-store.ts'
import { append, attachmentsIn, type NewEvent, payloadOf } from './log.ts'
import { loadFor, loadSeen, partOf, permitOn, resourceOf, type SeenSession } from './session.ts'
import {
  changeQueued,
  noteAdmitted,
  selectSession,
  touchParticipants,
  updateSession,
} from './session-store.ts'
import { type RoomDeps, turnKey } from './sessions-deps.ts'
import type { Admission, Admitted, Inbox, QueuedMessage, Stopped } from './sessions.ts'
import type { EventRow, InboxRow, SessionRow } from './sessions-tables.ts'
import { askToStop, selectTurn } from './turns/turn-store.ts'

type Cancellation = 'author' | 'admin' | 'stop'

export function createInbox(deps: RoomDeps): Omit<Inbox, 'retry'> {
  const { people } = deps

  async function admit(t: Tx, actor: Actor, admission: Admission): Promise<Admitted> {
    const { mode, text } = admission
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
      ...(admission.clientMessageId !== undefined && { clientMessageId: admission.clientMessageId }),
      ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    }
    const [event] = await append(deps, t, row.id, [
      { kind: 'message.user', actor: eventActor(actor), payload },
    ])
    if (!event) throw new Error('a message was not appended')
    await linkFiles(t, row.id, event.eventId, files)
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
    if (actor.kind === 'guest' && mode !== 'note') await updateSession(t, row.id, { is_tainted: 1 })
    // In a private one all who write are listed.
    if (row.visibility === 'team' && actor.kind === 'person') {
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
        }),
      )
      await deps.facts.tell(t, 'message_admitted', { sessionId: row.id, eventId: event.eventId })
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
    return { seen, waiting, message }
  }

  return {
    admit,

    async queue(r, actor, idOrKey) {
      const { id } = await loadFor(r, people, actor, idOrKey, 'session.read')
      const messages: QueuedMessage[] = []
      for (const waiting of await r.all(selectWaiting({ sessionId: id }))) {
        const message = await r.one(selectEventAt({ sessionId: id, seq: waiting.seq }))
        if (message) messages.push(queuedMessage(waiting, message, messages.length))
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
    },

    async moveQueued(t, actor, idOrKey, messageId, position) {
      const row = await permitOn(t, people, actor, idOrKey, 'queue.reorder')
      const waiting = await t.all(selectWaiting({ sessionId: row.id }))
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
      await cancel(deps, t, actor, seen.row, [message], isAuthor ? 'author' : 'admin')
    },

    async stop(t, actor, idOrKey) {
      const seen = await loadSeen(t, actor, idOrKey)
      await people.permit(t, actor, 'session.stop', resourceOf(actor, seen))
      const stopped = await stopEverything(deps, t, actor, seen.row)
      // What others wrote is for who may read it; stopping needs less.
      if (people.authorize(actor, 'session.read', resourceOf(actor, seen)).ok) return stopped
      return { ...stopped, cancelled: stopped.cancelled.map((one) => ({ ...one, text: '' })) }
    },
  }
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

/** An archived session takes nothing more; it says which one goes on. */
export async function assertOpen(r: Reader, row: SessionRow): Promise<void> {
  if (row.state !== 'archived') return
  const successor = row.successor_id && (await r.one(selectSession({ id: row.successor_id })))
  if (!successor) throw refused('session_archived')
  throw refused('session_archived', {
    message: `This session is archived. It goes on in ${successor.id}.`,
    issues: [{ field: 'id', message: 'is archived', nearest: successor.id }],
  })
}

/** Cancels what waits and has the running turn end, which is aborted once this is committed. */
export async function stopEverything(deps: RoomDeps, t: Tx, actor: Actor, row: SessionRow): Promise<Stopped> {
  const messages: EventRow[] = []
  for (const { seq } of await t.all(selectWaiting({ sessionId: row.id }))) {
    const message = await t.one(selectEventAt({ sessionId: row.id, seq }))
    if (message) messages.push(message)
  }
  await cancel(deps, t, actor, row, messages, 'stop')
  if (row.turn_id !== null) {
    await askToStop(t, row.turn_id, nameOf(actor))
    const turn = await t.one(selectTurn({ id: row.turn_id }))
    // Nobody holds it, so nobody would notice before its time.
    if (turn?.state === 'waiting') {
      await deps.facts.tell(t, 'stop_asked', { sessionId: row.id, turnId: turn.id })
    }
    t.afterCommit(() => deps.interrupt(turnKey(row.id), new Error('the turn was stopped')))
  }
  const cancelled = messages.map((message) => ({
    messageId: message.id,
    author: message.actor_name,
    text: String(payloadOf(message)['text'] ?? ''),
  }))
  return { turnId: row.turn_id, cancelled }
}

async function cancel(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  messages: readonly EventRow[],
  why: Cancellation,
): Promise<void> {
  const by = nameOf(actor)
  const events: NewEvent[] = []
  for (const message of messages) {
    await t.run(deleteWaiting({ eventId: message.id }))
    const payload = { ...payloadOf(message), cancelled: { by, why } }
    await updatePayload(t, row.id, message.seq, JSON.stringify(payload))
    const target = { messageId: message.id, by, why }
    events.push({ kind: 'message.cancelled', actor: eventActor(actor), payload: target, isRow: false })
  }
  await changeQueued(t, row.id, -messages.length)
  await append(deps, t, row.id, events)
  if (messages.length > 0) t.afterCommit(() => deps.feed.listed(row.id))
}

/** A message whose content is gone has nothing left to ask. */
export async function forgetWaiting(t: Tx, message: EventRow): Promise<void> {
  if ((await t.run(deleteWaiting({ eventId: message.id }))) > 0) await changeQueued(t, message.session_id, -1)
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
