import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId, ReplyId, SessionId } from '@heddle/contract'
import { openTestDoor } from '../../test-support/open-test-door.ts'
import { openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import { queriesOver } from '../foundation/database/query.ts'
import { chooseMedian } from './measures.ts'

// The tables of what people say, as far as they are measured.
const db = queriesOver<Record<'threads' | 'replies' | 'mentions', Record<string, unknown>>>()
let made = 0

const name = (h: TestSessions, sessionId: SessionId, personId: PersonId) =>
  h.store.tx((t) =>
    t.run(
      db.insertInto('mentions').values({
        source_event_id: `evt_${++made}`,
        person_id: personId,
        session_id: sessionId,
        created_at: t.now,
      }),
    ),
  )

async function reply(h: TestSessions, sessionId: SessionId, authorId: PersonId): Promise<void> {
  const id = `rpl_${++made}` as ReplyId
  const threadId = `thr_${sessionId}`
  await h.store.tx(async (t) => {
    const thread = {
      id: threadId,
      session_id: sessionId,
      anchor_event_id: `evt_of_${sessionId}`,
      anchor_place: 1,
      state: 'active',
      created_by: authorId,
      created_at: t.now,
      updated_at: t.now,
      reply_count: 1,
      last_reply_seq: 1,
      event_id: `evt_${made}`,
    }
    await t.run(
      db
        .insertInto('threads')
        .values(thread)
        .onConflict((conflict) => conflict.doNothing()),
    )
    await t.run(
      db.insertInto('replies').values({
        id,
        thread_id: threadId,
        session_id: sessionId,
        author_id: authorId,
        body: 'x',
        client_message_id: id,
        fingerprint: new Uint8Array([1]),
        mentions: '[]',
        rejected: '[]',
        handed_over: '[]',
        answer: '{}',
        created_at: t.now,
        event_id: `evt_${made}`,
        words_event_id: `evt_${made}`,
        seq: made,
      }),
    )
    await h.measures.noteReply(t, id)
  })
}

const figures = (h: TestSessions) => h.store.read((r) => h.measures.read(r))

test('[COL2] the time from a mention to the next word of whoever was named, as a note, a message or a reply', async () => {
  await using h = await openTestSessions()
  const { actor: ann } = await h.signedIn('ann', 'member')
  const { actor: bob } = await h.signedIn('bob', 'member')
  const sessionId = await h.chat(ann, { visibility: 'team' })
  assert.deepEqual(await figures(h), {
    sharedSessions: 0,
    medianAnswerMs: undefined,
    answered: 0,
    unanswered: 0,
    rejectedMentions: 0,
  })
  await name(h, sessionId, bob.personId)
  h.clock.advance(60_000)
  await h.say(ann, sessionId, 'somebody else says something', { mode: 'note' })
  await h.work()
  assert.deepEqual([(await figures(h)).answered, (await figures(h)).unanswered], [0, 1])
  await h.say(bob, sessionId, 'here I am', { mode: 'note' })
  await h.work()
  const first = await figures(h)
  assert.ok((first.medianAnswerMs ?? 0) >= 60_000 && (first.medianAnswerMs ?? 0) < 70_000)
  assert.deepEqual([first.answered, first.unanswered], [1, 0])
  // What is said again later answers nothing more.
  h.clock.advance(600_000)
  await h.say(bob, sessionId, 'and again', { mode: 'note' })
  await h.work()
  assert.equal((await figures(h)).medianAnswerMs, first.medianAnswerMs)
  await name(h, sessionId, bob.personId)
  await reply(h, sessionId, bob.personId)
  assert.deepEqual([(await figures(h)).answered, (await figures(h)).unanswered], [2, 0])
})

test('[COL2] sessions with a thread and two or more writers are counted once each', async () => {
  await using h = await openTestSessions()
  const { actor: ann } = await h.signedIn('ann', 'member')
  const { actor: bob } = await h.signedIn('bob', 'member')
  const { actor: cleo } = await h.signedIn('cleo', 'member')
  const shared = await h.chat(ann, { visibility: 'team' })
  const alone = await h.chat(ann, { visibility: 'team' })
  for (const who of [ann, ann]) await reply(h, alone, who.personId)
  assert.equal((await figures(h)).sharedSessions, 0)
  for (const who of [ann, bob, cleo, ann]) await reply(h, shared, who.personId)
  assert.equal((await figures(h)).sharedSessions, 1)
})

test('[COL2] the measures stand on /metrics, with what became of notifications by channel', async () => {
  await using house = await openTestDoor()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const sessionId = await house.chat(ann)
  house.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await house.say(ann, sessionId, 'do it')
  await house.work()
  await house.store.tx(async (t) => house.measures.countRejected(t, 2))
  const text = await (
    await house.fetch('/metrics', { headers: await house.bearerOf('admin', ['admin']) })
  ).text()
  for (const line of [
    'heddle_notifications_total{channel="in_app",outcome="delivered"} 1',
    'heddle_shared_sessions 0',
    'heddle_mentions_measured{answered="no"} 0',
    'heddle_rejected_mentions_total 2',
  ]) {
    assert.ok(text.includes(line), `${line}\n${text}`)
  }
})

test('[COL2] the median is the middle one', () => {
  assert.equal(chooseMedian([]), undefined)
  assert.equal(chooseMedian([5]), 5)
  assert.equal(chooseMedian([9, 1, 5]), 5)
  assert.equal(chooseMedian([9, 1, 5, 7]), 5)
})
