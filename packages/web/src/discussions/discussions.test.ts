import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, ReplyJson, ServerFrame, ThreadJson, WholeThreadJson } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import { type Board, emptyBoard, withAnswers, withMark, withNews } from './choose-board.ts'
import { chooseFirstUnread, withReplies, withReplyNews } from './choose-replies.ts'
import { chooseUncovered } from './choose-uncovered.ts'
import { createDiscussion } from './discussion.ts'
import { type News, readNews } from './read-news.ts'
import { createReplyDesk } from './reply-desk.ts'
import { createThreadBoard } from './thread-board.ts'
import { applyReaders, noReaders } from './thread-readers.ts'

const me = 'per_me'
const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 12, minute)).toISOString()
const author = (id: string) => ({ id, handle: id, name: id })

function thread(over: Partial<ThreadJson> = {}): ThreadJson {
  return {
    id: 'thr_1',
    sessionId: 'ses_1',
    anchorEventId: 'evt_1',
    anchorPlace: 1,
    state: 'active',
    createdBy: 'per_bob',
    createdAt: at(0),
    updatedAt: at(0),
    replyCount: 0,
    ...over,
  }
}

function whole(over: Partial<WholeThreadJson> = {}): WholeThreadJson {
  const anchor = {
    eventId: 'evt_1',
    kind: 'message.user',
    place: 1,
    actor: { kind: 'person' as const, id: me, name: 'me' },
    createdAt: at(0),
    excerpt: 'the moment',
  }
  return { ...thread(), anchor, unread: 0, ...over }
}

function reply(minute: number, over: Partial<ReplyJson> = {}): ReplyJson {
  return {
    id: `rpl_${minute}`,
    threadId: 'thr_1',
    sessionId: 'ses_1',
    authorId: 'per_bob',
    author: author('per_bob'),
    body: `said ${minute}`,
    clientMessageId: `cid_${minute}`,
    mentions: [],
    createdAt: at(minute),
    sourceEventId: `evt_r${minute}`,
    seq: 10 + minute,
    ...over,
  }
}

function entry(kind: string, payload: object, minute = 1): EventJson {
  return {
    seq: 10 + minute,
    eventId: `evt_r${minute}`,
    kind,
    place: 10 + minute,
    actor: { kind: 'person', id: 'per_bob', name: 'Bob' },
    createdAt: at(minute),
    payload: payload as Record<string, unknown>,
  }
}

const posted = (minute: number, over: Partial<ReplyJson> = {}): News => ({
  kind: 'posted',
  reply: reply(minute, over),
  thread: thread({ updatedAt: at(minute), replyCount: minute, lastReplySeq: 10 + minute }),
})
const unreadOf = (board: Board) => board.get('evt_1')?.unread

test('[UID3] entries of the log about discussions are read, others and broken ones say nothing', () => {
  const told = readNews(entry('reply.posted', { reply: reply(1), thread: thread() }))
  assert.equal(told?.kind, 'posted')
  assert.equal(readNews(entry('thread.changed', { thread: thread() }))?.kind, 'thread')
  assert.equal(readNews(entry('message.user', { text: 'hello' })), undefined)
  assert.equal(readNews(entry('thread.opened', { thread: { id: 7 } })), undefined)
  const gone = readNews(entry('reply.deleted', { replyId: 'rpl_1', thread: thread() }, 5))
  assert.deepEqual(gone?.kind === 'deleted' && [gone.replyId, gone.at], ['rpl_1', at(5)])
})

test('[UID1] what others say is unread until it was read here or elsewhere; what I say never is', () => {
  const one = withNews(emptyBoard, posted(1), me)
  assert.equal(unreadOf(one), 1)
  const two = withNews(one, posted(2, { authorId: me }), me)
  assert.equal(unreadOf(two), 1)
  assert.equal(unreadOf(withMark(two, 'thr_1', 11)), 1, 'not as far as the newest')
  const read = withMark(two, 'thr_1', 12)
  assert.equal(unreadOf(read), 0)
  assert.equal(withMark(read, 'thr_2', 99), read)
})

