// Notifications and what a search finds, made up for the gallery.

import type { NotificationDeliveryJson, NotificationJson, SearchHitJson } from '@heddle/contract'
import { ago, bob, longName, longPeople, mei } from './sample-people.ts'
import { sessionId } from './sample-sessions.ts'

const person = ({ id, name }: { id: string; name: string }) => ({ kind: 'person' as const, id, name })
const main = { kind: 'agent' as const, id: 'main', name: 'Main' }

export function toldBy(
  channel: NotificationDeliveryJson['channel'],
  status: NotificationDeliveryJson['status'],
  over: Partial<NotificationDeliveryJson> = {},
): NotificationDeliveryJson {
  return { channel, status, attempts: 1, updatedAt: ago(1), dedupeKey: `key:${channel}`, ...over }
}

let made = 0
export function notification(over: Partial<NotificationJson> = {}): NotificationJson {
  made += 1
  const id = `ntf_${String(10_000 - made).padStart(26, '0')}`
  return {
    id,
    reason: 'mention',
    alsoReasons: [],
    sourceEventId: `evt_${made}`,
    causedByEventId: `evt_${made}`,
    sessionId,
    sessionTitle: 'Three names for a boat',
    eventId: `evt_${made}`,
    actor: person(bob),
    excerpt: '@ann could you look at the tide table before we tell the harbour?',
    createdAt: ago(made),
    deliveries: [toldBy('in_app', 'delivered')],
    ...over,
  }
}

const thread = { threadId: 'thr_1', sessionTitle: 'Repaint the dinghy' }
const inApp = toldBy('in_app', 'delivered')

export const someNotifications: readonly NotificationJson[] = [
  notification({ replyId: 'rpl_3', ...thread, excerpt: '@ann the blue one is out of stock. Grey?' }),
  notification({ reason: 'approval', actor: main, excerpt: 'write demo/greetings.md' }),
  notification({
    reason: 'reply_to_you',
    actor: person(mei),
    replyId: 'rpl_2',
    ...thread,
    excerpt: 'Blue, then.',
  }),
  notification({
    reason: 'reply_in_thread',
    replyId: 'rpl_1',
    ...thread,
    excerpt: 'Red looks loud from the pier.',
  }),
  notification({ reason: 'failure', actor: main, excerpt: 'The provider did not answer.' }),
  notification({ reason: 'completion', actor: main, excerpt: 'Osprey, Tern and Plover.', readAt: ago(1) }),
  notification({
    reason: 'delivery_gave_up',
    actor: main,
    excerpt: 'The tide turns at 14:20.',
    problem: 'There is no place for it: its own conversation took it no more (Missing Access).',
    sessionTitle: '',
  }),
  notification({ excerpt: null, readAt: ago(2) }),
]

export const differingNotifications: readonly NotificationJson[] = [
  notification({ deliveries: [inApp, toldBy('discord', 'retrying', { nextAt: ago(-60), attempts: 2 })] }),
  notification({
    deliveries: [inApp, toldBy('discord', 'delivered', { link: 'https://discord.com/channels/1/2/3' })],
  }),
  notification({
    readAt: ago(1),
    deliveries: [inApp, toldBy('discord', 'suppressed', { why: 'read' }), toldBy('slack', 'delivered')],
  }),
  notification({ deliveries: [inApp, toldBy('discord', 'held', { nextAt: ago(-1) })] }),
  notification({ deliveries: [inApp, toldBy('discord', 'pending'), toldBy('slack', 'unknown')] }),
  notification({
    deliveries: [inApp, toldBy('discord', 'failed', { lastError: 'Cannot send messages to this user' })],
  }),
  notification({
    readAt: ago(1),
    deliveries: [inApp, toldBy('discord', 'suppressed', { why: 'turned_off' })],
  }),
]

export const longNotifications: readonly NotificationJson[] = [
  ...longPeople.map((who) =>
    notification({ actor: person(who), sessionTitle: longName.repeat(2), excerpt: 'x'.repeat(200) }),
  ),
  notification({
    actor: { kind: 'person', id: null, name: 'مريم العبد الله' },
    excerpt: 'هل يمكنك النظر في جدول المد والجزر قبل أن نخبر الميناء؟',
    deliveries: [inApp, toldBy('discord', 'failed', { lastError: 'y'.repeat(200) })],
  }),
]

export const manyNotifications: readonly NotificationJson[] = Array.from({ length: 260 }, (_, i) =>
  notification({
    ...(i % 4 === 0 ? { threadId: `thr_${i % 20}`, replyId: `rpl_${i}` } : {}),
    reason: i % 4 === 0 ? 'reply_in_thread' : i % 3 === 0 ? 'completion' : 'mention',
    actor: i % 3 === 0 && i % 4 !== 0 ? main : person(i % 2 === 0 ? bob : mei),
    sessionTitle: `Session ${i % 12}`,
    ...(i > 120 ? { readAt: ago(1) } : {}),
  }),
)

export function hit(over: Partial<SearchHitJson> = {}): SearchHitJson {
  return {
    kind: 'message',
    sessionId,
    sessionTitle: 'Three names for a boat',
    eventId: 'evt_1',
    actor: person(bob),
    createdAt: ago(42),
    excerpt: [
      { text: '…the ', hit: false },
      { text: 'tide', hit: true },
      { text: ' turns at 14:20 and holds for forty minutes, so the ', hit: false },
      { text: 'tide', hit: true },
      { text: ' table is right.', hit: false },
    ],
    ...over,
  }
}

export const someHits: readonly SearchHitJson[] = [
  hit(),
  hit({
    kind: 'tool',
    eventId: 'evt_2',
    actor: main,
    excerpt: [
      { text: '$ grep -n ', hit: false },
      { text: 'tide', hit: true },
      { text: ' harbour/*.md\nharbour/table.md:4: high ', hit: false },
      { text: 'tide', hit: true },
      { text: ' 14:20', hit: false },
    ],
  }),
  hit({
    kind: 'reply',
    eventId: 'evt_3',
    threadId: 'thr_1',
    replyId: 'rpl_1',
    actor: person(mei),
    sessionTitle: '',
  }),
]

export const longHits: readonly SearchHitJson[] = [
  ...longPeople.map((who, index) =>
    hit({
      eventId: `evt_l${index}`,
      actor: person(who),
      sessionTitle: longName.repeat(2),
      excerpt: [{ text: 'x'.repeat(240), hit: index % 2 === 0 }],
    }),
  ),
  ...Array.from({ length: 95 }, (_, index) => hit({ eventId: `evt_m${index}` })),
]
