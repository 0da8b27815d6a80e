// What somebody was told, across all sessions, and what of it they have read.

import { type NotificationId, refused, type SessionId, type ThreadId, limits } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../foundation/database/cursor.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, PersonActor } from '../people/people.ts'
import { callOff } from './call-off.ts'
import { countUnread } from './count-unread.ts'
import { describe, describeAll } from './describe-notification.ts'
import { selectInbox, selectNotification, selectUnread, setReadAt } from './notification-store.ts'
import type { Inbox, Notification } from './notifications.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'
import { tellNews } from './tell-news.ts'

const list = 'notifications'
/** Of those that their reader may not see any more, so many are looked past for one page. */
const lookedAtMax = 1_000

export function createInbox(deps: RoomDeps): Inbox {
  const { people } = deps

  async function loadOwn(t: Tx, actor: Actor, id: string): Promise<NotificationRow> {
    const { personId } = personOf(actor)
    await people.permit(t, actor, 'notification.change', { kind: 'notifications', personId })
    const row = await t.one(selectNotification({ id: id as NotificationId }))
    if (row?.person_id !== personId || row.in_inbox === 0) throw refused('unknown_notification')
    if ((await describe(deps, t, row)) === undefined) throw refused('unknown_notification')
    return row
  }

  async function changed(t: Tx, row: NotificationRow) {
    const after = await t.one(selectNotification({ id: row.id }))
    const notification = after && (await describe(deps, t, after))
    if (!notification) throw refused('unknown_notification')
    return { notification, unread: await countUnread(deps, t, row.person_id) }
  }

  return {
    async list(r, actor, show, page) {
      const { personId } = personOf(actor)
      people.demand(actor, 'notification.read', { kind: 'notifications', personId })
      const found = await readPage(
        deps,
        r,
        { personId, show, limit: page.limit },
        decodeCursor(list, page.cursor),
      )
      return { ...found, unread: await countUnread(deps, r, personId) }
    },

    countUnread: (r, personId) => countUnread(deps, r, personId),

    async describe(r, personId, id) {
      const row = await r.one(selectNotification({ id }))
      return row?.person_id === personId && row.in_inbox === 1 ? describe(deps, r, row) : undefined
    },

    async markRead(t, actor, id) {
      const row = await loadOwn(t, actor, id)
      await callOff(deps, t, [row, ...(await unreadBefore(t, row))], 'read')
      return changed(t, row)
    },

    async markUnread(t, actor, id) {
      const row = await loadOwn(t, actor, id)
      if (row.read_at !== null) {
        await setReadAt(t, [row.id], null)
        await tellNews(deps, t, 'notification.changed', [{ ...row, read_at: null }])
      }
      return changed(t, row)
    },

    async markAllRead(t, actor, of) {
      const { personId } = personOf(actor)
      await people.permit(t, actor, 'notification.change', { kind: 'notifications', personId })
      const span = {
        personId,
        sessionId: of.sessionId as SessionId | undefined,
        threadId: of.threadId as ThreadId | undefined,
      }
      await callOffAll(deps, t, span)
      return { unread: await countUnread(deps, t, personId) }
    },
  }
}

/** In pieces: each is told once. */
export async function callOffAll(
  deps: RoomDeps,
  t: Tx,
  span: Omit<Parameters<typeof selectUnread>[1], 'limit'>,
): Promise<void> {
  for (;;) {
    const rows = await selectUnread(t, { ...span, limit: limits.notificationsAtOnceMax })
    await callOff(deps, t, rows, 'read')
    if (rows.length < limits.notificationsAtOnceMax) return
  }
}

async function unreadBefore(t: Tx, row: NotificationRow): Promise<NotificationRow[]> {
  const { person_id: personId, session_id: sessionId, thread_id: threadId, seq } = row
  if (threadId === null) return []
  const span = { personId, sessionId, threadId, upTo: seq, limit: limits.notificationsAtOnceMax }
  return (await selectUnread(t, span)).filter(({ id }) => id !== row.id)
}

async function readPage(
  deps: RoomDeps,
  r: Reader,
  question: { personId: PersonActor['personId']; show: 'unread' | 'all'; limit: number },
  cursor: string | undefined,
): Promise<{ items: Notification[]; next?: string }> {
  const items: Notification[] = []
  let before = cursor
  for (let looked = 0; looked < lookedAtMax; ) {
    const rows = await selectInbox(r, { ...question, before, limit: question.limit + 1 })
    const described = await describeAll(deps, r, rows)
    for (const row of rows) {
      if (items.length === question.limit) return { items, next: encodeCursor(list, before ?? '') }
      const seen = described.get(row.id)
      before = row.id
      if (seen) items.push(seen)
    }
    looked += rows.length
    if (rows.length <= question.limit) return { items }
  }
  return { items, ...(before !== undefined && { next: encodeCursor(list, before) }) }
}

function personOf(actor: Actor): PersonActor {
  if (actor.kind !== 'person') throw refused('not_allowed')
  return actor
}