test('[UID1] an answer that is older than the log takes nothing back', () => {
  const live = withNews(emptyBoard, posted(3), me)
  assert.equal(withAnswers(live, [whole({ updatedAt: at(1), unread: 0 })]), live)
  const fresh = withAnswers(live, [whole({ updatedAt: at(4), replyCount: 4, unread: 2 })])
  assert.equal(fresh.get('evt_1')?.replyCount, 4)
  assert.equal(unreadOf(fresh), 2)
})

test('[UID1] a reply that an answer has counted is not counted again when the log tells of it', () => {
  const told = thread({ updatedAt: at(5), replyCount: 5, lastReplySeq: 15 })
  const board = withAnswers(emptyBoard, [{ ...told, unread: 1 }])
  assert.equal(unreadOf(withNews(board, { kind: 'posted', reply: reply(5), thread: told }, me)), 1)
  assert.equal(unreadOf(withNews(board, posted(6), me)), 2)
})

test('[UID4] a moment that was redacted leaves nothing of its words', () => {
  const known = withAnswers(emptyBoard, [whole()])
  const changed = thread({ state: 'orphaned_anchor', updatedAt: at(2) })
  const gone = withNews(known, { kind: 'thread', thread: changed }, me)
  assert.equal(gone.get('evt_1')?.anchor?.excerpt, null)
})

test('[UID1] only the parts of the timeline that were not asked for are asked for', () => {
  const end = Number.POSITIVE_INFINITY
  assert.deepEqual(chooseUncovered([], { from: 5, through: end }), [{ from: 5, through: end }])
  assert.deepEqual(chooseUncovered([{ from: 5, through: end }], { from: 1, through: end }), [
    { from: 1, through: 4 },
  ])
  assert.deepEqual(chooseUncovered([{ from: 5, through: 9 }], { from: 1, through: 20 }), [
    { from: 1, through: 4 },
    { from: 10, through: 20 },
  ])
  assert.deepEqual(chooseUncovered([{ from: 1, through: end }], { from: 3, through: 8 }), [])
})

test('[UID3] replies stand in the order of time and id, each once, as they were changed last', () => {
  const same = [reply(2, { id: 'rpl_b' }), reply(2, { id: 'rpl_a' }), reply(1)]
  assert.deepEqual(
    withReplies([], same).map(({ id }) => id),
    ['rpl_1', 'rpl_a', 'rpl_b'],
  )
  const edited = reply(1, { body: 'better', editedAt: at(5) })
  const list = withReplies([edited], [reply(1, { body: '' })])
  assert.equal(list[0]?.body, 'better', 'the entry of before has lost its words')
  assert.equal(withReplies(list, [edited]).length, 1)
})

test('[UID3] an edit of a reply on a page that is not loaded brings it not in; a deletion leaves its place', () => {
  const list = [reply(5)]
  const far: News = { kind: 'edited', reply: reply(1, { editedAt: at(9) }), thread: thread() }
  assert.equal(withReplyNews(list, far), list)
  const gone = withReplyNews(list, { kind: 'deleted', replyId: 'rpl_5', at: at(9), thread: thread() })
  assert.deepEqual(
    gone.map(({ id, body, deletedAt }) => [id, body, deletedAt]),
    [['rpl_5', '', at(9)]],
  )
})

test('[UID3] the unread begin before the reply of another that is so far from the end', () => {
  const list = [reply(1), reply(2), reply(3, { authorId: me }), reply(4, { deletedAt: at(8) }), reply(5)]
  assert.equal(chooseFirstUnread(list, 0, me), undefined)
  assert.equal(chooseFirstUnread(list, 1, me), 'rpl_5')
  assert.equal(chooseFirstUnread(list, 2, me), 'rpl_2')
  assert.equal(chooseFirstUnread(list, 9, me), 'rpl_1', 'the others are further up')
})

test('[UID4] who has a discussion open is as the server last said', () => {
  const frame = (threads: object[], isAll?: boolean): ServerFrame => ({
    type: 'eph',
    scope: 's:ses_1',
    kind: 'thread.viewers',
    threads,
    ...(isAll && { isAll }),
  })
  const bob = { id: 'per_bob', name: 'Bob' }
  const first = applyReaders(noReaders, frame([{ threadId: 'thr_1', people: [bob] }]))
  const both = applyReaders(first, frame([{ threadId: 'thr_2', people: [bob] }]))
  assert.deepEqual([...both.keys()], ['thr_1', 'thr_2'])
  assert.deepEqual([...applyReaders(both, frame([{ threadId: 'thr_1', people: [] }])).keys()], ['thr_2'])
  assert.equal(applyReaders(both, frame([], true)).size, 0)
  assert.equal(applyReaders(both, { type: 'pong' }), both)
})

