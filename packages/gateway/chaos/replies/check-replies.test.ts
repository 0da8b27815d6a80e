// The eyes of the rounds of discussions: each thing that they are there to see is done to a healthy database, and seen.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openTestSessions } from '../../test-support/open-test-sessions.ts'
import { inspect } from '../inspect-database.ts'
import { checkReplies } from './check-replies.ts'
import { checkTold } from './check-told.ts'
import { createReplyLedger, type ReplyLedger, type WrittenReply } from './reply-ledger.ts'

/** What is said of a reply that stands, one that was edited and one that was deleted, after that was done. */
async function complaintsAfter(
  harm: string,
  forget: (ledger: ReplyLedger) => void = () => {},
): Promise<string[]> {
  await using world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  await world.signedIn('bob', 'member')
  const { store, collaboration } = world
  const sessionId = await world.chat(ann, { visibility: 'team' })
  const { eventId: anchorEventId } = await world.say(ann, sessionId, 'a moment', { mode: 'note' })
  const { thread } = await store.tx((t) => collaboration.open(t, ann, sessionId, anchorEventId))
  const ledger = createReplyLedger()
  ledger.sessions.push({ id: sessionId, anchors: [anchorEventId] })
  const known = { id: thread.id, sessionId, anchorEventId }
  ledger.threads.set(anchorEventId, known)
  const write = async (clientMessageId: string): Promise<WrittenReply> => {
    const body = `${clientMessageId} for @bob and \`@ann\``
    world.clock.advance(1)
    const told = await store.tx((t) => collaboration.post(t, ann, thread.id, { body, clientMessageId }))
    const { replyId, sourceEventId } = told
    const reply: WrittenReply = {
      thread: known,
      author: 'ann',
      number: 1,
      clientMessageId,
      body,
      acknowledged: { replyId, sourceEventId },
      bodies: new Set([body]),
      isDeleteAsked: false,
      isDeleteTold: false,
    }
    ledger.replies.push(reply)
    return reply
  }
  await write('standing')
  const edited = await write('edited')
  edited.bodies = new Set(['in other words'])
  await store.tx((t) => collaboration.edit(t, ann, edited.acknowledged!.replyId, 'in other words'))
  const deleted = await write('deleted')
  await store.tx((t) => collaboration.remove(t, ann, deleted.acknowledged!.replyId))
  deleted.isDeleteAsked = deleted.isDeleteTold = true
  await world.work()
  const path = join(world.folder, 'heddle.db')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(harm)
  database.close()
  forget(ledger)
  return inspect(path, (looked) => [...checkReplies(looked, ledger), ...checkTold(looked, ledger)])
}

test('[THR3] the rounds have nothing against replies that are there once', async () => {
  assert.deepEqual(await complaintsAfter(''), [])
})

const replyOf = (id: string) => `client_message_id = '${id}'`
const eventOf = (id: string) => `(select event_id from replies where ${replyOf(id)})`
const copyEvent = (kind: string) => `
  insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_name, payload, created_at)
  select session_id, (select max(seq) + 1 from session_events m where m.session_id = e.session_id), id || 'x', kind,
    is_row, actor_kind, actor_name, payload, created_at
  from session_events e where kind = '${kind}' order by seq limit 1;`

const seen: Record<string, [string, RegExp]> = {
  'a reply that is lost': [`delete from replies where ${replyOf('standing')}`, /is there 0 times/],
  'a reply that is there twice': [
    `drop index replies_once; insert into replies select id || 'x', thread_id, session_id, author_id, body, client_message_id,
      fingerprint, mentions, rejected, handed_over, answer, created_at, edited_at, deleted_at, event_id, seq, words_event_id, version
      from replies where ${replyOf('standing')}`,
    /is there 2 times/,
  ],
  'one that nobody wrote': [
    `update replies set client_message_id = 'x' where ${replyOf('standing')}`,
    /nobody wrote/,
  ],
  'one that says something else': [`update replies set body = 'x' where ${replyOf('edited')}`, /says "x"/],
  'one that came back': [
    `update replies set deleted_at = null where ${replyOf('deleted')}`,
    /is not deleted any more/,
  ],
  'one that was deleted by nobody': [
    `update replies set deleted_at = 1, body = '' where ${replyOf('standing')}`,
    /though nobody asked/,
  ],
  'a mention that is lost': [
    `delete from mentions where source_event_id = ${eventOf('standing')}`,
    /names bob, and the rows say nobody/,
  ],
  'a mention that was edited away and stayed': [
    `update mentions set source_event_id = ${eventOf('edited')}`,
    /names nobody, and the rows say bob/,
  ],
  'a notification that is lost': [
    `delete from notifications where source_event_id = ${eventOf('standing')}`,
    /was told 0 times to bob/,
  ],
  'a notification that is there twice': [
    `drop index notifications_once; insert into notifications select id || 'x', source_event_id, caused_by_event_id, person_id,
      session_id, thread_id, reply_id, event_id, seq, reason, also_reasons, in_inbox, actor_kind, actor_id, actor_name, created_at,
      read_at from notifications where source_event_id = ${eventOf('standing')}`,
    /was told 2 times to bob/,
  ],
  'a notification that was announced twice': [
    `insert into person_events select person_id, seq + 1000, id || 'x', kind, payload, created_at from person_events
      where kind = 'notification.created'`,
    /was announced 2 times to bob/,
  ],
  'a notification to whoever wrote it': [
    `update notifications set person_id = actor_id`,
    /told of what they wrote themselves/,
  ],
  'one that is told twice': [copyEvent('reply.posted'), /was told 2 times/],
  'one that is not told': [`delete from session_events where kind = 'reply.posted'`, /was told 0 times/],
  'words that stayed in the log': [
    `update session_events set payload = json_set(payload, '$.reply.body', 'x') where id = ${eventOf('edited')}`,
    /has its words in 2 entries/,
  ],
  'a deletion that is told twice': [copyEvent('reply.deleted'), /was told 2 times to be deleted/],
  'a count that is wrong': [`update threads set reply_count = 9`, /counts 9 replies of 2/],
  'a discussion that is told twice': [copyEvent('thread.opened'), /tells of 2 discussions/],
  'a discussion that is lost': ['delete from threads', /is there 0 times/],
}

for (const [what, [harm, complaint]] of Object.entries(seen)) {
  test(`[THR3] the rounds see ${what}`, async () => {
    assert.match((await complaintsAfter(harm)).join('\n'), complaint)
  })
}

test('[THR3] the rounds see what was never acknowledged, and what stands in another order', async () => {
  const forget = (ledger: ReplyLedger) => delete ledger.replies[0]?.acknowledged
  assert.match((await complaintsAfter('', forget)).join('\n'), /never acknowledged/)
  const swap = (ledger: ReplyLedger) => ledger.replies.reverse()
  assert.match((await complaintsAfter('', swap)).join('\n'), /stands before/)
})
