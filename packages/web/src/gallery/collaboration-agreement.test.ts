// What the browser app is tried with about discussions and notifications is what it has agreed on with the server, which
// asks the same of what it really says; and the app reads every entry of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import {
  collaborationRoutes,
  findDisagreements,
  findUnsaid,
  type SaidOfCollaboration,
  toldShapes,
} from '@heddle/contract/collaboration-agreement'
import { readNews } from '../discussions/read-news.ts'
import { readPersonFrame } from '../inbox/read-person-frame.ts'
import { longReplies, manyReplies, reply, someReplies, thread } from './sample-discussions.ts'
import {
  differingNotifications,
  longNotifications,
  manyNotifications,
  someNotifications,
} from './sample-inbox.ts'
import { ago, ann } from './sample-people.ts'

const { anchor: _anchor, unread: _unread, ...told } = thread()
const orphaned = thread({ state: 'orphaned_anchor', anchor: { ...thread().anchor, excerpt: null } })
const [notification] = someNotifications
const mark = { threadId: told.id, sessionId: told.sessionId, seq: 60, unread: 0 }
const posted = {
  replyId: 'rpl_1',
  deduped: false,
  mentions: ['ann'],
  rejectedMentions: [{ handle: 'zoe', reason: 'unknown' }],
  createdAt: ago(1),
  sourceEventId: 'evt_1',
  seq: 60,
  version: 1,
}

const { mentions, rejectedMentions } = posted
const handed = {
  sessionId: told.sessionId,
  eventId: 'evt_13',
  seq: 70,
  deduped: false,
  mentions,
  rejectedMentions,
}

const replies = [
  ...someReplies,
  ...longReplies,
  ...manyReplies(3),
  reply(9, 'changed', ann, { editedAt: ago(1) }),
]
const notifications = [
  ...someNotifications,
  ...differingNotifications,
  ...longNotifications,
  ...manyNotifications,
]

const said: SaidOfCollaboration = {
  answers: [
    { route: 'openThread', body: thread() },
    { route: 'readThread', body: orphaned },
    { route: 'changeThread', body: thread({ resolvedAt: ago(1), resolvedBy: someReplies[0]?.author }) },
    { route: 'listThreads', body: { items: [thread(), orphaned] } },
    { route: 'listReplies', body: { items: replies } },
    { route: 'postReply', body: posted },
    { route: 'editReply', body: posted },
    { route: 'markThreadRead', body: mark },
    { route: 'handOver', body: handed },
    { route: 'listNotifications', body: { items: notifications, unread: 3 } },
    { route: 'readNotification', body: { notification, unread: 2 } },
    { route: 'unreadNotification', body: { notification, unread: 3 } },
    { route: 'readAllNotifications', body: { unread: 0 } },
  ],
  told: [
    { kind: 'thread.opened', payload: { thread: told } },
    { kind: 'thread.changed', payload: { thread: { ...told, state: 'orphaned_anchor' } } },
    { kind: 'reply.posted', payload: { reply: someReplies[0], thread: told } },
    { kind: 'reply.edited', payload: { reply: someReplies[1], thread: told } },
    { kind: 'reply.deleted', payload: { replyId: 'rpl_1', reply: someReplies[2], thread: told } },
    { kind: 'notification.created', payload: { notification, unread: 1 } },
    { kind: 'notification.changed', payload: { unread: 0 } },
    { kind: 'read.changed', payload: { sessionId: told.sessionId, threadId: told.id, seq: 60 } },
  ],
}

test('[THR2] [MEN1] [NTF4] what the app is tried with is what the server says, in every field', () => {
  assert.deepEqual(findUnsaid(said), [])
  assert.deepEqual(findDisagreements(said), [])
  assert.ok(collaborationRoutes.length <= said.answers.length)
})

test('[THR2] [NTF4] the app reads every entry that they have agreed on', () => {
  for (const { kind, payload } of said.told) {
    assert.ok(kind in toldShapes)
    // The edge: of an entry, no more than what is read of it here.
    const event = { kind, payload, createdAt: ago(1), eventId: 'evt_1', seq: 1 } as unknown as EventJson
    const frame = { type: 'ev', ...event } as unknown as Parameters<typeof readPersonFrame>[0]
    assert.ok(readNews(event) ?? readPersonFrame(frame), `nobody reads ${kind}`)
  }
})