/** Answers by route; what is not listed is refused. */
function clientOf(answers: Record<string, (options: never) => unknown>): Client & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async call(name: string, options: unknown) {
      asked.push(name)
      const answer = answers[name]
      if (!answer) throw new CallError('not_found', name)
      return answer(options as never) as never
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[UID1] the board asks page by page, follows the log, and asks again after a break', async () => {
  const pages = [
    { items: [whole({ replyCount: 1 })], next: 'more' },
    { items: [whole({ id: 'thr_2', anchorEventId: 'evt_2' })] },
  ]
  let asked = 0
  const client = clientOf({ listThreads: () => pages[asked++ % 2] })
  const board = createThreadBoard({ client, sessionId: 'ses_1', meId: me })
  board.cover({ from: 1, through: 9 })
  await settled()
  assert.deepEqual([...board.read().keys()], ['evt_1', 'evt_2'])
  board.cover({ from: 2, through: 8 })
  await settled()
  assert.equal(asked, 2)
  board.hear(entry('reply.posted', { reply: reply(3), thread: thread({ updatedAt: at(3), replyCount: 2 }) }))
  assert.equal(board.read().get('evt_1')?.replyCount, 2)
  board.askAgain()
  await settled()
  assert.equal(asked, 4)
  assert.equal(board.read().get('evt_1')?.replyCount, 2)
})

test('[UID3] a discussion is read from its end back, and opens with the first reply where there was none', async () => {
  const all = Array.from({ length: 120 }, (_, i) => reply(i + 1))
  const threads: WholeThreadJson[] = []
  const client = clientOf({
    listThreads: () => ({ items: threads }),
    listReplies: ({ query }: { query: { cursor?: string; limit: number } }) => {
      const end = Number(query.cursor ?? all.length)
      const start = Math.max(0, end - query.limit)
      return { items: all.slice(start, end).toReversed(), ...(start > 0 && { next: String(start) }) }
    },
  })
  const discussion = createDiscussion({ client, sessionId: 'ses_1', anchorEventId: 'evt_1' })
  await discussion.load()
  assert.equal(discussion.state().thread, undefined)
  assert.deepEqual(client.asked, ['listThreads'])
  threads.push(whole({ replyCount: 120, unread: 3 }))
  discussion.hear(entry('reply.posted', { reply: reply(120), thread: thread({ replyCount: 120 }) }))
  await settled()
  await settled()
  assert.equal(discussion.state().replies.length, 50)
  assert.equal(discussion.state().hasOlder, true)
  assert.equal(await discussion.loadUntil('rpl_10'), true)
  assert.equal(discussion.state().replies.length, 120)
  assert.equal(await discussion.loadUntil('rpl_none'), false)
  const resolved = thread({ resolvedAt: at(2), updatedAt: at(2) })
  discussion.hear(entry('thread.changed', { thread: resolved }))
  assert.equal(discussion.state().thread?.resolvedAt, at(2))
  discussion.hear(entry('thread.changed', { thread: thread({ updatedAt: at(3) }) }))
  assert.equal(discussion.state().thread?.resolvedAt, undefined, 'it is open again')
  assert.equal(discussion.state().thread?.anchor.excerpt, 'the moment')
})

test('[UID3] [THR2] what the log tells of a discussion while it is asked for is not taken back by the answer', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  const client = clientOf({
    listThreads: async () => {
      await asked
      return { items: [whole({ updatedAt: at(3), lastReplySeq: 13, unread: 1 })] }
    },
    listReplies: () => ({ items: [reply(3)] }),
  })
  const discussion = createDiscussion({ client, sessionId: 'ses_1', anchorEventId: 'evt_1' })
  const loaded = discussion.load()
  const edited = {
    reply: reply(3, { editedAt: at(5) }),
    thread: thread({ updatedAt: at(5), lastReplySeq: 15 }),
  }
  discussion.hear(entry('reply.edited', edited, 5))
  answer()
  await loaded
  const { thread: shown, unreadAtFirst } = discussion.state()
  assert.deepEqual([shown?.lastReplySeq, shown?.anchor.excerpt, unreadAtFirst], [15, 'the moment', 1])
})

