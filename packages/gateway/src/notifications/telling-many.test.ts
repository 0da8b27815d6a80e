import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, notificationPreferencesShape, type PersonId } from '@heddle/contract'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'
import { planOf } from '../../test-support/plan-of.ts'
import type { Tx } from '../foundation/database/store.ts'
import { countBySession } from './unread-store.ts'

/** All of them have written there: how many questions to the store one more reply costs, which the others are told of. */
async function costOfTelling(people: number): Promise<{ queries: number; told: number }> {
  await using house = await openNotifyingHouse()
  const ann = (await house.signedIn('ann', 'member')).actor
  const sessionId = await house.chat(ann, { visibility: 'team' })
  await house.reply(ann, { sessionId })
  for (let i = 1; i < people; i++) {
    const { actor } = await house.signedIn(`p${i}`, 'member')
    await house.reply(actor, { sessionId })
  }
  await house.runner.stop()
  const { eventId } = await house.reply(ann, { sessionId, isAwaited: false })
  const counted = await house.store.tx(async (t) => {
    const counting = countQueries(t)
    await house.notifications.notifyOfSource(counting.t, eventId)
    return counting.queries()
  })
  const told = await house.store.read((r) => r.all<{ id: string }>(ofSource(eventId)))
  return { queries: counted, told: told.length }
}

test('[NTF1] [NTF4] to tell twenty of a reply asks the store no more often than to tell three', async () => {
  const few = await costOfTelling(4)
  const many = await costOfTelling(21)
  assert.deepEqual([few.told, many.told], [3, 20])
  assert.equal(many.queries, few.queries)
  assert.ok(many.queries < 40, `${many.queries} questions`)
})

test('[NTF1] each of many is told once and by their own reason, wherever they want it', async () => {
  await using house = await openNotifyingHouse({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const { actor: cleo } = await house.signedIn('cleo', 'member')
  const { actor: dan } = await house.signedIn('dan', 'member')
  const { actor: eve } = await house.signedIn('eve', 'member')
  const sessionId = await house.chat(ann.actor, { participants: ['bob', 'cleo', 'dan'] })
  const notifications = { ...notificationPreferencesShape.parse({}), muteChatter: true }
  const wish = { theme: 'system', density: 'comfortable', notifications } as const
  await house.store.tx((t) => house.people.writePreferences(t, dan, wish))
  await house.reply(cleo, { sessionId, anchorAuthor: bob.actor })
  await house.reply(dan, { sessionId })
  const { eventId } = await house.reply(ann.actor, { sessionId, mentioned: [cleo, eve] })
  const told = async (who: typeof cleo) =>
    (await house.inbox(who)).items
      .filter(({ sourceEventId }) => sourceEventId === eventId)
      .map((one) => [one.reason, one.alsoReasons, house.statuses(one)])
  assert.deepEqual(await told(bob.actor), [['reply_to_you', [], ['in_app delivered', 'loopback held']]])
  assert.deepEqual(await told(cleo), [['mention', ['reply_in_thread'], ['in_app delivered']]])
  // Dan has muted, Eve may not see the session, and Ann wrote it.
  assert.deepEqual([await told(dan), await told(eve), await told(ann.actor)], [[], [], []])
})

test('[NTF4] what is unread is counted along an index, discussion by discussion', async () => {
  await using house = await openNotifyingHouse()
  const question = { people: '["per_1"]', hasThreads: 1, hasMentions: 1 } as const
  const plan = await planOf(house.store, countBySession(question))
  const steps = plan.split('\n').filter((step) => / notifications\b/.test(step))
  assert.ok(steps.length > 0)
  for (const step of steps) assert.match(step, /USING (COVERING )?INDEX notifications_unread/)
})

test('[NTF1] [I29] a discussion of many leaves each with their own count', async () => {
  await using house = await openNotifyingHouse()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const { actor: bob } = await house.signedIn('bob', 'member')
  const { actor: cleo } = await house.signedIn('cleo', 'member')
  const sessionId = await house.chat(ann, { visibility: 'team' })
  const news = new Map<PersonId, unknown[]>()
  house.sessions.feed.listen({
    personAppended: (id, { payload }) => news.set(id, [...(news.get(id) ?? []), payload['unread']]),
  })
  await house.nameIn(ann, sessionId, [bob])
  await house.reply(ann, { sessionId, mentioned: [bob, cleo] })
  await house.reply(ann, { sessionId, mentioned: [bob, cleo] })
  assert.deepEqual(news.get(bob.personId), [1, 2, 2])
  assert.deepEqual(news.get(cleo.personId), [1, 1])
  assert.equal(news.get(ann.personId), undefined)
})

function countQueries(t: Tx): { t: Tx; queries(): number } {
  let queries = 0
  const counted = <A, B>(run: (query: A) => Promise<B>) => {
    return (query: A) => {
      queries++
      return run(query)
    }
  }
  return {
    queries: () => queries,
    t: {
      all: counted(t.all.bind(t)) as Tx['all'],
      one: counted(t.one.bind(t)) as Tx['one'],
      run: counted(t.run.bind(t)),
      now: t.now,
      beforeCommit: (fn) => t.beforeCommit(fn),
      afterCommit: (fn) => t.afterCommit(fn),
      isRedone: t.isRedone,
    },
  }
}

function ofSource(eventId: EventId) {
  const sql = 'select id from notifications where source_event_id = ?'
  return { compile: () => ({ sql, parameters: [eventId] }) as never }
}
