// A house on the emulated platform in which people discuss and are told of it. What they say is kept in memory, by a
// stand-in for the room that would keep it; everything else is real.

import type { EventId, NotificationChannel, PersonId, ReplyId, SessionId, ThreadId } from '@heddle/contract'
import type { Notification } from '../src/notifications/notifications.ts'
import type { PersonActor } from '../src/people/people.ts'
import { createFakeSources, type FakeSources } from './fake-sources.ts'
import {
  type LoopbackHouse,
  type LoopbackHouseOptions,
  loopbackAccount,
  openLoopbackHouse,
} from './open-loopback-house.ts'

export interface NotifyingHouse extends LoopbackHouse, Discussing {}

export interface Discussing {
  sources: FakeSources
  /** Who sits in front of what: `person session thread`. */
  present: Set<string>
  /** A member who has an account on the platform. */
  linked(handle: string): Promise<LinkedMember>
  reply(by: PersonActor, said: Said): Promise<Posted>
  /** Names people in the timeline itself. */
  nameIn(by: PersonActor, sessionId: SessionId, people: readonly PersonActor[]): Promise<EventId>
  edit(posted: Posted, change: { text?: string; mentioned?: readonly PersonActor[] }): Promise<void>
  remove(posted: Posted): Promise<void>
  /** They have read the thread up to here. */
  readThread(who: PersonActor, sessionId: SessionId, threadId: ThreadId, seq: number): Promise<void>
  inbox(who: PersonActor, show?: 'unread' | 'all'): Promise<{ items: Notification[]; unread: number }>
  /** `channel status` of each, with why in brackets. */
  statuses(notification: Notification | undefined): string[]
}

export interface LinkedMember {
  actor: PersonActor
  platformId: string
  /** What they can read in their direct conversation. */
  dm(): string[]
}

export interface Said {
  sessionId: SessionId
  thread?: ThreadId
  text?: string
  mentioned?: readonly PersonActor[]
  anchorAuthor?: PersonActor
  takingPart?: readonly PersonActor[]
  /** False: what follows from it is not waited for. */
  isAwaited?: false
}

export interface Posted {
  eventId: EventId
  replyId: ReplyId
  threadId: ThreadId
  sessionId: SessionId
  seq: number
}

export const oneThread = 'thr_one' as ThreadId

export async function openNotifyingHouse(options: LoopbackHouseOptions = {}): Promise<NotifyingHouse> {
  const sources = createFakeSources()
  const present = new Set<string>()
  const attendance = {
    isThere: (personId: PersonId, at: { sessionId: SessionId; threadId: ThreadId | null }) =>
      present.has([personId, at.sessionId, at.threadId ?? ''].join(' ').trim()),
  }
  const house = await openLoopbackHouse({ attendance, sources, ...options })
  // What people told sets off what it does in the real house.
  house.hearers.push(house.queue)
  const { store, people, platform } = house
  let posted = 0

  async function settle(): Promise<void> {
    await house.settle()
  }

  return Object.assign(house, {
    sources,
    present,
    async linked(handle: string): Promise<LinkedMember> {
      const { actor } = await house.signedIn(handle, 'member')
      const { id: platformId } = house.guest(handle)
      const there = { channel: 'loopback', accountId: loopbackAccount, platformId, name: handle }
      await store.tx(async (t) => {
        const { code } = await people.offerLink(t, actor)
        const { id: guestId } = await people.rememberGuest(t, there)
        await people.useCode(t, { kind: 'guest', guestId, name: handle, admitted: {} }, code)
      })
      await settle()
      return { actor, platformId, dm: () => house.read(platform.openDm(platformId, house.botId)) }
    },
    async reply(by: PersonActor, said: Said): Promise<Posted> {
      const { sessionId, thread: threadId = oneThread, text = 'what do you think?' } = said
      const replyId = `rpl_${++posted}` as ReplyId
      // An entry of the log like any other, by whoever says it.
      const at = await house.say(by, sessionId, text, { mode: 'note' })
      const made = await store.tx(async (t) => {
        const event = await house.sessions.event(t, by, sessionId, at.eventId)
        const { eventId, seq, actor, createdAt } = event
        sources.put({
          sourceEventId: eventId,
          sessionId,
          threadId,
          replyId,
          eventId,
          actor,
          actorId: by.personId,
          createdAt,
          seq,
          text,
          mentioned: idsOf(said.mentioned),
          anchorAuthorId: said.anchorAuthor?.personId ?? null,
          takingPart: idsOf(said.takingPart),
        })
        await house.queue.tell(t, 'reply_posted', { sessionId, threadId, replyId, eventId })
        return { eventId, seq }
      })
      if (said.isAwaited !== false) await settle()
      return { ...made, replyId, threadId, sessionId }
    },
    async nameIn(by: PersonActor, sessionId: SessionId, named: readonly PersonActor[]): Promise<EventId> {
      const { eventId, seq } = await house.say(by, sessionId, 'look at this', { mode: 'note' })
      await store.tx(async (t) => {
        const event = await house.sessions.event(t, by, sessionId, eventId)
        sources.put({
          sourceEventId: eventId,
          sessionId,
          threadId: null,
          replyId: null,
          eventId,
          actor: event.actor,
          actorId: by.personId,
          createdAt: event.createdAt,
          seq,
          text: 'look at this',
          mentioned: idsOf(named),
          anchorAuthorId: null,
          takingPart: [],
        })
        await house.queue.tell(t, 'mentions_recorded', { sessionId, eventId })
      })
      await settle()
      return eventId
    },
    async edit({ sessionId, threadId, replyId, eventId }: Posted, change) {
      sources.change(eventId, {
        ...(change.text !== undefined && { text: change.text }),
        ...(change.mentioned && { mentioned: idsOf(change.mentioned) }),
      })
      await store.tx((t) => house.queue.tell(t, 'reply_edited', { sessionId, threadId, replyId, eventId }))
      await settle()
    },
    async remove({ sessionId, threadId, replyId, eventId }: Posted) {
      sources.change(eventId, { text: null })
      await store.tx((t) => house.queue.tell(t, 'reply_deleted', { sessionId, threadId, replyId }))
      await settle()
    },
    async readThread(who, sessionId, threadId, seq) {
      sources.mark(who.personId, threadId, seq)
      const { personId } = who
      await store.tx((t) => house.queue.tell(t, 'read_moved', { personId, sessionId, threadId, seq }))
      await settle()
    },
    inbox: (who, show = 'all') => store.read((r) => house.notifications.list(r, who, show, { limit: 100 })),
    statuses: (notification) =>
      (notification?.deliveries ?? []).map(
        ({ channel, status, why }: { channel: NotificationChannel; status: string; why: string | null }) =>
          `${channel} ${status}${why === null ? '' : ` (${why})`}`,
      ),
  } satisfies Discussing)
}

function idsOf(people: readonly PersonActor[] = []): PersonId[] {
  return people.map(({ personId }) => personId)
}