test('[UID3] a reply that came cut is shown whole as soon as its entry was read, and a cut one takes nothing back', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  const body = '王'.repeat(6_000)
  const long = (over: Partial<ReplyJson> = {}) => ({
    reply: reply(3, { body, ...over }),
    thread: thread({ updatedAt: at(3), replyCount: 1 }),
  })
  const cut: EventJson = { ...entry('reply.posted', long({ body: '王王' }), 3), truncated: true }
  const client = clientOf({
    listThreads: () => ({ items: [whole()] }),
    listReplies: () => ({ items: [] }),
    readEvent: async ({ path }: { path: { eventId: string } }) => {
      await asked
      assert.equal(path.eventId, 'evt_r3')
      return entry('reply.posted', long(), 3)
    },
  })
  const discussion = createDiscussion({ client, sessionId: 'ses_1', anchorEventId: 'evt_1' })
  await discussion.load()
  discussion.hear(cut)
  const [first] = discussion.state().replies
  assert.deepEqual([first?.body, first?.wholeIn], ['王王', 'evt_r3'], 'it cannot be edited yet')
  answer()
  await settled()
  const [shown] = discussion.state().replies
  assert.deepEqual([shown?.body === body, shown?.wholeIn], [true, undefined])
  discussion.hear(cut)
  assert.equal(discussion.state().replies[0]?.body, body)
  assert.equal(client.asked.filter((name) => name === 'readEvent').length, 1)
  discussion.hear({ ...entry('reply.edited', long({ body: '!', editedAt: at(9) }), 9), truncated: true })
  assert.equal(discussion.state().replies[0]?.wholeIn, 'evt_r9', 'an edit is newer than what is here')
})

test('[UID3] a reply whose whole could not be read is asked for again with the discussion', async () => {
  let isThere = false
  const long = { reply: reply(3, { editedAt: at(9) }), thread: thread({ updatedAt: at(9) }) }
  const client = clientOf({
    listThreads: () => ({ items: [whole()] }),
    listReplies: () => ({ items: [reply(3)] }),
    readEvent: () => {
      if (!isThere) throw new CallError('unreachable', '')
      return entry('reply.edited', long, 9)
    },
  })
  const discussion = createDiscussion({ client, sessionId: 'ses_1', anchorEventId: 'evt_1' })
  await discussion.load()
  const beginning = { ...long, reply: { ...long.reply, body: 'sa' } }
  discussion.hear({ ...entry('reply.edited', beginning, 9), truncated: true })
  await settled()
  assert.equal(discussion.state().problem?.code, 'unreachable')
  isThere = true
  await discussion.load()
  await settled()
  const { problem, replies } = discussion.state()
  assert.deepEqual([problem, replies[0]?.body, replies[0]?.wholeIn], [null, 'said 3', undefined])
})

/** A discussion that grows behind the page's back. */
function growing(count: number) {
  const all = Array.from({ length: 400 }, (_, i) => reply(i + 1))
  const now = { count, isThere: true }
  const client = clientOf({
    listThreads: () => ({ items: [whole({ replyCount: now.count })] }),
    listReplies: ({ query }: { query: { cursor?: string; limit: number } }) => {
      if (!now.isThere) throw new CallError('unreachable', '')
      const end = Number(query.cursor ?? now.count)
      const start = Math.max(0, end - query.limit)
      return { items: all.slice(start, end).toReversed(), ...(start > 0 && { next: String(start) }) }
    },
  })
  const discussion = createDiscussion({ client, sessionId: 'ses_1', anchorEventId: 'evt_1' })
  const tell = (minute: number) =>
    discussion.hear(
      entry('reply.posted', { reply: reply(minute), thread: thread({ updatedAt: at(minute) }) }, minute),
    )
  const minutes = () => discussion.state().replies.map(({ seq }) => seq - 10)
  return { discussion, now, tell, minutes }
}

const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, i) => from + i)

