// A house on the emulated platform in which people discuss and are told of it. All rooms are the real ones: what is told is
// what was said in discussions and on timelines.

import type {
  EventId,
  GuestId,
  NotificationChannel,
  PersonId,
  ReplyId,
  SessionId,
  ThreadId,
} from '@heddle/contract'
import type { Notification } from '../src/notifications/notifications.ts'
import type { PersonActor } from '../src/people/people.ts'
import {
  type LoopbackHouse,
  type LoopbackHouseOptions,
  loopbackAccount,
  openLoopbackHouse,
} from './open-loopback-house.ts'

export interface NotifyingHouse extends LoopbackHouse, Discussing {}

export interface Discussing {
  /** Who sits in front of what: `person session thread`. */
  present: Set<string>
  /** A member who has an account on the platform. */
  linked(handle: string): Promise<LinkedMember>
  /** One account more of that member. */
  link(actor: PersonActor, name: string): Promise<LinkedMember>
  /** In a discussion of that name, which is opened with the first of them. */
  reply(by: PersonActor, said: Said): Promise<Posted>
  /** Undefined: nothing was said in it yet. */
  threadOf(sessionId: SessionId, name: string): ThreadId | undefined
  /** Names people in the timeline itself. */
  nameIn(by: PersonActor, sessionId: SessionId, people: readonly PersonActor[]): Promise<EventId>
  /** By whoever wrote it. */
  edit(posted: Posted, change: { text?: string; mentioned?: readonly PersonActor[] }): Promise<void>
  remove(posted: Posted): Promise<void>
  /** They have read the thread up to here. */
  readThread(who: PersonActor, threadId: ThreadId, seq: number): Promise<void>
  inbox(who: PersonActor, show?: 'unread' | 'all'): Promise<{ items: Notification[]; unread: number }>
  /** `channel status` of each, with why in brackets. */
  statuses(notification: Notification | undefined): string[]
}

export interface LinkedMember {
  actor: PersonActor
  platformId: string
  guestId: GuestId
  /** What they can read in their direct conversation. */
  dm(): string[]
}

export interface Said {
  sessionId: SessionId
  thread?: string
  /** What stands before the names of those who are mentioned. */
  text?: string
  mentioned?: readonly PersonActor[]
  /** Who wrote what the discussion is about. Absent: whoever replies. */
  anchorAuthor?: PersonActor
  /** Who opened it. Absent: whoever replies. */
  opener?: PersonActor
  /** False: what follows from it is not waited for. */
  isAwaited?: false
}

export interface Posted {
  by: PersonActor
  /** Of what the discussion is about. */
  anchorId: EventId
  /** Of the reply. */
  eventId: EventId
  replyId: ReplyId
  threadId: ThreadId
  sessionId: SessionId
  seq: number
  text: string
}

export async function openNotifyingHouse(options: LoopbackHouseOptions = {}): Promise<NotifyingHouse> {
  const present = new Set<string>()
  const attendance = {
    isThere: (personId: PersonId, at: { sessionId: SessionId; threadId: ThreadId | null }) =>
      present.has([personId, at.sessionId, at.threadId ?? ''].join(' ').trim()),
  }
  const house = await openLoopbackHouse({ attendance, ...options })
  // What people told sets off what it does in the real house.
  house.hearers.push(house.queue)
  const { store, people, platform } = house
  const threads = new Map<string, { threadId: ThreadId; anchorId: EventId }>()
  let posted = 0

  async function openThread(by: PersonActor, name: string, said: Said) {
    const { sessionId, anchorAuthor = by, opener = by } = said
    const known = threads.get(`${sessionId} ${name}`)
    if (known) return known
    const { eventId: anchorId } = await house.say(anchorAuthor, sessionId, `About ${name}.`, { mode: 'note' })
    const { thread } = await store.tx((t) => house.collaboration.open(t, opener, sessionId, anchorId))
    const opened = { threadId: thread.id, anchorId }
    threads.set(`${sessionId} ${name}`, opened)
    return opened
  }

  async function link(actor: PersonActor, name: string): Promise<LinkedMember> {
    const { id: platformId } = house.guest(name)
    const there = { channel: 'loopback', accountId: loopbackAccount, platformId, name }
    const guestId = await store.tx(async (t) => {
      const { code } = await people.offerLink(t, actor)
      const { id } = await people.rememberGuest(t, there)
      await people.useCode(t, { kind: 'guest', guestId: id, name, admitted: {} }, code)
      return id
    })
    await house.settle()
    return { actor, platformId, guestId, dm: () => house.read(platform.openDm(platformId, house.botId)) }
  }

  return Object.assign(house, {
    present,
    async linked(handle: string): Promise<LinkedMember> {
      const { actor } = await house.signedIn(handle, 'member')
      return link(actor, handle)
    },
    link,
    threadOf: (sessionId, name) => threads.get(`${sessionId} ${name}`)?.threadId,
    async reply(by: PersonActor, said: Said): Promise<Posted> {
      const { threadId, anchorId } = await openThread(by, said.thread ?? 'one', said)
      const text = naming(said.text ?? 'what do you think?', said.mentioned)
      const input = { body: text, clientMessageId: `reply-${++posted}` }
      const made = await store.tx((t) => house.collaboration.post(t, by, threadId, input))
      if (said.isAwaited !== false) await house.settle()
      const { replyId, sourceEventId: eventId, seq } = made
      return { by, anchorId, eventId, replyId, threadId, sessionId: said.sessionId, seq, text }
    },
    async nameIn(by: PersonActor, sessionId: SessionId, named: readonly PersonActor[]): Promise<EventId> {
      const { eventId } = await house.say(by, sessionId, naming('look at this', named), { mode: 'note' })
      await house.settle()
      return eventId
    },
    async edit({ by, replyId }: Posted, { text = 'I meant this', mentioned }) {
      await store.tx((t) => house.collaboration.edit(t, by, replyId, naming(text, mentioned)))
      await house.settle()
    },
    async remove({ by, replyId }: Posted) {
      await store.tx((t) => house.collaboration.remove(t, by, replyId))
      await house.settle()
    },
    async readThread(who, threadId, seq) {
      await store.tx((t) => house.collaboration.markThreadRead(t, who, threadId, seq))
      await house.settle()
    },
    inbox: (who, show = 'all') => store.read((r) => house.notifications.list(r, who, show, { limit: 100 })),
    statuses: (notification) =>
      (notification?.deliveries ?? []).map(
        ({ channel, status, why }: { channel: NotificationChannel; status: string; why: string | null }) =>
          `${channel} ${status}${why === null ? '' : ` (${why})`}`,
      ),
  } satisfies Discussing)
}

function naming(text: string, people: readonly PersonActor[] = []): string {
  return [text, ...people.map(({ handle }) => `@${handle}`)].join(' ')
}