test('[UID3] after a break in which more was said than one page holds, there is no hole in what is shown', async () => {
  const { discussion, now, tell, minutes } = growing(60)
  await discussion.load()
  now.count = 200
  now.isThere = false
  await discussion.load()
  // The log goes on after the break, before the replies could be read.
  tell(200)
  now.isThere = true
  now.count = 201
  const loaded = discussion.load()
  tell(201)
  tell(202)
  await loaded
  assert.deepEqual(minutes(), upTo(202, 152))
  assert.equal(discussion.state().hasOlder, true)
  while (discussion.state().hasOlder) await discussion.loadOlder()
  assert.deepEqual(minutes(), upTo(202))
})

test('[UID3] after a break that one page covers, what was loaded before stays', async () => {
  const { discussion, now, minutes } = growing(120)
  await discussion.load()
  await discussion.loadOlder()
  now.count = 140
  await discussion.load()
  assert.deepEqual(minutes(), upTo(140, 21))
  await discussion.loadOlder()
  assert.deepEqual([minutes(), discussion.state().hasOlder], [upTo(140), false])
})

test('[UID3] earlier replies that were asked for before a break come not in behind a hole', async () => {
  const { discussion, now, minutes } = growing(60)
  await discussion.load()
  now.count = 300
  const older = discussion.loadOlder()
  await discussion.load()
  await older
  assert.deepEqual(minutes().at(-1), 300)
  while (discussion.state().hasOlder) await discussion.loadOlder()
  assert.deepEqual(minutes(), upTo(300))
})

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { size(): number } {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    size: () => kept.size,
  }
}

function openDesk(client: Client, store = memory()) {
  let count = 0
  const timers: (() => void)[] = []
  const desk = createReplyDesk({
    client,
    sessionId: 'ses_1',
    owner: me,
    store,
    newId: () => `cid_${(count += 1)}`,
    after: (_, run) => {
      timers.push(run)
      return () => {}
    },
  })
  return { desk, store, timers }
}

const answer = { replyId: 'rpl_1', rejectedMentions: [] }

test('[UID7] [THR3] a reply keeps its id through every attempt, and is kept over a reload until the server has it', async () => {
  const sent: string[] = []
  let isThere = false
  const client = clientOf({
    openThread: () => whole(),
    postReply: ({ body }: { body: { clientMessageId: string } }) => {
      sent.push(body.clientMessageId)
      if (!isThere) throw new CallError('unreachable', '')
      return answer
    },
  })
  const { desk, store, timers } = openDesk(client)
  desk.send('evt_1', 'into the wind')
  await settled()
  assert.deepEqual(
    desk.all().map(({ state }) => state),
    ['sending'],
  )
  assert.equal(timers.length, 1)
  const again = openDesk(client, store)
  await settled()
  assert.deepEqual(again.desk.all()[0]?.body, 'into the wind')
  isThere = true
  again.desk.wake()
  await settled()
  assert.deepEqual(new Set(sent), new Set(['cid_1']))
  assert.deepEqual(
    again.desk.all().map(({ state }) => state),
    ['sent'],
  )
  assert.equal(store.size(), 0, 'what the server has is not sent after a reload')
  again.desk.seen(['cid_1'])
  assert.deepEqual(again.desk.all(), [])
})

test('[UID7] a refusal stays where it was written, with its reason, and is tried again under the same id', async () => {
  const sent: string[] = []
  const client = clientOf({
    openThread: () => whole(),
    postReply: ({ body }: { body: { clientMessageId: string } }) => {
      sent.push(body.clientMessageId)
      if (sent.length === 1) throw new CallError('too_many_mentions', 'too many')
      return answer
    },
  })
  const { desk } = openDesk(client)
  const heard: string[] = []
  desk.hearAnswers((item) => heard.push(item.cid))
  desk.send('evt_1', 'hello')
  await settled()
  assert.deepEqual([desk.all()[0]?.state, desk.all()[0]?.problem?.code], ['failed', 'too_many_mentions'])
  desk.retry('cid_1')
  await settled()
  assert.deepEqual(sent, ['cid_1', 'cid_1'])
  assert.deepEqual(heard, ['cid_1'])
  desk.drop('cid_1')
  assert.deepEqual(desk.all(), [])
})
